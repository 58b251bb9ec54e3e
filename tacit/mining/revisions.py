"""What a revision inserted: one stretch of words, and nothing else (section 3.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+|['’]s\b|[^\w\s]")
_LONGEST_SENTENCE = 2_000
"""Characters; what is longer is no sentence, and comparing it would take long."""
_MOST_PAIRS = 2_000
"""Sentences of a rewritten stretch that are compared each with each; beyond that it is no revision but a new text."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """A revised sentence, and the characters `start` to `end` of it that the original did not have.

    >>> Insertion("Rinse the cup well.", 6, 13).inserted
    'the cup'
    """

    revised: str
    start: int
    end: int

    @property
    def inserted(self) -> str:
        """The new words."""
        return self.revised[self.start : self.end]


def insertions(original: str, revised: str) -> list[Insertion]:
    """All ways to see one contiguous insertion as the only difference; none where there are other differences.

    Where the words around it repeat, the same insertion can be seen at several places: of *into the pan* and *into
    the rim of the pan* the new words are *the rim of* or *rim of the*. Upper and lower case count as the same, as a
    new first word takes the capital from the old one.

    >>> [each.inserted for each in insertions("Pour it into the pan.", "Pour it into the rim of the pan.")]
    ['rim of the', 'the rim of']
    >>> insertions("Pour it.", "Drink it now.")
    []
    """
    if max(len(original), len(revised)) > _LONGEST_SENTENCE:
        return []
    old = [word.group().casefold() for word in _WORD.finditer(original)]
    places = [word.span() for word in _WORD.finditer(revised)]
    new = [revised[start:end].casefold() for start, end in places]
    size = len(new) - len(old)
    if size <= 0 or not old:
        return []
    head = _common(old, new)
    tail = min(_common(old[::-1], new[::-1]), len(old))
    firsts = range(head, len(old) - tail - 1, -1)
    return [Insertion(revised, places[first][0], places[first + size - 1][1]) for first in firsts]


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words two sequences begin with in common."""
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return number
    return min(len(first), len(second))


def revised_sentences(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs of sentences, by number, of which the second is the first with something inserted.

    Sentences that stayed are matched by difflib; in the stretches between, each new sentence is compared with the old
    ones that are still free.

    >>> list(revised_sentences(["Stop.", "Rinse well.", "Dry."], ["Rinse it well.", "Dry."]))
    [(1, 0)]
    """
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if kind != "replace" or (old_end - old_start) * (new_end - new_start) > _MOST_PAIRS:
            continue
        free = list(range(old_start, old_end))
        for number in range(new_start, new_end):
            found = next((each for each in free if insertions(old[each], new[number])), None)
            if found is not None:
                free.remove(found)
                yield found, number
