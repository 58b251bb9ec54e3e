"""The task: a story and two or more candidate endings. Which one makes sense?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

from tacit.learning.parameters import WithParameters
from tacit.progress import Progress, no_progress


@dataclass(frozen=True, slots=True)
class Story:
    """A whole story as its sentences, the last of which is its ending."""

    id: str
    sentences: tuple[str, ...]

    @property
    def body(self) -> tuple[str, ...]:
        """All but the ending."""
        return self.sentences[:-1]

    @property
    def ending(self) -> str:
        """The last sentence."""
        return self.sentences[-1]


@dataclass(frozen=True, slots=True)
class Cloze:
    """A story without its ending, candidates for it, and the place of the right one (from 0) where it is known."""

    id: str
    story: tuple[str, ...]
    endings: tuple[str, ...]
    answer: int | None = None

    @property
    def text(self) -> str:
        """The story as running text."""
        return " ".join(self.story)


Probabilities: TypeAlias = tuple[float, ...]
"""How probable each candidate of one story is to be the right ending; they sum to 1."""


class EndingSystem(WithParameters, ABC):
    """One way to choose endings.

    The constructor only stores options. `fit` learns from answered clozes, from whole stories, or from both;
    `uses_clozes` and `uses_stories` say what a system needs.
    """

    name: ClassVar[str]
    uses_clozes: ClassVar[bool] = True
    uses_stories: ClassVar[bool] = False

    @abstractmethod
    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> EndingSystem:
        """Learn, and return the system itself."""

    @abstractmethod
    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The probability of each candidate of each story; answers are not looked at."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write a model folder: config.json and weights without pickle."""

    @classmethod
    @abstractmethod
    def load(cls, folder: Path) -> EndingSystem:
        """The system that `save` wrote."""


def chosen(probabilities: Probabilities) -> int:
    """The place of the most probable candidate; the first of several equal ones.

    >>> chosen((0.2, 0.5, 0.3))
    1
    """
    return max(range(len(probabilities)), key=lambda place: (probabilities[place], -place))
