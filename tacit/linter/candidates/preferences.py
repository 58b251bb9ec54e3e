"""What goes with what: the things that verbs are done to, that do them, and that adjectives describe.

Each verb or adjective has the mean direction of the word vectors of the nouns it was seen with (after Erk, Padó and
Padó 2010, without their weights). A noun that was never seen with it fits as well as it is like those that were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.backbones import vectors
from tacit.language.analysis import analyse_many
from tacit.language.parse import Parse

OBJECT, SUBJECT, QUALITY = "object", "subject", "quality"
_LEAST = 4
"""Nouns that a word must have been seen with."""
_HALF = 8
"""With so many nouns its own direction counts as much as the general one."""
_ALL_WORDS = "*"
Pair = tuple[str, str, str]
"""Relation, verb or adjective, noun."""


@dataclass(frozen=True)
class Preferences:
    """Directions of unit length, one for each relation and word."""

    rows: Mapping[tuple[str, str], int]
    directions: npt.NDArray[np.float32]

    def fit(self, relation: str, word: str, noun: str) -> float:
        """How much more a noun is like what the word goes with than like all nouns; 0 where either is unknown."""
        row, all_words = self.rows.get((relation, word)), self.rows.get((relation, _ALL_WORDS))
        unit = unit_vector(noun)
        if row is None or all_words is None or unit is None:
            return 0.0
        return float((self.directions[row] - self.directions[all_words]) @ unit)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` takes."""
        names = "\n".join(f"{relation} {word}" for relation, word in self.rows).encode()
        return {"names": np.frombuffer(names, np.uint8), "directions": self.directions.astype(np.float16)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Preferences:
        """Preferences from arrays; a `ValueError` if they do not belong together."""
        names = [tuple(name.split(" ", 1)) for name in bytes(arrays["names"]).decode().split("\n") if name]
        directions = np.asarray(arrays["directions"], np.float32)
        if directions.ndim != 2 or len(names) != len(directions):
            raise ValueError(f"{len(names)} words do not fit directions of shape {directions.shape}")
        return cls({(name[0], name[1]): row for row, name in enumerate(names)}, directions)


@cache
def unit_vector(noun: str) -> npt.NDArray[np.float32] | None:
    """The word vector of a noun with length one."""
    known = vectors.load()
    if noun not in known:
        return None
    vector = known[noun]
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length, np.float32) if length else None


def learn_preferences(counts: Mapping[Pair, int]) -> Preferences:
    """The directions of all words that were seen with enough nouns, drawn to what all words go with."""
    sums: dict[tuple[str, str], npt.NDArray[np.float32]] = {}
    seen: Counter[tuple[str, str]] = Counter()
    general: dict[str, npt.NDArray[np.float32]] = {}
    for (relation, word, noun), count in sorted(counts.items()):
        unit = unit_vector(noun)
        if unit is not None:
            weight = np.float32(np.sqrt(count))
            sums[relation, word] = sums.get((relation, word), np.zeros_like(unit)) + weight * unit
            general[relation] = general.get(relation, np.zeros_like(unit)) + weight * unit
            seen[relation, word] += 1
    kept = [key for key in sums if seen[key] >= _LEAST]
    rows = [_unit(_unit(sums[key]) * seen[key] + _unit(general[key[0]]) * _HALF) for key in kept]
    kept += [(relation, _ALL_WORDS) for relation in general]
    rows += [_unit(general[relation]) for relation in general]
    width = vectors.load().width
    directions = np.array(rows, np.float32) if rows else np.zeros((0, width), np.float32)
    directions = directions.astype(np.float16).astype(np.float32)  # as they are stored: the ranker learns with the same
    return Preferences({key: row for row, key in enumerate(kept)}, directions)


def _unit(vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), np.float32)


def count_pairs(texts: Iterable[str]) -> Counter[Pair]:
    """Parse texts and count what goes with what."""
    counts: Counter[Pair] = Counter()
    for parse in analyse_many(texts):
        counts.update(_pairs(parse))
    return counts


def _pairs(parse: Parse) -> Iterator[Pair]:
    for token in range(len(parse)):
        if parse.pos[token] != "NOUN":
            continue
        noun, top = parse.lemmas[token].lower(), token
        while parse.deps[top] == "conj" and parse.pos[parse.heads[top]] == "NOUN":
            top = parse.heads[top]
        head = parse.heads[top]
        lemma = parse.lemmas[head].lower()
        if parse.deps[top] in ("dobj", "nsubjpass"):
            yield OBJECT, lemma, noun
        elif parse.deps[top] == "nsubj":
            said = parse.dependents(head, "acomp") if lemma == "be" else []
            yield (QUALITY, parse.lemmas[said[0]].lower(), noun) if said else (SUBJECT, lemma, noun)
        for child in parse.dependents(token, "amod"):
            yield QUALITY, parse.lemmas[child].lower(), noun
