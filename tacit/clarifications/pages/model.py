"""What a page of instructions is made of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tacit.documents import Span

PLACEHOLDER = "Item"
"""What stands for code, pictures and addresses inside a sentence, so that it is still one."""
LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, list item or heading (level 1 to 6): sentences that belong together.

    `marker` is the number or bullet of a list item: '3.' or '*'.
    """

    start: int
    end: int
    marker: str = ""
    level: int = 0


@dataclass(frozen=True)
class Page:
    """The text of a file, and its prose: as long, with all that is no prose replaced by spaces or a placeholder.

    `shielded` are places that must not be reported: placeholders and the texts of links. `format` tells how comments
    are written there, and `code` where code and tables stand, in which nothing is a comment.
    """

    text: str
    prose: str
    lines: tuple[Line, ...]
    shielded: tuple[Span, ...] = ()
    format: str = "plain"
    code: tuple[Span, ...] = ()

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    @property
    def title(self) -> str:
        """The first heading of the highest level, or nothing."""
        top = min((line.level for line in self.lines if line.level), default=0)
        return next((self.words_of(line) for line in self.lines if line.level == top and top), "")

    def words_of(self, line: Line) -> str:
        """The prose of a line, spaces collapsed."""
        return " ".join(self.prose[line.start : line.end].split())

    def place_of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1, as editors count them.

        >>> Page("a\\r\\nbc", "", ()).place_of(4)
        (2, 2)
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def lines_of_file(self) -> Iterator[tuple[int, str]]:
        """Where each line of the file starts, and its text with its end."""
        for start, end in zip(self._starts, [*self._starts[1:], len(self.text)], strict=True):
            yield start, self.text[start:end]

    def lines_with(self, span: Span) -> tuple[int, int, str]:
        """The lines in which a stretch stands: the number of the first, where it starts, and their text.

        >>> Page("a\\nbc\\nd", "", ()).lines_with(Span(3, 4))
        (2, 2, 'bc')
        """
        first, last = (self.place_of(offset)[0] for offset in (span.start, span.end))
        end = self._starts[last] if last < len(self._starts) else len(self.text)
        start = self._starts[first - 1]
        return first, start, self.text[start:end].rstrip("\r\n")

    @property
    def line_count(self) -> int:
        """How many lines the file has."""
        return len(self._starts)

    def is_shielded(self, span: Span) -> bool:
        """Does a place that must not be reported overlap this one?"""
        return _overlaps(self._shields, span)

    def is_code(self, span: Span) -> bool:
        """Does code or a table overlap this place?"""
        return _overlaps(self._code, span)

    @cached_property
    def _shields(self) -> list[Span]:
        return _merged(self.shielded)

    @cached_property
    def _code(self) -> list[Span]:
        return _merged(self.code)


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in text order without empty ones, those that overlap or touch as one."""
    merged: list[Span] = []
    for span in sorted(each for each in spans if len(each)):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def _overlaps(merged: list[Span], span: Span) -> bool:
    """Does one of the spans, none of which touches another, overlap this one?"""
    first = bisect_right(merged, span.start, key=lambda each: each.end)
    return first < len(merged) and merged[first].overlaps(span)
