"""Logistic regression for choosing: what makes a right ending differ from the wrong ones beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.endings.task import Cloze, Probabilities
from tacit.extras import require
from tacit.learning.folder import Arrays

Rows = Any
"""A dense or sparse matrix with one row a candidate, story after story."""
Floats = npt.NDArray[np.float64]


class ChoiceRegression:
    """A conditional logit: p(candidate) is the softmax of w · x over the candidates of one story.

    It is fitted as a logistic regression without intercept on differences of right and wrong candidates. Columns are
    divided by their spread first; for sparse columns (n-grams) that is switched off.
    """

    def __init__(self, strength: float = 1.0, *, scaled: bool = True) -> None:
        self.strength = strength
        self.scaled = scaled
        self.weights = np.zeros(0)

    def fit(self, rows: Rows, clozes: Sequence[Cloze]) -> ChoiceRegression:
        """Learn from the rows of all candidates of these stories, whose answers are known."""
        right, wrong = _pairs(clozes)
        differences = rows[right] - rows[wrong]
        scale = np.ones(differences.shape[1])
        if self.scaled:
            spread = np.sqrt(np.square(differences.astype(np.float64)).mean(0))
            scale = np.where(spread > 1e-9, spread, 1.0)
            differences = differences / scale
        stack = np.vstack if isinstance(differences, np.ndarray) else require("scipy.sparse", extra="neural").vstack
        labels = np.r_[np.ones(len(right)), np.zeros(len(wrong))]
        model = require("sklearn.linear_model", extra="neural").LogisticRegression(
            C=self.strength, fit_intercept=False, max_iter=1000, tol=1e-3
        )
        model.fit(stack([differences, -differences]), labels)
        self.weights = model.coef_[0] / scale
        return self

    def scores(self, rows: Rows) -> Floats:
        """The log-odds of each candidate, up to a constant a story."""
        return np.asarray(rows @ self.weights, dtype=np.float64).ravel()

    def predict(self, rows: Rows, clozes: Sequence[Cloze]) -> list[Probabilities]:
        """The probability of each candidate of each story."""
        return [softmax(scores) for scores in by_story(self.scores(rows), clozes)]

    def to_arrays(self, prefix: str = "") -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` reads."""
        return {f"{prefix}weights": self.weights}

    @classmethod
    def from_arrays(cls, arrays: Arrays, prefix: str = "") -> ChoiceRegression:
        """A fitted regression from its weights."""
        model = cls()
        model.weights = np.asarray(arrays[f"{prefix}weights"], dtype=np.float64)
        return model


def _pairs(clozes: Sequence[Cloze]) -> tuple[list[int], list[int]]:
    """The rows of each right candidate beside those of each wrong one."""
    right, wrong, first = [], [], 0
    for cloze in clozes:
        for place in range(len(cloze.endings)):
            if place != cloze.answer:
                right.append(first + (cloze.answer or 0))
                wrong.append(first + place)
        first += len(cloze.endings)
    return right, wrong


def by_story(values: Floats, clozes: Sequence[Cloze]) -> list[Floats]:
    """Values of candidates, story after story, cut into stories."""
    return np.split(values, np.cumsum([len(cloze.endings) for cloze in clozes])[:-1]) if clozes else []


def endings_of(clozes: Sequence[Cloze]) -> list[str]:
    """All candidates, story after story."""
    return [ending for cloze in clozes for ending in cloze.endings]


def softmax(scores: Floats | Sequence[float]) -> Probabilities:
    """Scores as probabilities that sum to 1.

    >>> softmax([0.0, 0.0])
    (0.5, 0.5)
    """
    exponents = np.exp(np.asarray(scores, dtype=np.float64) - np.max(scores))
    return tuple((exponents / exponents.sum()).tolist())
