"""Which phenomenon an insertion clarifies: by parse and pattern (section 3.3, table 2)."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.clarifications.task import Phenomenon
from tacit.language.parse import Parse

_NOUNS = frozenset({"NOUN", "PROPN"})
_DETERMINERS = frozenset({"DT", "PDT", "PRP$", "WP$"})
_MODIFIERS = frozenset({"ADJ", "NUM"})
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_HEADLESS = frozenset({"DT", "PDT", "CD", "JJ", "JJR", "JJS", "PRP$", "RBR", "RBS", "WDT"})
"""Tags of words that can stand for a whole noun phrase: *some*, *both*, *two*, *the larger*."""
_BEFORE_NOUNS = frozenset({"VBG", "VBN", "HYPH", ",", "RB", "POS", "CC"})
_FOLLOWING = "following"
_ROLES = frozenset({"dobj", "nsubj", "nsubjpass", "pobj", "dative", "attr", "poss", "conj", "oprd", "appos", "pcomp"})
"""What an implicit reference may be: a participant, no adverbial."""


@dataclass(frozen=True, slots=True)
class Clarified:
    """The phenomenon of an insertion, and the tokens of the filler: all that a reader would have to infer.

    Of *the rim of* and *'s rim* the filler is *rim* alone (footnote 5).
    """

    phenomenon: Phenomenon
    start: int
    end: int


def classify(parse: Parse, start: int, end: int) -> Clarified | None:
    """What the characters `start` to `end`, inserted into the parsed sentence, make explicit; often nothing."""
    tokens = [token for token in range(len(parse)) if parse.starts[token] < end and parse.ends[token] > start]
    if not tokens:
        return None
    first, last = tokens[0], tokens[-1] + 1
    for recognise in (_metonymy, _compound, _fused_head, _implicit_reference):
        if found := recognise(parse, first, last):
            return found
    return None


def _metonymy(parse: Parse, first: int, last: int) -> Clarified | None:
    """*x* becomes *y of x* or *x's y*; the marks may have been there before."""
    words = [word.lower() for word in parse.words[first:last]]
    if len(words) > 1 and words[0] in _POSSESSIVE and _is_noun(parse, last - 1) and _is_noun(parse, first - 1):
        return _clarified(Phenomenon.METONYMY, last - 1)
    if "of" in words[1:]:
        of = first + words.index("of", 1)
        if _is_noun(parse, of - 1) and of >= last - 2 and _noun_phrase_follows(parse, of + 1):
            return _clarified(Phenomenon.METONYMY, of - 1)
    if len(words) > 1 or not _is_noun(parse, first):
        return None
    owned = _word(parse, first - 1) in _POSSESSIVE and not _is_noun(parse, last)
    return _clarified(Phenomenon.METONYMY, first) if owned or _word(parse, last) == "of" else None


def _compound(parse: Parse, first: int, last: int) -> Clarified | None:
    """A single noun before a noun that was there before."""
    nominal = _is_noun(parse, first) or parse.tags[first] == "VBG" or parse.deps[first] == "compound"
    if last - first == 1 and nominal and _is_noun(parse, last):
        return _clarified(Phenomenon.NOUN_COMPOUND, first)
    return None


def _fused_head(parse: Parse, first: int, last: int) -> Clarified | None:
    """A single noun after a determiner, number or adjective that stood alone."""
    if last - first > 1 or first == 0 or not _is_noun(parse, first):
        return None
    if parse.tags[first - 1] in _HEADLESS or _word(parse, first - 1) == _FOLLOWING:
        return _clarified(Phenomenon.FUSED_HEAD, first)
    return None


def _implicit_reference(parse: Parse, first: int, last: int) -> Clarified | None:
    """A noun with or without determiner, possibly after a preposition, that takes part in what the verb says."""
    begin = first + (parse.pos[first] == "ADP" and last - first > 1)
    noun = last - 1
    if not _is_noun(parse, noun) or parse.deps[noun] not in _ROLES:
        return None
    if all(_belongs_to_phrase(parse, token) for token in range(begin, noun)):
        return Clarified(Phenomenon.IMPLICIT_REFERENCE, begin, last)
    return None


def _belongs_to_phrase(parse: Parse, token: int) -> bool:
    return parse.tags[token] in _DETERMINERS or parse.pos[token] in _MODIFIERS | _NOUNS | {"DET"}


def _clarified(phenomenon: Phenomenon, token: int) -> Clarified:
    return Clarified(phenomenon, token, token + 1)


def _word(parse: Parse, token: int) -> str:
    return parse.words[token].lower() if 0 <= token < len(parse) else ""


def _is_noun(parse: Parse, token: int) -> bool:
    return 0 <= token < len(parse) and parse.pos[token] in _NOUNS


def _noun_phrase_follows(parse: Parse, token: int) -> bool:
    """A noun, allowing for determiners, adjectives and participles before it."""
    while token < len(parse) and (_belongs_to_phrase(parse, token) or parse.tags[token] in _BEFORE_NOUNS):
        if _is_noun(parse, token):
            return True
        token += 1
    return False
