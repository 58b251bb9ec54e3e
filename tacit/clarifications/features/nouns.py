"""Which words are nouns, in a text or by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tacit.backbones import parser

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token


class Noun(NamedTuple):
    """A common noun as it is written, in lower case."""

    text: str
    is_plural: bool


_KNOWN: dict[str, Noun | None] = {}
"""Words that were looked at by themselves."""


def nouns_of(texts: Sequence[str]) -> list[Noun]:
    """The common nouns of some texts, each once."""
    nlp = parser.load()
    with nlp.select_pipes(enable=_tagging(nlp)):
        tokens = [token for document in nlp.pipe([text for text in texts if text]) for token in document]
    found = {token.lower_: Noun(token.lower_, token.tag_ == "NNS") for token in tokens if _is_noun(token)}
    return list(found.values())


def nouns_among(words: Sequence[str]) -> list[Noun]:
    """Those words that are nouns where one is due: after an article."""
    new = [word for word in words if word not in _KNOWN]
    if new:
        nlp = parser.load()
        with nlp.select_pipes(enable=_tagging(nlp)):
            for word, document in zip(new, nlp.pipe(f"Look at the {word}." for word in new), strict=True):
                token = document[3]
                is_noun = _is_noun(token) and token.text == word
                _KNOWN[word] = Noun(word, token.tag_ == "NNS") if is_noun else None
    return [noun for word in words if (noun := _KNOWN[word]) is not None]


def _tagging(nlp: Language) -> list[str]:
    return [name for name in ("tok2vec", "tagger", "attribute_ruler") if name in nlp.pipe_names]


def _is_noun(token: Token) -> bool:
    return token.tag_ in ("NN", "NNS") and len(token.text) > 1 and token.text.isalpha()
