"""What a trained system knows, and what it sees in one narrative: for each scenario, and for 'none of them'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.joint.stems import stems
from tacit.scenarios.systems.joint.vector_model import VectorModel, mean_vector
from tacit.scenarios.systems.joint.word_model import Array, WordModel

Spans: TypeAlias = Sequence[tuple[int, int]]
"""Passages of a narrative: the numbers of the first sentence, and of the one after the last."""

_SUPPORT = 0.25
"""Weight from which a word speaks for a scenario."""
_VECTORS_SHARE = 0.5
"""How much vectors count beside words."""
_USUAL_CHANGE = 1.0
"""The change of perspective at which it speaks neither for nor against None."""


@dataclass(frozen=True, slots=True)
class NothingJudge:
    """The log odds that a whole passage is about nothing: a logistic regression with three features.

    They are its best margin, None's words, and how far its perspective is from that of the narrative.
    """

    weights: tuple[float, float, float]
    bias: float

    def log_odds(self, features: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """One number a row of features."""
        odds: npt.NDArray[np.float64] = features @ np.array(self.weights) + self.bias
        return odds


@dataclass(frozen=True, slots=True)
class JointEvidence:
    """The scenarios that can be told apart, and the models that do it.

    `scenarios` and `vectors` have an outcome for each; `none` knows the words of what is about nothing, `opening` how
    stories begin, and `perspective` the function words (he, she, their) of what others do. Without `vectors` words
    alone count; without a `judge` the sequence of sentences alone decides on None.
    """

    labels: tuple[str, ...]
    scenarios: WordModel
    none: WordModel
    opening: WordModel
    perspective: WordModel
    vectors: VectorModel | None = None
    judge: NothingJudge | None = None

    def with_scenario(self, label: str, words: Mapping[str, float], bias: float, vector: Array | None) -> JointEvidence:
        """The same with one more scenario."""
        vectors = None if self.vectors is None or vector is None else self.vectors.with_outcome(vector)
        scenarios = self.scenarios.with_outcome(words, bias)
        return replace(self, labels=(*self.labels, label), scenarios=scenarios, vectors=vectors)


class Observed:
    """The evidence in one narrative; `vectors` are those of its sentences, if the encoder is there."""

    def __init__(self, evidence: JointEvidence, sentences: Sequence[str], vectors: Array | None) -> None:
        self.evidence = evidence
        self.sentences = sentences
        self._vectors = vectors

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def labels(self) -> tuple[str, ...]:
        """The scenarios that can be told apart."""
        return self.evidence.labels

    def margins(self, spans: Spans) -> Array:
        """How far each passage is on each scenario's side: about -1 speaks against, 0 and more for it."""
        words = self.evidence.scenarios.scores([self.sentences[start:end] for start, end in spans])
        if self.evidence.vectors is None or self._vectors is None or not spans:
            return words
        rows = np.stack([mean_vector(self._vectors[start:end]) for start, end in spans])
        both: Array = (1 - _VECTORS_SHARE) * words + _VECTORS_SHARE * self.evidence.vectors.scores(rows)
        return both

    @cached_property
    def none(self) -> Array:
        """The log odds by its content words that each sentence is about nothing."""
        return self._one_by_one(self.evidence.none)

    @cached_property
    def opening(self) -> Array:
        """The log odds, against the average sentence, that each opens something."""
        return self._one_by_one(self.evidence.opening)

    @cached_property
    def change(self) -> Array:
        """How far each sentence's perspective is from the usual one of the narrative: who tells of others meanwhile?

        It is relative, so that a story told in the third person throughout is read like one in the first.
        """
        if not self.evidence.perspective.vocabulary:
            return np.zeros(len(self), dtype=np.float32)
        perspective = self._one_by_one(self.evidence.perspective)
        change: Array = perspective - np.median(perspective) - np.float32(_USUAL_CHANGE)
        return change

    def features(self, spans: Spans, margins: Array) -> npt.NDArray[np.float64]:
        """What the judge looks at: one row a passage."""
        rows = [
            (row.max(), self.none[start:end].mean(), self.change[start:end].mean())
            for (start, end), row in zip(spans, margins, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(len(spans), 3)

    def support(self, start: int, end: int, label: int) -> set[str]:
        """The words of a passage that speak for a scenario."""
        model = self.evidence.scenarios
        found = {word for sentence in self.sentences[start:end] for word in stems(sentence) if word in model.vocabulary}
        return {word for word in found if model.weights[model.vocabulary[word], label] >= _SUPPORT}

    def _one_by_one(self, model: WordModel) -> Array:
        return model.scores([[sentence] for sentence in self.sentences])[:, 0]
