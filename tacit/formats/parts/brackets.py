"""Mentions written as brackets on the words where they begin and end, as in `(1(4)` or `4)|(5`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tacit.documents import Span

_BRACKET = re.compile(r"\|?(?:(\()([^()|]+)(\))?|([^()|]+)(\)))")


@dataclass(frozen=True, slots=True)
class Bracket:
    """What stands in a bracket, and whether it opens a mention here, closes one, or both."""

    content: str
    opens: bool
    closes: bool


def brackets(cell: str) -> Iterator[Bracket]:
    """The brackets of one cell, from left to right; `ValueError` if there is anything else in it.

    >>> [bracket.content for bracket in brackets("(1(4)")], [bracket.closes for bracket in brackets("(3)|(5")]
    (['1', '4'], [True, False])
    """
    place = 0
    while place < len(cell):
        found = _BRACKET.match(cell, place)
        if found is None:
            raise ValueError(f"{cell!r} is not a row of brackets such as (1, 1) or (1)")
        yield Bracket(found[2] or found[4], bool(found[1]), bool(found[3] or found[5]))
        place = found.end()


@dataclass(slots=True)
class Opened:
    """A mention that began at a character, on a line; `end` is known when it is closed."""

    content: str
    start: int
    line: int
    end: int = -1


@dataclass(slots=True)
class OpenMentions:
    """All mentions in the order they began, and which of each name are still open: the last begun closes first."""

    begun: list[Opened] = field(default_factory=list)
    _open: dict[str, list[Opened]] = field(default_factory=dict)

    def begin(self, name: str, content: str, word: Span, line: int) -> Opened:
        """A mention of that name begins with this word."""
        mention = Opened(content, word.start, line)
        self.begun.append(mention)
        self._open.setdefault(name, []).append(mention)
        return mention

    def end(self, name: str, word: Span) -> None:
        """The mention of that name that began last ends with this word; `ValueError` if none is open."""
        if not self._open.get(name):
            raise ValueError(f"the bracket of {name!r} is closed here but was never opened")
        self._open[name].pop().end = word.end

    def unclosed(self) -> Opened | None:
        """The first mention that never ended."""
        return next((mention for mention in self.begun if mention.end < 0), None)


@dataclass(frozen=True, slots=True)
class MentionMark:
    """A mention to write: where it stands and what its first and last word get, such as `(1` and `1)`."""

    span: Span
    opening: str
    closing: str


@dataclass(slots=True)
class WordMarks:
    """The marks of one word: those that begin with it, outer first, lie on it alone, or end with it, inner first."""

    begin: list[str] = field(default_factory=list)
    single: list[str] = field(default_factory=list)
    end: list[str] = field(default_factory=list)


def cells(marks: Iterable[MentionMark], words: Sequence[Span]) -> dict[int, WordMarks]:
    """The cell of each word that has one, by its place; marks that do not begin and end with a word are left out."""
    first = {word.start: place for place, word in reversed(list(enumerate(words)))}
    last = {word.end: place for place, word in enumerate(words)}
    found: dict[int, WordMarks] = defaultdict(WordMarks)
    ends: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for order, mark in enumerate(marks):
        start, stop = first.get(mark.span.start), last.get(mark.span.end)
        if start is None or stop is None:
            continue
        if start == stop:
            found[start].single.append(f"{mark.opening})")
        elif start < stop:
            found[start].begin.append(mark.opening)
            ends[stop].append((-start, -order, mark.closing))
    for place, endings in ends.items():
        found[place].end = [closing for *_, closing in sorted(endings)]
    return found
