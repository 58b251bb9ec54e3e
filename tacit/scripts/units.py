"""What a sentence may tell, piece by piece: the whole of it, its clauses, and neighbouring clauses together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

SHORTEST = 2
"""Words of the shortest piece that can tell something."""
MOST = 12
"""Pieces of one sentence; longer ones are lists or not sentences."""
_BORDER = re.compile(
    r"\s*(?:[,;:—–]|\s-+\s|\.\.\.|…)\s*(?:(?:and|but|so|then|or)\s+)*|\s+(?:and then|and|but|so|then"
    r"|before|after|while|until|because|when|as soon as)\s+",
    re.I,
)
_WORD = re.compile(r"\w+")


def units(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Offsets of the pieces of the sentence between two offsets, the whole first.

    >>> text = "We parked, found a table and ordered."
    >>> [text[start:end] for start, end in units(text)]
    ['We parked, found a table and ordered.', 'We parked', 'found a table', 'We parked, found a table', \
'found a table and ordered.']
    """
    end = len(text) if end is None else end
    pieces = list(_clauses(text, start, end))
    found = [(start, end)]
    if len(pieces) > 1:
        told = [piece for piece in pieces if _words(text, *piece) >= SHORTEST]
        joined = [(one[0], other[1]) for one, other in pairwise(pieces)]
        found += [piece for piece in (*told, *joined) if piece not in found]
    return found[:MOST]


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    place = start
    for border in _BORDER.finditer(text, start, end):
        if border.start() > place:
            yield place, border.start()
        place = border.end()
    if place < end:
        yield place, end


def _words(text: str, start: int, end: int) -> int:
    return sum(1 for _ in _WORD.finditer(text, start, end))
