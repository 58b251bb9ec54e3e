"""tbmihaylov (Mihaylov and Frank 2017): word vectors of story and ending, read by an LSTM and by a regression."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from tacit.endings.features import KEPT_CLOZES, Matrix
from tacit.endings.features.choice import ChoiceRegression, endings_of, softmax
from tacit.endings.features.word_vectors import content_vector, word_similarity_features, word_vectors
from tacit.endings.systems.recurrent import RecurrentSystem
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.learning.folder import Arrays, read_folder, write_folder
from tacit.progress import Progress, no_progress

_WHOLE = 10.0
"""Words by which the sum of an ending's vectors is divided, to be about as large as their mean."""
_DIRECTIONS = 8


class TbmihaylovLstm(RecurrentSystem):
    """The paper's network alone: one BiLSTM over word vectors (GloVe for word2vec), with their similarities."""

    name: ClassVar[str] = "tbmihaylov_lstm"

    def features(self, cloze: Cloze) -> Matrix:
        """Cosines of word vectors."""
        return word_similarity_features(cloze)


class TbmihaylovRegression(EndingSystem):
    """The paper's logistic regression alone, over aggregated word vectors and their similarities.

    Products of ending and story, and of the directions in which endings differ most, are additions of ours.
    """

    name: ClassVar[str] = "tbmihaylov_regression"

    def __init__(self) -> None:
        self.regression_ = ChoiceRegression(0.001)
        self.directions_: Matrix = np.zeros((0, 0), dtype=np.float32)

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Self:
        """Learn the weights."""
        self.directions_ = _directions(endings_of(clozes))
        self.regression_.fit(self._rows(clozes), clozes)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of each story's weighted features."""
        return self.regression_.predict(self._rows(clozes), clozes) if clozes else []

    def _rows(self, clozes: Sequence[Cloze]) -> Matrix:
        """What the regression sees of each candidate, story after story."""
        rows = [np.hstack([_features(cloze), _interplay(cloze, self.directions_)]) for cloze in clozes]
        return np.concatenate(rows)

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` reads."""
        return {"directions": self.directions_, **self.regression_.to_arrays("regression_")}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """A fitted regression from its weights."""
        system = cls()
        system.regression_ = ChoiceRegression.from_arrays(arrays, "regression_")
        system.directions_ = arrays["directions"]
        return system

    def save(self, folder: Path) -> None:
        """Write the weights."""
        write_folder(folder, self.name, {}, self.to_arrays())

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        with read_folder(folder, cls.name) as (_, arrays):
            return cls.from_arrays(arrays)


class Tbmihaylov(TbmihaylovLstm):
    """Resource-lean: nothing but word vectors and their similarities.

    The paper has an LSTM, and a logistic regression about as good. Here three LSTMs and the regression are trained, and
    their probabilities are multiplied: stronger than either, and not what the paper measured.
    """

    name: ClassVar[str] = "tbmihaylov"
    networks: ClassVar[int] = 3

    def __init__(self) -> None:
        super().__init__()
        self.regression_ = TbmihaylovRegression()

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Self:
        """Train the networks and the regression."""
        self.regression_.fit(clozes)
        return super().fit(clozes, stories, seed=seed, progress=progress)

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The product of what both say."""
        by_networks = super().predict(clozes, progress=progress)
        by_regression = self.regression_.predict(clozes)
        return [softmax(np.log(one) + np.log(other)) for one, other in zip(by_networks, by_regression, strict=True)]

    def save(self, folder: Path) -> None:
        """Write the weights of both."""
        write_folder(folder, self.name, {}, {**self.arrays(), **self.regression_.to_arrays()})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        system = super().load(folder)
        with read_folder(folder, cls.name) as (_, arrays):
            system.regression_ = TbmihaylovRegression.from_arrays(arrays)
        return system


def _directions(endings: Sequence[str]) -> Matrix:
    """The directions in which the content of endings differs most, one a column."""
    means = np.stack([content_vector([ending]) for ending in endings])
    _, _, found = np.linalg.svd(means - means.mean(0), full_matrices=False)
    return np.asarray(found[:_DIRECTIONS].T, dtype=np.float32)


def _interplay(cloze: Cloze, directions: Matrix) -> Matrix:
    """Each direction of the ending times each of the story, and times each of the story's last sentence."""
    before = np.concatenate([content_vector(cloze.story), content_vector(cloze.story[-1:])]).reshape(2, -1) @ directions
    rows = [np.outer(content_vector([ending]) @ directions, before).ravel() for ending in cloze.endings]
    return np.stack(rows)


@lru_cache(maxsize=KEPT_CLOZES)
def _features(cloze: Cloze) -> Matrix:
    """Mean, highest, lowest and summed values of the ending's word vectors, and their products with the story's."""
    rows = []
    story = np.concatenate([word_vectors(sentence) for sentence in cloze.story]).mean(0)
    last = _pooled(word_vectors(cloze.story[-1]))
    for ending, likeness in zip(cloze.endings, word_similarity_features(cloze), strict=True):
        words = word_vectors(ending)
        pooled, whole = _pooled(words), words.sum(0) / _WHOLE
        mean = words.mean(0)
        parts = [pooled, whole, likeness, pooled * last, mean * story, whole * story, whole * last[: len(whole)]]
        rows.append(np.concatenate(parts))
    return np.stack(rows)


def _pooled(words: Matrix) -> Matrix:
    return np.concatenate([words.mean(0), words.max(0), words.min(0)])
