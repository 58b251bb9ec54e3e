"""What systems that are a logistic regression on a handful of features share: fit, predict, save and load."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Self

from tacit.endings.features import Matrix
from tacit.endings.features.choice import ChoiceRegression
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress


class FeatureSystem(EndingSystem):
    """Logistic regression on the rows of `features`."""

    strength: ClassVar[float] = 0.1

    def __init__(self) -> None:
        self.regression_ = ChoiceRegression(self.strength)

    @abstractmethod
    def features(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        """A row for each candidate, story after story."""

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Self:
        """Learn the weights of the features."""
        self.regression_.fit(self.features(clozes, progress), clozes)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of each story's weighted features."""
        return self.regression_.predict(self.features(clozes, progress), clozes)

    def save(self, folder: Path) -> None:
        """Write the weights."""
        write_folder(folder, self.name, {}, self.regression_.to_arrays())

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name) as (_, arrays):
            system.regression_ = ChoiceRegression.from_arrays(arrays)
        return system
