"""Sentences as their lemmatised content words: nouns and verbs, particles joined on (*pick_up*).

The tagger and the lemmatiser are enough for that, and take a third of the time of a full parse.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tacit.backbones import parser
from tacit.errors import OutputError
from tacit.language.english.prose import blocks
from tacit.learning.cache import remembered

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

Words: TypeAlias = tuple[str, ...]

_UNUSED = ("parser", "ner")
_CONTENT = frozenset({"NOUN", "PROPN", "VERB"})
_LIGHT = frozenset({"be", "have", "do"})
"""Verbs that say nothing of a scenario and, without a parse, cannot be told from auxiliaries."""
_PARTICLE_REACH = 4
"""How far a particle may stand from its verb: 'put the old kettle on'."""


def content_words(sentences: Sequence[str], *, pipeline: str | Path | None = None, cache: bool = False) -> list[Words]:
    """The content words of each sentence, lower case, in order.

    With `cache`, sentences that were read before are looked up in the cache folder, and new ones are added.
    """
    nlp = parser.load(pipeline)
    if not cache:
        return _read(sentences, nlp)

    def read(some: list[str]) -> list[bytes]:
        return [" ".join(words).encode() for words in _read(some, nlp)]

    try:
        kept = remembered("content words", sentences, read, by=f"{nlp.meta['name']} {nlp.meta['version']}")
    except OutputError:  # a cache that fails is done without
        return _read(sentences, nlp)
    return [tuple(words.decode().split()) for words in kept]


def _read(sentences: Sequence[str], nlp: Language) -> list[Words]:
    """Read in blocks of bounded length, of which a sentence has one and white space none."""
    pieces = ((text[start:end], number) for number, text in enumerate(sentences) for start, end in blocks(text))
    words: list[Words] = [()] * len(sentences)
    for doc, number in nlp.pipe(pieces, as_tuples=True, disable=_UNUSED):
        words[number] += tuple(content_of(doc))
    return words


def content_of(doc: Doc) -> list[str]:
    """The content words of a tagged text."""
    words: list[str] = []
    verb, verb_place = -1, -1
    for token in doc:
        lemma = "".join(token.lemma_.lower().split())
        if token.pos_ in _CONTENT and any(letter.isalpha() for letter in lemma) and lemma not in _LIGHT:
            words.append(lemma)
            if token.pos_ == "VERB":
                verb, verb_place = len(words) - 1, token.i
        elif token.tag_ == "RP" and verb >= 0 and token.i - verb_place <= _PARTICLE_REACH:
            words[verb] += f"_{lemma}"
            verb = -1
    return words
