"""Ordered pairs of events (Jans et al. 2012)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

import numpy as np

from tacit.cloze.features.counting import number_events
from tacit.cloze.task import (
    ALL,
    ClozeSystem,
    EventChain,
    Gap,
    Places,
    Vector,
)
from tacit.extras import require

SKIPPED = 2
"""Most events between the two of a bigram (Jans et al. 2012: the best of the settings they tried)."""
SMOOTHING = 0.1


class Bigram(ClozeSystem):
    """Ordered pairs with up to two events between them (Jans et al. 2012), smoothed by adding a constant."""

    name = "bigram"

    def fit(self, chains: Sequence[EventChain]) -> Self:
        """Count ordered pairs."""
        sparse = require("scipy.sparse", extra="schemas")
        self.events = number_events(chains)
        pairs = [pair for chain in chains for pair in self._pairs(chain)]
        size = len(self.events)
        first, second = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True)) if pairs else ([], [])
        counts = sparse.csr_matrix((np.ones(len(pairs)), (first, second)), shape=(size, size))
        self.total_: Vector = np.log(np.asarray(counts.sum(1), dtype=np.float64).ravel() + SMOOTHING * size)
        counts.data = np.log1p(counts.data / SMOOTHING)
        self.following_, self.preceding_ = counts, counts.T.tocsr()
        return self

    def _pairs(self, chain: EventChain) -> Iterator[tuple[int, int]]:
        numbers = [self.events[slot] for slot in chain.slots]
        for place, first in enumerate(numbers):
            for second in numbers[place + 1 : place + 2 + SKIPPED]:
                yield first, second

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """Σ log P(event | earlier) + Σ log P(later | event); terms that are equal for all events are left out."""
        before = [self.events[slot] for slot in gap.before if slot in self.events]
        after = [self.events[slot] for slot in gap.after if slot in self.events]
        found = np.asarray(self.following_[before].sum(0) + self.preceding_[after].sum(0), dtype=np.float64).ravel()
        scores: Vector = (found - len(after) * self.total_)[places]
        return scores
