"""Does an answer fit the text that its instruction stands in?

A how-to about a bicycle is not answered from the kitchen, and *close the flap* of a washing machine not with an
envelope. Whoever asks how something is done sees at once that an answer is about another thing; whoever reads a text
did not ask, so what is doubtful there is left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tacit.howto.differences import nearness
from tacit.howto.finding import Found
from tacit.howto.phrases import Phrase, content_words, read_phrase
from tacit.howto.task import HowTo

_SAME_WORD = 0.75
"""Nearness of two words that name the same thing: *bike* and *bicycle*, but not *car* and *bicycle*."""

_ENOUGH = 0.4
"""The share of an entry's wordings that name nothing but what the text speaks of."""


class SurroundingText:
    """A text; `fitting` are the answers that its reader would hold to be about it."""

    def __init__(self, text: str) -> None:
        self._words = frozenset(content_words(text))

    def fitting(self, phrase: Phrase, found: Sequence[Found]) -> list[Found]:
        """The entries that fit, of those for an instruction; none where everybody knows how it is done."""
        if found and found[0].entry.do in _plain_acts():
            return []
        return [each for each in found if self.allows(phrase, each.entry)]

    def allows(self, phrase: Phrase, entry: HowTo) -> bool:
        """Is the entry about what the text is about?"""
        wordings = [read_phrase(wording) for wording in entry.wordings]
        told = {word for each in wordings for word in each.words}
        if phrase.is_pronoun and not told & set(content_words(phrase.rest)):
            return False  # nothing tells what *it* is
        said = phrase.particle, set(phrase.short_words)
        if any((each.particle, set(each.words)) == said for each in wordings):
            return True
        own = [all(map(self._speaks_of, _about(each))) for each in wordings]
        return own[0] or sum(own) >= _ENOUGH * len(own)

    def _speaks_of(self, word: str) -> bool:
        return word in self._words or any(nearness(word, each) >= _SAME_WORD for each in self._words)


def _about(name: Phrase) -> tuple[str, ...]:
    """What a wording names beside its action: the *bicycle* and the *wheel*."""
    thing = () if name.is_pronoun else name.object
    return content_words(" ".join((*thing, name.rest)))


@cache
def _plain_acts() -> frozenset[str]:
    lists = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))
    return frozenset(lists["plain"])
