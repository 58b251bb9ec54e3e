"""What the words of one or several sentences say: for each scenario, and for 'none of them'."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.joint.stems import FUNCTION_WORDS, stems

Array = npt.NDArray[np.float32]

_SUPPORT = 0.25
"""Weight from which a word speaks for a scenario."""


@dataclass(frozen=True, slots=True)
class WordModel:
    """A linear model over tf.idf: a row of `weights` a stem, a column an outcome.

    `vocabulary` maps a stem to its row; `rarity` is the inverse document frequency of each.
    """

    vocabulary: Mapping[str, int]
    rarity: Array
    weights: Array
    bias: Array
    content_only: bool = False

    def scores(self, passages: Sequence[Sequence[str]]) -> Array:
        """One row a passage (a list of sentences), one column an outcome."""
        rows = np.empty((len(passages), len(self.bias)), dtype=np.float32)
        for number, passage in enumerate(passages):
            places, values = tfidf(passage, self.vocabulary, self.rarity, content_only=self.content_only)
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
            self.content_only,
        )


@dataclass(frozen=True, slots=True)
class Evidence:
    """The scenarios that can be told apart, models with an outcome for each, and one for 'about nothing'.

    `opening` tells sentences that open a story from those that go on with one."""

    labels: tuple[str, ...]
    scenarios: WordModel
    none: WordModel
    opening: WordModel

    def margins(self, passages: Sequence[Sequence[str]]) -> Array:
        """How far each passage is on each scenario's side: about -1 speaks against, 0 and more for it."""
        return self.scenarios.scores(passages)

    def none_logits(self, sentences: Sequence[str]) -> Array:
        """The log odds that each sentence is about nothing."""
        return self.none.scores([[sentence] for sentence in sentences])[:, 0]

    def opening_logits(self, sentences: Sequence[str]) -> Array:
        """The log odds, against the average sentence, that each opens something."""
        return self.opening.scores([[sentence] for sentence in sentences])[:, 0]

    def support(self, passage: Sequence[str], label: int) -> set[str]:
        """The words that speak for a scenario."""
        rows = self.scenarios.vocabulary
        found = {word for sentence in passage for word in stems(sentence) if word in rows}
        return {word for word in found if self.scenarios.weights[rows[word], label] >= _SUPPORT}

    def with_scenario(self, label: str, words: Mapping[str, float], bias: float) -> Evidence:
        """The same with one more scenario."""
        return Evidence((*self.labels, label), self.scenarios.with_outcome(words, bias), self.none, self.opening)


def tfidf(
    passage: Sequence[str], vocabulary: Mapping[str, int], rarity: Array, *, content_only: bool = False
) -> tuple[npt.NDArray[np.intp], Array]:
    """The rows of the known stems of a passage and their values: (1 + log tf) · idf, of length 1.

    With `content_only` function words, which tell genres rather than scenarios, do not count.
    """
    without = FUNCTION_WORDS if content_only else frozenset()
    counts = Counter(word for sentence in passage for word in stems(sentence) if word not in without)
    known = [(vocabulary[word], 1 + math.log(count)) for word, count in counts.items() if word in vocabulary]
    places = np.array([place for place, _ in known], dtype=np.intp)
    values = np.array([value for _, value in known], dtype=np.float32) * rarity[places]
    return places, values / max(float(np.linalg.norm(values)), 1e-9)
