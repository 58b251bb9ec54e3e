"""Plain story text as sentences, and whether it is English at all."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tacit.language.prose import MAY, MUST, Words, read_words

if TYPE_CHECKING:
    from spacy.language import Language

_WORD = re.compile(r"[^\W\d_]+")
_COMMON_WORDS = """
    a about after all an and are as at be because but by could did do for from get go got had has have he her him his
    i in into is it just me my not of off on one or our out over she so some that the their them then there they this
    to too up was we went were what when with would you
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_ENOUGH = 12
"""Fewer words than this prove nothing."""
_LEAST = 0.15
"""Share of the commonest English words; in everyday English stories it is about a half."""


def split(text: str) -> tuple[str, ...]:
    """The sentences of a text, by the rules that also guide the parser, with single spaces.

    >>> split("It rained.  We went home!")
    ('It rained.', 'We went home!')
    """
    sentences = []
    for words in read_words(text, _tokenizer()):
        first = 0
        for place in range(1, len(words.forms) + 1):
            if place == len(words.forms) or _opens(words, place):
                sentences.append(" ".join(text[words.starts[first] : words.ends[place - 1]].split()))
                first = place
    return tuple(sentences)


def _opens(words: Words, place: int) -> bool:
    """Where the rules leave it to the parser, only a number or sign after a final mark opens a sentence."""
    if words.openings[place] != MAY:
        return words.openings[place] == MUST
    return not words.forms[place][0].isalpha() and words.forms[place - 1][-1] in '.!?…)]"”'


@cache
def _tokenizer() -> Language:
    import spacy

    return spacy.blank("en")


def looks_english(text: str) -> bool:
    """Has the text as many of the commonest English words as an English story? A very short text passes.

    >>> looks_english("Wir gingen am Morgen in den Laden und kauften frisches Brot für unsere ganze Familie.")
    False
    >>> looks_english("In the morning we went to the shop and bought some bread for our whole family.")
    True
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if sum(not word.isascii() for word in words) > len(words) / 2:
        return False
    return len(words) < _ENOUGH or sum(word in _COMMON for word in words) >= _LEAST * len(words)
