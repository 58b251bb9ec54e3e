"""Where a model's quote stands in the text: exactly, else loosely, else nowhere, which is counted.

A model is shown numbered sentences and answers with a number and the words; offsets are never asked of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from tacit.llm.costs import Costs

LIKE = 0.75
"""The share of its words from which on a quote counts as that of a stretch of a sentence."""
LONGEST = 60
"""Words of a quote that are looked for; more are not a quote."""
ROOM = 6000
"""Characters of one question's material: longer texts are cut between sentences."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
QUOTE_FIELDS: dict[str, Any] = {
    "sentence": {"type": "integer", "minimum": 1, "maximum": 9999},
    "quote": {"type": "string", "minLength": 1, "maxLength": 300},
}
"""What a model is asked for: the number of a sentence, and words of it."""

Place = tuple[int, int]


class Aligned(NamedTuple):
    """Where a quote stands, and whether it stands there letter by letter."""

    start: int
    end: int
    exact: bool


def numbered(text: str, sentences: Sequence[Place]) -> str:
    """Sentences with their numbers, from 1, each on a line.

    >>> print(numbered("It rained. We slept.", [(0, 10), (11, 20)]))
    [1] It rained.
    [2] We slept.
    """
    return "\n".join(f"[{number}] {' '.join(text[s:e].split())}" for number, (s, e) in enumerate(sentences, 1))


def parts(sentences: Sequence[Place], most: int = ROOM) -> Iterator[list[Place]]:
    """Sentences in stretches of so many characters at most, cut between sentences; a longer sentence is alone."""
    stretch: list[Place] = []
    for start, end in sentences:
        if stretch and end - stretch[0][0] > most:
            yield stretch
            stretch = []
        stretch.append((start, end))
    if stretch:
        yield stretch


def align(text: str, sentences: Sequence[Place], number: int, quote: str, costs: Costs | None = None) -> Aligned | None:
    """Find a quote in the sentence of this number, from 1, or in another that alone has it; nothing where it is not.

    >>> align("It rained. We slept.", [(0, 10), (11, 20)], 2, "we  SLEPT!")
    Aligned(start=11, end=19, exact=False)
    """
    found = _exactly(text, sentences, number, quote) or _loosely(text, sentences, number, quote)
    if costs is not None:
        costs.exact += found is not None and found.exact
        costs.loose += found is not None and not found.exact
        costs.dropped += found is None
    return found


def _exactly(text: str, sentences: Sequence[Place], number: int, quote: str) -> Aligned | None:
    if quote.strip() and 1 <= number <= len(sentences):
        start, end = sentences[number - 1]
        place = text.find(quote, start, end)
        if place >= 0:
            return Aligned(place, place + len(quote), True)
    return None


def _loosely(text: str, sentences: Sequence[Place], number: int, quote: str) -> Aligned | None:
    """The same words in other letters; then those in one other sentence only; then most of them in the sentence."""
    wanted = [each.casefold() for each in _WORD.findall(quote)][: LONGEST + 1]
    if not wanted or len(wanted) > LONGEST:
        return None
    words = [[(m[0].casefold(), m.start(), m.end()) for m in _WORD.finditer(text, *each)] for each in sentences]
    named = words[number - 1] if 1 <= number <= len(words) else []
    if found := _run(named, wanted):
        return found
    others = [found for each in words if each is not named and (found := _run(each, wanted))]
    if len(others) == 1:
        return others[0]
    return _most(named, wanted)


def _run(words: Sequence[tuple[str, int, int]], wanted: Sequence[str]) -> Aligned | None:
    size = len(wanted)
    for first in range(len(words) - size + 1):
        if [word for word, _, _ in words[first : first + size]] == list(wanted):
            return Aligned(words[first][1], words[first + size - 1][2], False)
    return None


def _most(words: Sequence[tuple[str, int, int]], wanted: Sequence[str]) -> Aligned | None:
    """From the first to the last of the words in common, where these are nearly all on both sides."""
    said = [word for word, _, _ in words]
    blocks = [each for each in SequenceMatcher(None, said, list(wanted), False).get_matching_blocks() if each.size]
    if not blocks:
        return None
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size
    shared = sum(each.size for each in blocks)
    if shared < 2 or shared < LIKE * max(len(wanted), last - first):
        return None
    return Aligned(words[first][1], words[last - 1][2], False)
