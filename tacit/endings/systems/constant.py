"""The constant choice: the first ending, always."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress


class Constant(EndingSystem):
    """All endings are equally probable, so the first is taken."""

    name: ClassVar[str] = "constant"
    uses_clozes: ClassVar[bool] = False

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Constant:
        """There is nothing to learn."""
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The same for each."""
        return [tuple([1 / len(cloze.endings)] * len(cloze.endings)) for cloze in clozes]

    def save(self, folder: Path) -> None:
        """Write that it is this system."""
        write_folder(folder, self.name, {}, {})

    @classmethod
    def load(cls, folder: Path) -> Constant:
        """The system that `save` wrote."""
        with read_folder(folder, cls.name):
            return cls()
