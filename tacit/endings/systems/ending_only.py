"""The ending alone: style, without a look at the story. How far a system gets without understanding anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from tacit.endings.features.choice import ChoiceRegression, endings_of
from tacit.endings.features.style import STYLE_SHAPE, EndingStyle
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress


class EndingOnly(EndingSystem):
    """Logistic regression on ending style."""

    name: ClassVar[str] = "ending_only"

    def __init__(self, strength: float = 0.02) -> None:
        self.strength = strength
        self.style_ = EndingStyle()
        self.regression_ = ChoiceRegression(strength, scaled=False)

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> EndingOnly:
        """Learn the style of right endings."""
        endings = endings_of(clozes)
        self.style_ = EndingStyle().fit(endings)
        self.regression_.fit(self.style_.transform(endings), clozes)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """By style alone."""
        return self.regression_.predict(self.style_.transform(endings_of(clozes)), clozes)

    def save(self, folder: Path) -> None:
        """Write the n-grams and their weights."""
        config = {"grams": self.style_.grams, "frequent": sorted(self.style_.frequent)}
        write_folder(folder, self.name, config, self.regression_.to_arrays())

    @classmethod
    def load(cls, folder: Path) -> EndingOnly:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name, STYLE_SHAPE) as (config, arrays):
            system.style_ = EndingStyle(config["grams"], config["frequent"])
            system.regression_ = ChoiceRegression.from_arrays(arrays)
            system.check()
        return system

    def check(self) -> None:
        """Raise a `ValueError` unless there is a weight for each n-gram and one for the length."""
        if self.regression_.weights.shape != (self.style_.width,):
            raise ValueError(f"{len(self.style_.grams)} n-grams do not fit {self.regression_.weights.size} weights")
