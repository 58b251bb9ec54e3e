"""The task: one event of a chain is hidden, and a model of events must find it from the others.

An event is a slot: the verb, and the role in which the chain's participant fills it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from tacit.learning.parameters import WithParameters
from tacit.schemas.task import Slot

Vector = npt.NDArray[np.float64]
Places = Sequence[int] | slice
ALL = slice(None)
CHOICES = 5


@dataclass(frozen=True, slots=True)
class EventChain:
    """The different slots that one participant of a document fills, in the order of the text."""

    document: str
    type: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A chain with one event hidden, and the document that it is of."""

    before: tuple[Slot, ...]
    after: tuple[Slot, ...]
    type: str
    document: str = ""

    @property
    def context(self) -> tuple[Slot, ...]:
        """The events that are left."""
        return self.before + self.after


@dataclass(frozen=True, slots=True)
class ClozeQuestion:
    """A gap, the events to choose from, and the number of the right one."""

    gap: Gap
    choices: tuple[Slot, ...]
    answer: int


class ClozeSystem(WithParameters, ABC):
    """A model of which events go together. After `fit`, `events` are those it knows."""

    name: str
    events: dict[Slot, int]

    @abstractmethod
    def fit(self, chains: Sequence[EventChain]) -> Self:
        """Learn from chains, and return the system itself."""

    @abstractmethod
    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """How well known events fit the gap: all of them in the order of `events`, or those at these places."""

    def ranking(self, gap: Gap) -> Vector:
        """By what all known events are ranked; the same as `scores`, unless a system knows better."""
        return self.scores(gap)
