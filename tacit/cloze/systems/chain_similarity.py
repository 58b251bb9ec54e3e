"""The similarity by which schemas are grown (Chambers and Jurafsky 2009)."""

from __future__ import annotations

from collections.abc import Sequence
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
from tacit.schemas.features.growth import GrowingChain
from tacit.schemas.features.scores import Scores
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions


class ChainSimilarity(ClozeSystem):
    """chainsim' of Chambers and Jurafsky (2009), by which schemas are grown: PMI and the kinds of participant."""

    name = "chain-similarity"

    def fit(self, chains: Sequence[EventChain]) -> Self:
        """Count pairs, and pairs with kinds."""
        self.events = number_events(chains)
        self.scores_ = Scores(Totals.from_chains((chain.type, chain.slots) for chain in chains), GrowthOptions())
        self._slots = list(self.events)
        return self

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """The similarity of the chain that is left to each event."""
        chosen = self._slots[places] if isinstance(places, slice) else [self._slots[place] for place in places]
        numbers = self.scores_.slot_number
        chain = GrowingChain(self.scores_, [numbers.get(slot, -1) for slot in gap.context])
        return np.array([chain.similarity(numbers.get(slot, -1)) for slot in chosen])
