"""Which entry tells how an instruction is carried out? Meaning proposes, words decide.

The encoder proposes entries with a wording of similar meaning. Whether one of them is right is then decided by a
logistic regression over what the two say: the same verb, the same thing, words that only one of them has. For the
encoder *wash the dog* is near *wash the dishes*; for the words it is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp, log

import numpy as np
import numpy.typing as npt

from tacit.howto.collection import Collection
from tacit.howto.differences import SIMILAR_VERB, around, contradicts, is_doubtful, nearness, overlap
from tacit.howto.phrases import Phrase, content_words, read_phrase, singular
from tacit.howto.task import HowTo

ALIKE = 0.82
"""Entries that are named so nearly the same are taken to be about the same thing."""
CANDIDATES = 12
"""Entries whose words are looked at."""
FEATURES = (
    "cosine",
    "next_cosine",
    "margin",
    "verb_same",
    "verb_near",
    "thing_same",
    "thing_near",
    "both_same",
    "said",
    "covered",
    "covered_by_all",
    "all_covered",
    "entry_covered",
    "unlike",
    "no_thing",
)
BIAS = "bias"
_DOUBTFUL, _COVERED, _VERY_NEAR, _NEAR_ENOUGH = 0.3, 0.7, 0.9, 0.75
"""What remains of a probability where the action is not the same; share of words and cosines from which things count
as the same."""
_PLACE_OR_TIME = re.compile(
    r"(?:in|on|at|above|below|under|behind|beside|near|over|by|before|after|until|during|every|between|from|to)\b", re.I
)
_SAID, _SAME_ACTION, _MOSTLY, _UNLIKE = 0.95, 0.5, 0.6, 0.7
"""How sure the very same words make it, the same action on the same thing, if most other words are covered, too, and
from which likeness to what an entry is not they count for nothing."""

Floats = npt.NDArray[np.float32]
Encode = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True, slots=True)
class Found:
    """An entry, the wording of it that is nearest, and how likely it is the right one."""

    entry: HowTo
    wording: str
    probability: float


class Finder:
    """Finds entries of a collection; `encode` gives the unit vectors of sentences."""

    def __init__(self, collection: Collection, encode: Encode) -> None:
        self.collection = collection
        self._encode = encode

    def find(self, phrase: Phrase, *, count: int = 3) -> list[Found]:
        """The likeliest entries for an action, best first."""
        vectors = self._encode([phrase.core, phrase.short])
        return self.rank(phrase, vectors)[:count]

    def prepare(self, phrases: Iterable[Phrase]) -> None:
        """Encode what will be looked for in one go; the encoder remembers it."""
        self._encode(list(dict.fromkeys(text for phrase in phrases for text in (phrase.core, phrase.short))))

    def found(self, phrase: Phrase) -> list[tuple[int, str, dict[str, float]]]:
        """The candidates for an action, with their features."""
        return self.candidates(phrase, self._encode([phrase.core, phrase.short]))

    def rank(self, phrase: Phrase, vectors: Floats, hidden: frozenset[int] = frozenset()) -> list[Found]:
        """The candidates for an action with their probabilities; wordings that are `hidden` do not count.

        `vectors` are those of the whole action and of its short form.
        """
        weights = self.collection.weights
        found = []
        for entry, wording, row in self.candidates(phrase, vectors, hidden):
            score = weights.get(BIAS, 0.0) + sum(weights.get(name, 0.0) * value for name, value in row.items())
            learnt = 1 / (1 + exp(-max(-30.0, min(30.0, score))))
            known = self.collection.entries[entry]
            if contradicts(phrase, known):
                continue
            sure = max(learnt, _plain_match(row, phrase))
            fits = _is_same_action(row) and not is_doubtful(phrase, known)
            found.append(Found(known, wording, sure if fits else min(sure, _DOUBTFUL)))
        return sorted(found, key=lambda each: -each.probability)

    def candidates(
        self, phrase: Phrase, vectors: Floats, hidden: frozenset[int] = frozenset()
    ) -> list[tuple[int, str, dict[str, float]]]:
        """Entries that may be meant: number, nearest wording, features."""
        cosines: Floats = (self.collection.vectors @ vectors.T).max(1)
        if hidden:
            cosines[list(hidden)] = -1.0
        best: dict[int, int] = {}
        for place in self._places(phrase, cosines):
            if place in hidden:
                continue
            best.setdefault(int(self.collection.owners[place]), int(place))
            if len(best) == CANDIDATES:
                break
        alike = self._alike(list(best))
        found = []
        for entry, place in best.items():
            rivals = [float(cosines[other]) for each, other in best.items() if each not in alike[entry]]
            row = self._features(phrase, entry, cosines, max(rivals, default=0.0), hidden)
            found.append((entry, self.collection.wordings[place], row))
        return found

    def _alike(self, entries: Sequence[int]) -> dict[int, set[int]]:
        """For each entry those that say nearly the same, itself included: they are no rivals."""
        rows = self.collection.vectors[[self._starts[entry] for entry in entries]]
        near = rows @ rows.T > ALIKE
        actions = {entry: _actions(self.collection.entries[entry]) for entry in entries}
        return {
            entry: {
                entry,
                *(
                    other
                    for other, is_near in zip(entries, row, strict=True)
                    if is_near or actions[entry] & actions[other]
                ),
            }
            for entry, row in zip(entries, near, strict=True)
        }

    def _places(self, phrase: Phrase, cosines: Floats) -> list[int]:
        """Wordings by meaning, those first that share verb and thing with the phrase."""
        near = np.argsort(-cosines)[: 8 * CANDIDATES].tolist()
        same = [
            place
            for place in (self._by_verb.get(phrase.verb, []) if phrase.head else [])
            if cosines[place] > 0 and read_phrase(self.collection.wordings[place]).head == phrase.head
        ]
        ranked = sorted(same, key=lambda place: -float(cosines[place]))
        return [*ranked[:3], *near]

    @cached_property
    def _by_verb(self) -> dict[str, list[int]]:
        """The places of wordings by their first word: to take all of them apart would take a second."""
        found: dict[str, list[int]] = {}
        for place, wording in enumerate(self.collection.wordings):
            found.setdefault(wording.split(maxsplit=1)[0].lower(), []).append(place)
        return found

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *np.cumsum([len(each.wordings) for each in self.collection.entries]).tolist()]

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a word tells: the logarithm of how many entries there are for each that has it."""
        seen: Counter[str] = Counter()
        for entry in self.collection.entries:
            seen.update({word for wording in entry.wordings for word in content_words(wording)})
        return {word: log((1 + len(self.collection.entries)) / count) for word, count in seen.items()}

    def _features(
        self, phrase: Phrase, number: int, cosines: Floats, rival: float, hidden: frozenset[int]
    ) -> dict[str, float]:
        entry = self.collection.entries[number]
        first = self._starts[number]
        own = [read_phrase(w) for place, w in enumerate(entry.wordings, first) if place not in hidden]
        things = {each.head for each in own if each.head} | {
            singular(each) for each in (entry.thing, *entry.like) if each
        }
        heads = {each.split()[-1] for each in things}
        said = {word for each in own for word in each.words}
        around_it = said | around(entry)
        rows = cosines[first : self._starts[number + 1]]
        nearest = sorted((float(row) for place, row in enumerate(rows, first) if place not in hidden), reverse=True)
        short = phrase.short_words
        verb_same = any(_verb(each) == _verb(phrase) for each in own)
        thing_same = phrase.head in heads if phrase.head else not heads
        return {
            "cosine": nearest[0],
            "next_cosine": nearest[1] if len(nearest) > 1 else nearest[0],
            "margin": nearest[0] - rival,
            "verb_same": float(verb_same),
            "verb_near": max((nearness(each.verb, phrase.verb) for each in own), default=0.0),
            "thing_same": float(thing_same),
            "thing_near": max((nearness(head, phrase.head) for head in heads), default=0.0) if phrase.head else 0.0,
            "both_same": float(any(_is_said_of(phrase, each) for each in own)),
            "said": float(any(set(short) == set(each.words) and each.rest in phrase.rest for each in own)),
            "covered": self._share(short, said),
            "covered_by_all": self._share(short, around_it),
            "all_covered": self._share(phrase.words, around_it),
            "entry_covered": max((self._share(each.words, set(phrase.words)) for each in own), default=0.0),
            "unlike": max((overlap(content_words(each), phrase.words) for each in entry.unlike), default=0.0),
            "no_thing": float(not phrase.head),
        }

    def _share(self, words: Sequence[str], others: set[str]) -> float:
        """The share of words that stand among others, each counted by how rare it is."""
        rare = log(1 + len(self.collection.entries))
        weights = [self._rarity.get(word, rare) for word in words]
        inside = sum(weight for word, weight in zip(words, weights, strict=True) if word in others)
        return inside / sum(weights) if sum(weights) else 0.0


def _plain_match(row: Mapping[str, float], phrase: Phrase) -> float:
    """What the regression cannot learn, as no wording stands twice: the very same words are the very same thing.

    What else is said may be a place or a time; anything more (*help someone who is choking*) must be known, too.
    """
    if row["unlike"] >= _UNLIKE or (phrase.rest and not _PLACE_OR_TIME.match(phrase.rest) and row["all_covered"] < 1):
        return 0.0
    if row["said"] and row["verb_same"]:
        return _SAID
    same = row["both_same"] and row["verb_same"] and row["covered"] >= _MOSTLY and row["cosine"] >= _NEAR_ENOUGH
    return _SAME_ACTION if same else 0.0


def _is_said_of(phrase: Phrase, wording: Phrase) -> bool:
    """The same action on the same thing, and nothing else: one does not *bring the dog to the vet* as *to heel*."""
    same = _verb(wording) == _verb(phrase) and wording.head == phrase.head
    return same and set(content_words(wording.rest)) <= set(phrase.words)


def _is_same_action(row: Mapping[str, float]) -> bool:
    """The same verb, or one that means nearly the same and all else said, or nearly the same words altogether."""
    similar = row["verb_near"] >= SIMILAR_VERB and row["covered"] >= _COVERED
    return bool(row["verb_same"]) or similar or row["cosine"] >= _VERY_NEAR


@lru_cache(maxsize=16384)
def _actions(entry: HowTo) -> frozenset[tuple[str, str]]:
    """What is done to what, by each of an entry's wordings."""
    return frozenset((each.verb, each.head) for each in map(read_phrase, entry.wordings) if each.head)


def _verb(phrase: Phrase) -> tuple[str, str]:
    return phrase.verb, phrase.particle
