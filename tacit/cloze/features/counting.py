"""What several systems count: events by number, and in which chains they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain as chained
from typing import Any

import numpy as np

from tacit.cloze.task import (
    EventChain,
)
from tacit.extras import require
from tacit.schemas.task import Slot


def number_events(chains: Sequence[EventChain]) -> dict[Slot, int]:
    """Events by frequency, then by name, so that the order does not depend on that of the chains."""
    counts = Counter(chained.from_iterable(chain.slots for chain in chains))
    return {slot: number for number, slot in enumerate(sorted(counts, key=lambda slot: (-counts[slot], slot)))}


def chain_incidence(chains: Sequence[EventChain], events: dict[Slot, int]) -> Any:
    """Chains × events: 1 where an event stands in a chain."""
    sparse = require("scipy.sparse", extra="schemas")
    columns = [events[slot] for chain in chains for slot in chain.slots]
    ends = np.cumsum([0, *(len(chain.slots) for chain in chains)])
    return sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(chains), len(events)))
