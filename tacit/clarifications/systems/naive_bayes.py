"""The baseline NAIVE BAYES: multinomial, with tf.idf-weighted unigrams of the filled sentence and its context."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tacit.backbones.compact import read_model, write_model
from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.progress import Progress, no_progress

_KIND = "clarifications naive_bayes"
_SMOOTHING = 100.0
"""Chosen on CLAIRE's dev set, as the paper chooses: it almost never tells the fillers of a sentence apart."""


class NaiveBayes(JudgeSystem):
    """Sees all tokens alike, so the five fillers of a sentence hardly differ (section 5.1)."""

    name = "naive_bayes"

    def __init__(self) -> None:
        self._vectorizer: Any = None
        self._log_priors: npt.NDArray[np.float64] = np.zeros(0)
        self._log_likelihoods: npt.NDArray[np.float64] = np.zeros((0, 0))

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Count; nothing is random."""
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.naive_bayes import MultinomialNB

        labels = [CLASSES.index(label) for instruction in instructions for label in gold_labels(instruction)]
        self._vectorizer = TfidfVectorizer()
        weights = self._vectorizer.fit_transform(_texts(instructions))
        model = MultinomialNB(alpha=_SMOOTHING)
        model.partial_fit(weights, labels, classes=range(len(CLASSES)))
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
        write_model(folder, _KIND, {"words": words}, {name: torch.tensor(array) for name, array in arrays.items()})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        config, weights = read_model(folder, _KIND, {"words": [str]})
        arrays = {name: tensor.numpy().astype(np.float64) for name, tensor in weights.items()}
        words = config["words"]
        shapes = {"priors": len(CLASSES), **dict.fromkeys(("idf", *CLASSES), len(words))}
        if {name: array.size for name, array in arrays.items()} != shapes:
            raise InputError("its numbers do not fit its words", path=folder)
        system = cls()
        system._log_priors, system._log_likelihoods = arrays["priors"], np.stack([arrays[label] for label in CLASSES])
        system._vectorizer = TfidfVectorizer(vocabulary=words)
        system._vectorizer.idf_ = arrays["idf"]
        return system


def _texts(instructions: Sequence[Instruction]) -> list[str]:
    return [
        f"{each.previous} {each.filled(filler.text)} {each.following}"
        for each in instructions
        for filler in each.fillers
    ]
