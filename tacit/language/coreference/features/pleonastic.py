"""The "it" that stands for nothing."""

from __future__ import annotations

from tacit.language.english.wordlists import words
from tacit.language.parse import Parse

_WEATHER_AND_SEEMING = words("seem appear turn happen rain snow matter take")
_CLAUSES = frozenset({"ccomp", "csubj", "xcomp", "advcl"})


def is_pleonastic(parse: Parse, token: int) -> bool:
    """Does this "it" only fill a place: 'it rains', 'it seems that', 'it is important to'?"""
    verb = parse.heads[token]
    if parse.deps[token] not in ("nsubj", "nsubjpass"):
        return False
    children = parse.children[verb]
    if parse.lemmas[verb] in _WEATHER_AND_SEEMING:
        return True
    if parse.lemmas[verb] != "be":
        return parse.deps[token] == "nsubjpass" and any(parse.deps[c] == "ccomp" for c in children)
    complement = [c for c in children if parse.deps[c] in ("acomp", "attr")]
    after = [d for c in complement for d in parse.children[c]] + children
    return bool(complement) and any(parse.deps[c] in _CLAUSES and c > verb for c in after)
