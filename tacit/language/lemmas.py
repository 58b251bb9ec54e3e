"""Lemmas set right that spaCy's rules confuse: *hopes* is of *hope*, not of *hop*.

Both are verbs, and the rules take the shorter one. English spelling tells them apart: *hop* doubles its
consonant (*hopped*, *hopping*), and only a hissing sound takes *-es* (*pushes*, but *baths*).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tacit.language.parse import Parse

if TYPE_CHECKING:
    from spacy.language import Language

_DOUBLES = re.compile(r"[^aeiou]*(?:qu)?[aeiou][bcdfgklmnprtvz]$")
_TAKES_ES = re.compile(r"(?:s|x|z|ch|sh|o)$")


@lru_cache(maxsize=4)
def known_verbs(nlp: Language) -> frozenset[str]:
    """The verbs that the pipeline's lemmatizer knows; none where it has no such list."""
    lookups = getattr(nlp.get_pipe("lemmatizer"), "lookups", None) if nlp.has_pipe("lemmatizer") else None
    if lookups is None or not lookups.has_table("lemma_index"):
        return frozenset()
    return frozenset(lookups.get_table("lemma_index").get("verb", ()))


def with_lemmas_mended(parse: Parse, verbs: frozenset[str]) -> Parse:
    """The parse with such lemmas set right, given the verbs of the language."""
    lemmas = [
        mended(word.lower(), lemma, verbs) if pos == "VERB" else lemma
        for word, lemma, pos in zip(parse.words, parse.lemmas, parse.pos, strict=True)
    ]
    return parse if lemmas == parse.lemmas else replace(parse, lemmas=lemmas)


def mended(word: str, lemma: str, verbs: frozenset[str]) -> str:
    """The lemma that the spelling of a verb form calls for.

    >>> verbs = frozenset({"hop", "hope", "push", "bath", "bathe"})
    >>> mended("hoped", "hop", verbs), mended("hopped", "hop", verbs), mended("bathes", "bath", verbs)
    ('hope', 'hop', 'bathe')
    """
    ending = word.removeprefix(lemma)
    if ending not in ("es", "ed", "ing") or lemma + "e" not in verbs:
        return lemma
    regular = bool(_TAKES_ES.search(lemma)) if ending == "es" else not _DOUBLES.match(lemma)
    return lemma if regular else lemma + "e"
