"""What the sentence encoder says of a whole passage: it knows paraphrases that share no word with training texts."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder
from tacit.errors import MissingBackboneError, MissingExtraError

Array = npt.NDArray[np.float32]
log = logging.getLogger(__name__)

_MOST_TOKENS = 96
_STRENGTH, _BIAS = 2.2, -1.2
"""Turn the cosine between a passage and the phrases of a new scenario into a margin."""


@dataclass(frozen=True, slots=True)
class MeaningModel:
    """A linear model over the vector of a passage: a column of `weights` a scenario."""

    weights: Array
    bias: Array

    def scores(self, passages: Sequence[Sequence[str]]) -> Array:
        """One row a passage, one column a scenario; zeros where no encoder is installed."""
        vectors = encoded(passages)
        if vectors is None:
            return np.zeros((len(passages), len(self.bias)), dtype=np.float32)
        return vectors @ self.weights + self.bias

    def with_outcome(self, phrases: Sequence[str]) -> MeaningModel:
        """The same with one more scenario, given by phrases; without an encoder it stays unknown to this model."""
        vectors = encoded([[phrase] for phrase in phrases])
        column = np.zeros(len(self.weights), dtype=np.float32)
        if vectors is not None:
            mean = vectors.mean(0)
            column = _STRENGTH * mean / np.linalg.norm(mean)
        return MeaningModel(np.column_stack([self.weights, column]), np.append(self.bias, np.float32(_BIAS)))


def encoded(passages: Sequence[Sequence[str]]) -> Array | None:
    """A vector a passage, or nothing where no encoder is installed."""
    reader = _reader()
    if reader is None:
        return None
    return reader.encode([" ".join(passage) for passage in passages], max_length=_MOST_TOKENS)


@cache
def _reader() -> encoder.SentenceEncoder | None:
    try:
        return encoder.load()
    except (MissingBackboneError, MissingExtraError) as error:
        log.warning("passages are judged by their words alone: %s", error)
        return None
