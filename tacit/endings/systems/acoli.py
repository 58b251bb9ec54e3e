"""acoli (Schenk and Chiarcos 2017): a support vector machine over aggregated word vectors of story and ending."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from tacit.endings.features import Matrix
from tacit.endings.features.choice import Floats, by_story, softmax
from tacit.endings.features.word_vectors import mean_vector, word_vectors
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress

_STEEPNESS = 1.5
"""Log-odds a unit of the machine's margin."""


class Acoli(EndingSystem):
    """An RBF machine on the mean, highest and lowest values of the ending's word vectors, and on the products of its
    mean with those of the story and of the last sentence.

    GoogleNews word2vec is left out: GloVe alone stands for both.
    """

    name: ClassVar[str] = "acoli"

    def __init__(self, strength: float = 1.0) -> None:
        self.strength = strength
        self.scale_: Matrix = np.ones(1, dtype=np.float32)
        self.support_: Matrix = np.zeros((0, 1), dtype=np.float32)
        self.weights_: Floats = np.zeros(0)
        self.gamma_ = 1.0

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Acoli:
        """Learn to tell right from wrong endings, each judged by itself."""
        rows = _rows(clozes)
        self.scale_ = np.maximum(rows.std(0), 1e-6)
        rows /= self.scale_
        right = [place == cloze.answer for cloze in clozes for place in range(len(cloze.endings))]
        self.gamma_ = 1 / rows.shape[1]
        machine = require("sklearn.svm", extra="neural").SVC(C=self.strength, gamma=self.gamma_)
        machine.fit(rows, right)
        self.support_ = machine.support_vectors_.astype(np.float32)
        self.weights_ = machine.dual_coef_[0]
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The ending furthest on the right side; the intercept is the same for all."""
        rows = _rows(clozes) / self.scale_
        distances = np.square(rows).sum(1)[:, None] + np.square(self.support_).sum(1)[None] - 2 * rows @ self.support_.T
        margins = np.exp(-self.gamma_ * distances) @ self.weights_
        return [softmax(_STEEPNESS * each) for each in by_story(margins, clozes)]

    def save(self, folder: Path) -> None:
        """Write the support vectors and their weights."""
        arrays: dict[str, npt.NDArray[Any]] = {
            "scale": self.scale_,
            "support": self.support_,
            "weights": self.weights_,
        }
        write_folder(folder, self.name, {"gamma": self.gamma_}, arrays)

    @classmethod
    def load(cls, folder: Path) -> Acoli:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name, {"gamma": float}) as (config, arrays):
            system.gamma_ = float(config["gamma"])
            system.scale_, system.support_, system.weights_ = arrays["scale"], arrays["support"], arrays["weights"]
        return system


def _rows(clozes: Sequence[Cloze]) -> Matrix:
    rows = []
    for cloze in clozes:
        story, last = mean_vector(cloze.story), mean_vector(cloze.story[-1:])
        for ending in cloze.endings:
            words = word_vectors(ending)
            mean = words.mean(0)
            rows.append(np.concatenate([mean, words.max(0), words.min(0), mean * story, mean * last]))
    return np.stack(rows)
