"""The task: which everyday scenarios is each sentence of a narrative about? None, one or several."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias

from tacit.learning.parameters import WithParameters
from tacit.progress import Progress, no_progress

NONE = ""
"""Stands for 'no scenario of the inventory' wherever labels are ranked."""


@dataclass(frozen=True, slots=True)
class Narrative:
    """A text as its sentences; `labels` are the gold scenarios of each sentence, by canonical label, where known."""

    id: str
    sentences: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.sentences)


class Scored(NamedTuple):
    """A scenario (or `NONE`) with the probability that a sentence is about it."""

    label: str
    probability: float


Ranking: TypeAlias = tuple[Scored, ...]
"""What one sentence may be about, best first; `NONE` is one of the candidates."""


@dataclass(frozen=True, slots=True)
class Detection:
    """What a system says of one narrative: a ranking for each sentence, and where segments start.

    `starts` are sentence numbers, the first of which is 0. `whole` is the one scenario that fits the narrative best as
    a whole, from a system that looks at that by itself.
    """

    rankings: tuple[Ranking, ...]
    starts: tuple[int, ...]
    whole: str | None = None


class ScenarioSystem(WithParameters, ABC):
    """One way to detect scenarios.

    The constructor only stores options. `fit` learns from narratives whose sentences are labelled, those about
    nothing in the inventory included; `detect` reads new ones.
    """

    name: ClassVar[str]

    @abstractmethod
    def fit(
        self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress
    ) -> ScenarioSystem:
        """Learn, and return the system itself."""

    @abstractmethod
    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """What each narrative is about; their gold labels are not looked at."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write a model folder: config.json and weights without pickle."""

    @classmethod
    @abstractmethod
    def load(cls, folder: Path) -> ScenarioSystem:
        """The system that `save` wrote."""
