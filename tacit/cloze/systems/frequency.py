"""The most frequent event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from tacit.cloze.features.counting import chain_incidence, number_events
from tacit.cloze.task import (
    ALL,
    ClozeSystem,
    EventChain,
    Gap,
    Places,
    Vector,
)


class Frequency(ClozeSystem):
    """The event that is most frequent, whatever the chain."""

    name = "frequency"

    def fit(self, chains: Sequence[EventChain]) -> Self:
        """Count."""
        self.events = number_events(chains)
        self.counts_: Vector = np.asarray(chain_incidence(chains, self.events).sum(0), dtype=np.float64).ravel()
        return self

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """Log probability."""
        scores: Vector = np.log(self.counts_[places] / self.counts_.sum())
        return scores
