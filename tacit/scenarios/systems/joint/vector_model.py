"""Linear models over vectors of the sentence encoder."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tacit.backbones import encoder
from tacit.errors import MissingBackboneError, MissingExtraError
from tacit.scenarios.systems.joint.word_model import Array

log = logging.getLogger(__name__)

_LONGEST = 64
"""Word pieces of a sentence that are read."""
_AT_PHRASES, _ELSEWHERE = 0.2, -1.0
"""Margins of a scenario that is known by phrases: where they are, and where all sentences are on average."""


@dataclass(frozen=True, slots=True)
class VectorModel:
    """A column of `weights` an outcome; `centre` is where all vectors are on average."""

    centre: Array
    weights: Array
    bias: Array

    def scores(self, rows: Array) -> Array:
        """One row a vector, one column an outcome."""
        return np.asarray((rows - self.centre) @ self.weights + self.bias, dtype=np.float32)

    def with_outcome(self, example: Array) -> VectorModel:
        """The same with one more outcome, known by one vector."""
        direction = example - self.centre
        steepness = (_AT_PHRASES - _ELSEWHERE) / max(float(direction @ direction), 1e-9)
        weights = np.hstack([self.weights, np.float32(steepness) * direction[:, None]])
        return VectorModel(self.centre, weights, np.append(self.bias, np.float32(_ELSEWHERE)))


class SentenceVectors:
    """Vectors of sentences, each computed once."""

    def __init__(self) -> None:
        self._rows: dict[str, Array] = {}

    @classmethod
    def of(cls, sentences: Iterable[str]) -> SentenceVectors | None:
        """Those of the given sentences; nothing where the encoder is not installed."""
        made = cls()
        try:
            made.add(sentences)
        except (MissingBackboneError, MissingExtraError) as error:
            log.warning("scenarios are told apart by words alone: %s", error)
            return None
        return made

    def add(self, sentences: Iterable[str]) -> None:
        """Compute those that are missing."""
        new = sorted({*sentences} - self._rows.keys())
        if new:
            self._rows |= zip(new, encoder.load().encode(new, max_length=_LONGEST), strict=True)

    def rows(self, sentences: Sequence[str]) -> Array:
        """One row a sentence."""
        return np.stack([self._rows[sentence] for sentence in sentences])

    def mean(self, sentences: Sequence[str]) -> Array:
        """The vector of a passage."""
        return mean_vector(self.rows(sentences))


def mean_vector(rows: Array) -> Array:
    """The mean of vectors, of length 1."""
    mean = rows.mean(0)
    unit: Array = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return unit
