"""The baseline NAIVE BAYES: multinomial, with tf.idf-weighted unigrams of the filled sentence and its context."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import Optional, Within

_KIND = "clarifications naive_bayes"
GRID = (1.0, 0.1, 10.0, 0.01, 100.0, 0.001, 1000.0)
"""Smoothings to choose from; of equals the one nearest to the usual 1 comes first."""
FOLDS = 5


class NaiveBayes(JudgeSystem):
    """Sees all tokens alike, so the five fillers of a sentence hardly differ (section 5.1).

    The paper does not say how it smooths. `smoothing` fixes it; without one it is chosen on the training instructions
    alone: the smoothing of `GRID` that judges most fillers right, each by a model of the other four of five folds.
    """

    name = "naive_bayes"

    def __init__(self, smoothing: float | None = None) -> None:
        self.smoothing = smoothing
        self.smoothing_ = smoothing or GRID[0]
        self._vectorizer: Any = None
        self._log_priors: npt.NDArray[np.float64] = np.zeros(0)
        self._log_likelihoods: npt.NDArray[np.float64] = np.zeros((0, 0))

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Choose the smoothing, then count; nothing is random."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.smoothing_ = self.smoothing or best_smoothing(instructions)
        self._vectorizer = TfidfVectorizer()
        weights = self._vectorizer.fit_transform(_texts(instructions))
        model = _counted(weights, _classes(instructions), self.smoothing_)
        self._log_priors, self._log_likelihoods = model.class_log_prior_, model.feature_log_prob_
        return self

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """Bayes' rule over the words."""
        if self._vectorizer is None:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        texts = _texts(instructions)
        joint = self._log_priors + (self._vectorizer.transform(texts) @ self._log_likelihoods.T if texts else 0.0)
        shares = np.exp(joint - joint.max(-1, keepdims=True))
        rows = iter(shares / shares.sum(-1, keepdims=True))
        return [tuple(Judgement.of(next(rows)) for _ in instruction.fillers) for instruction in instructions]

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        if self._vectorizer is None:
            raise UsageError(f"the system {self.name!r} has not been trained: there is nothing to save")
        torch = require("torch", extra="neural")
        arrays = {"priors": self._log_priors, "idf": self._vectorizer.idf_}
        arrays |= dict(zip(CLASSES, self._log_likelihoods, strict=True))
        words = self._vectorizer.get_feature_names_out().tolist()
        config = {"words": words, "smoothing": self.smoothing_}
        write_model(folder, _KIND, config, {name: torch.tensor(array) for name, array in arrays.items()})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        smoothing = Within(float, 1e-10)
        config, weights = read_model(folder, _KIND, {"words": [str], Optional("smoothing"): smoothing})
        arrays = {name: tensor.numpy().astype(np.float64) for name, tensor in weights.items()}
        words = config["words"]
        shapes = {"priors": len(CLASSES), **dict.fromkeys(("idf", *CLASSES), len(words))}
        if {name: array.size for name, array in arrays.items()} != shapes:
            raise InputError("its numbers do not fit its words", path=folder)
        system = cls(config.get("smoothing"))
        system._log_priors, system._log_likelihoods = arrays["priors"], np.stack([arrays[label] for label in CLASSES])
        system._vectorizer = TfidfVectorizer(vocabulary=words)
        system._vectorizer.idf_ = arrays["idf"]
        return system


def best_smoothing(instructions: Sequence[Instruction], folds: int = FOLDS) -> float:
    """The smoothing of `GRID` that judges most fillers right by cross-validation over whole instructions.

    The folds take turns, one instruction after the other. Fewer instructions than folds say nothing: it stays 1.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer

    if len(instructions) < folds:
        return GRID[0]
    right = dict.fromkeys(GRID, 0)
    for fold in range(folds):
        others = [each for number, each in enumerate(instructions) if number % folds != fold]
        vectorizer = TfidfVectorizer()
        known = vectorizer.fit_transform(_texts(others))
        unseen, gold = vectorizer.transform(_texts(instructions[fold::folds])), _classes(instructions[fold::folds])
        for smoothing in GRID:
            right[smoothing] += int((_counted(known, _classes(others), smoothing).predict(unseen) == gold).sum())
    return max(GRID, key=lambda smoothing: right[smoothing])


def _counted(weights: Any, labels: npt.NDArray[np.int64], smoothing: float) -> Any:
    from sklearn.naive_bayes import MultinomialNB

    return MultinomialNB(alpha=smoothing).partial_fit(weights, labels, classes=range(len(CLASSES)))


def _classes(instructions: Sequence[Instruction]) -> npt.NDArray[np.int64]:
    return np.array([CLASSES.index(label) for each in instructions for label in gold_labels(each)], dtype=np.int64)


def _texts(instructions: Sequence[Instruction]) -> list[str]:
    return [
        f"{each.previous} {each.filled(filler.text)} {each.following}"
        for each in instructions
        for filler in each.fillers
    ]
