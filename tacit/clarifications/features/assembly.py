"""All numeric features of the fillers of one instruction, each absolute and relative to its rivals."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tacit.clarifications.features.causal_scores import CausalScores, ranks
from tacit.clarifications.features.discourse import NAMES, discourse_features
from tacit.clarifications.task import Instruction, Phenomenon

Floats = npt.NDArray[np.float32]
_COMPARED = ("filler", "first", "rest", "next", "least", "total")
COUNT = len(_COMPARED) * 5 + 2 + len(NAMES) * 2 + len(Phenomenon)
"""How many features a filler has."""


def features_of(instruction: Instruction, scores: CausalScores) -> Floats:
    """One row a filler: language-model scores, discourse, and the phenomenon."""
    compared = [against_rivals(np.asarray(getattr(scores, name))) for name in _COMPARED]
    mean = (scores.filler / np.maximum(scores.tokens, 1)).reshape(-1, 1)
    discourse = discourse_features(instruction)
    relative = discourse - discourse.mean(0, keepdims=True) if len(discourse) else discourse
    kinds = np.tile([instruction.phenomenon is kind for kind in Phenomenon], (len(scores), 1))
    parts = [*compared, mean, scores.tokens.reshape(-1, 1), discourse, relative, kinds]
    return np.concatenate(parts, 1).astype(np.float32)


def against_rivals(values: Floats) -> Floats:
    """A value, its difference from the rivals' mean and from the best rival, its rank (0 to 1), and their spread.

    >>> against_rivals(np.array([-1.0, -3.0, -5.0])).round(2).tolist()[0]
    [-1.0, 3.0, 2.0, 0.0, 1.63]
    """
    count = len(values)
    if count < 2:
        return np.stack([values, *[np.zeros(count, dtype=np.float32)] * 4], 1)
    best = np.array([np.delete(values, number).max() for number in range(count)])
    others = (values.sum() - values) / (count - 1)
    places = np.array(ranks(values)) / (count - 1)
    return np.stack([values, values - others, values - best, places, np.full(count, values.std())], 1)
