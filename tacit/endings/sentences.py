"""Plain story text as sentences, and whether it is English at all."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tacit.language.english import looks_english
from tacit.language.prose import MAY, MUST, Words, read_words

if TYPE_CHECKING:
    from spacy.language import Language

_ENOUGH_WORDS = 12
"""A story with fewer words than this may be in any language."""


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


def is_english(text: str) -> bool:
    """Does the text of a story look English?"""
    return looks_english(text, enough=_ENOUGH_WORDS)
