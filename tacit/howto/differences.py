"""Does an entry that is near in meaning tell something else than was asked for?

It may do the opposite, take a thing from another place, put it elsewhere, speak of another thing or of other means.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tacit.backbones import vectors as word_vectors
from tacit.howto.phrases import Phrase, content_words, read_phrase, singular
from tacit.howto.task import HowTo

SIMILAR_VERB, _SIMILAR_PLACE, _SIMILAR_THING = 0.75, 0.6, 0.4
"""Nearness from which verbs, and places, count as the same, and below which two things have nothing in common."""
_UNLIKE, _LONG_WORD = 0.5, 4
"""Likeness to what an entry is not from which it counts, and letters of a word that may be part of another one: a
*houseplant* is a *plant*."""
_SOURCE = re.compile(r"(?:from|off|out of|onto|into)\s+((?:[a-z'-]+\s+){0,3}[a-z'-]+)", re.I)
_DESTINATION = re.compile(
    r"(?:in|on|onto|into|over|under|behind|against|around)\s+((?:[a-z'-]+\s+){0,3}[a-z'-]+)", re.I
)
_PUTTING = frozenset({"put", "place", "lay", "set", "push", "insert", "pour", "throw", "tip", "stick", "press", "hold"})
_TARGET = re.compile(r"\b(?:for|to|with) ([^,;]+)$", re.I)
_CHANGING = frozenset({"swap", "change", "switch", "exchange", "replace", "convert", "trade"})
_MEANS = re.compile(r"(?:with|using) (?:(?:the|an?|your|my|some) )?([a-z -]{3,40})$", re.I)
_PEOPLE = frozenset(
    {"friend", "parent", "family", "kid", "child", "someone", "person", "partner", "guest", "neighbour"}
)
_EXCLUDED = re.compile(r"\b(?:without|instead of|rather than|not) ((?:[a-z'-]+ ?){1,4})", re.I)


def does_alike(phrase: Phrase, entry: HowTo) -> bool:
    """Does an entry do much the same, be it to another thing? To wax skis and to put them on are not alike."""
    return any(nearness(read_phrase(wording).verb, phrase.verb) >= SIMILAR_VERB for wording in entry.wordings)


def _is_elsewhere(phrase: Phrase, entry: HowTo) -> bool:
    """Is something taken from, or put on, something quite different? Paint comes off skin otherwise than off wood."""
    asked = _SOURCE.match(phrase.rest)
    known = [found[1] for wording in entry.wordings if (found := _SOURCE.match(read_phrase(wording).rest))]
    if not asked or not known:
        return False
    one = singular(asked[1].split()[-1])
    return max(nearness(one, singular(each.split()[-1])) for each in known) < _SIMILAR_PLACE


def _goes_elsewhere(phrase: Phrase, entry: HowTo) -> bool:
    """Is something to be put where the entry never puts it? *Put the plug in the sink* is not how to wire a plug."""
    asked = _DESTINATION.match(phrase.rest) if phrase.verb in _PUTTING else None
    return asked is not None and not set(content_words(asked[1])) & _known_words(entry)


def _is_other_thing(phrase: Phrase, entry: HowTo) -> bool:
    """Is the entry about another thing, and never speaks of this one? A bicycle is not turned over like a jar."""
    if not phrase.head or phrase.is_pronoun or phrase.head in _known_words(entry):
        return False
    return max((nearness(each, phrase.head) for each in _heads(entry)), default=0.0) < _SIMILAR_THING and not any(
        each in phrase.head for each in _heads(entry) if len(each) >= _LONG_WORD
    )


def _is_rather_unlike(phrase: Phrase, entry: HowTo) -> bool:
    """Is the instruction nearer, by its words, to what the entry is not than to what it is?"""
    nearest = max((overlap(content_words(each), phrase.words) for each in entry.unlike), default=0.0)
    return nearest >= _UNLIKE and nearest > max(
        overlap(content_words(each), words) for each in entry.wordings for words in (phrase.words, phrase.short_words)
    )


def _lacks_means(phrase: Phrase, entry: HowTo) -> bool:
    """Is it to be done with something that the entry never speaks of? *Wash the dishes with the dishwasher*."""
    asked = _MEANS.match(phrase.rest)
    words = set(content_words(asked[1])) if asked else set()
    return bool(words) and not words & _PEOPLE and not words & _known_words(entry)


_DIFFERENCES = (_is_elsewhere, _goes_elsewhere, _is_other_thing, _is_rather_unlike, _lacks_means)


def is_doubtful(phrase: Phrase, entry: HowTo) -> bool:
    """Does an entry that is near in meaning speak of another place, thing or means?"""
    return any(differs(phrase, entry) for differs in _DIFFERENCES)


def contradicts(phrase: Phrase, entry: HowTo) -> bool:
    """Does an entry tell how to do the opposite, or name what the instruction rules out?

    *Put out the fire* is not answered by how to light one, *dry it without a towel* not by how to towel it dry.
    """
    if excluded := _EXCLUDED.search(phrase.core):
        named = {word for text in (entry.do, *entry.tools, *entry.materials) for word in content_words(text)}
        if named & set(content_words(excluded[1])):
            return True
    own = {name for wording in entry.wordings for name in _names(read_phrase(wording))}
    asked = _names(phrase)
    if not own & asked and any(_opposites().get(name, frozenset()) & own for name in asked):
        return True
    wanted, known = _wanted(phrase), {word for wording in entry.wordings for word in _wanted(read_phrase(wording))}
    return any(_opposite_words().get(word, frozenset()) & known for word in wanted - known)


def _names(phrase: Phrase) -> set[str]:
    """An action with its particle, and without where it has none."""
    return {f"{phrase.verb} {phrase.particle}"} if phrase.particle else {phrase.verb}


def _wanted(phrase: Phrase) -> set[str]:
    """The words for the thing, or for the one that is to be there in the end: *swap winter tyres for summer ones*."""
    if phrase.verb in _CHANGING and (target := _TARGET.search(phrase.core)):
        return set(content_words(target[1]))
    return set(content_words(" ".join((*phrase.object, phrase.rest))))


@cache
def _opposites() -> dict[str, frozenset[str]]:
    listed = _listed_opposites()
    sides = [[one, other] for one in listed["fitting"] for other in listed["removing"]]
    return _both_ways([*listed["pairs"], *sides])


@cache
def _opposite_words() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_opposites()["words"])


def _listed_opposites() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("opposites.toml").read_text(encoding="utf-8"))


def _both_ways(pairs: Iterable[Sequence[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {name: frozenset(others) for name, others in found.items()}


@lru_cache(maxsize=16384)
def around(entry: HowTo) -> frozenset[str]:
    """What else an entry speaks of."""
    return frozenset(word for text in (*entry.steps, *entry.tools, *entry.materials) for word in content_words(text))


@lru_cache(maxsize=16384)
def _known_words(entry: HowTo) -> frozenset[str]:
    """All that an entry speaks of, its name included."""
    named = (*entry.wordings, entry.thing, *entry.like)
    return around(entry) | {word for text in named for word in content_words(text)}


@lru_cache(maxsize=16384)
def _heads(entry: HowTo) -> frozenset[str]:
    """The things that an entry's wordings name, or that it is good for."""
    named = {singular(each.split()[-1]) for each in (entry.thing, *entry.like) if each}
    return frozenset(named | {each.head for each in map(read_phrase, entry.wordings) if each.head})


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of words that both have."""
    both = set(one) | set(other)
    return len(set(one) & set(other)) / len(both) if both else 0.0


@lru_cache(maxsize=1 << 18)
def nearness(one: str, other: str) -> float:
    """How near two words are in meaning, 1 if they are the same."""
    return 1.0 if one == other and one else word_vectors.load().similarity(one, other)
