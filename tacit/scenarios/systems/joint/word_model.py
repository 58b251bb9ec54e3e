"""Linear models over the words of a passage."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.joint.stems import stems

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordModel:
    """A linear model over tf.idf: a row of `weights` a stem, a column an outcome.

    `vocabulary` maps a stem to its row; `rarity` is the inverse document frequency of each.
    """

    vocabulary: Mapping[str, int]
    rarity: Array
    weights: Array
    bias: Array

    def scores(self, passages: Sequence[Sequence[str]]) -> Array:
        """One row a passage (a list of sentences), one column an outcome."""
        rows = np.empty((len(passages), len(self.bias)), dtype=np.float32)
        for number, passage in enumerate(passages):
            places, values = tfidf(passage, self.vocabulary, self.rarity)
            rows[number] = values @ self.weights[places] + self.bias
        return rows

    def with_outcome(self, words: Mapping[str, float], bias: float) -> WordModel:
        """The same with one more outcome, given by weights of stems, which may be new ones."""
        new = [word for word in words if word not in self.vocabulary]
        vocabulary = {**self.vocabulary, **{word: len(self.vocabulary) + place for place, word in enumerate(new)}}
        column = np.zeros((len(vocabulary), 1), dtype=np.float32)
        for word, weight in words.items():
            column[vocabulary[word]] = weight
        grown = np.vstack([self.weights, np.zeros((len(new), len(self.bias)), dtype=np.float32)])
        rarest = np.full(len(new), self.rarity.max(initial=1.0), dtype=np.float32)
        return WordModel(
            vocabulary,
            np.append(self.rarity, rarest),
            np.hstack([grown, column]),
            np.append(self.bias, np.float32(bias)),
        )


def tfidf(passage: Sequence[str], vocabulary: Mapping[str, int], rarity: Array) -> tuple[npt.NDArray[np.intp], Array]:
    """The rows of the known stems of a passage and their values: (1 + log tf) · idf, of length 1."""
    counts = Counter(word for sentence in passage for word in stems(sentence) if word in vocabulary)
    places = np.array([vocabulary[word] for word in counts], dtype=np.intp)
    values = np.array([1 + math.log(count) for count in counts.values()], dtype=np.float32) * rarity[places]
    return places, values / max(float(np.linalg.norm(values)), 1e-9)
