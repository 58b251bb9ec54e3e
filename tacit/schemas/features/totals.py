"""How often slots, and pairs of slots that share a participant, were counted in one set of documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tacit.schemas.task import Slot

Integers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of one set of documents: each slot once a chain, each unordered pair of its slots once a chain and type.

    `singles[i]` counts `slots[i]`; pair number k is `slots[first[k]]` and `slots[second[k]]`, filled together by a
    participant of type `types[kind[k]]` `pairs[k]` times.
    """

    slots: Sequence[Slot]
    types: Sequence[str]
    singles: Integers
    first: Integers
    second: Integers
    kind: Integers
    pairs: Integers

    @classmethod
    def from_chains(cls, chains: Iterable[tuple[str, Iterable[Slot]]]) -> Totals:
        """The counts of chains that are given as their participant's type and the slots it fills.

        >>> totals = Totals.from_chains([("man", [Slot("rob", "SUBJ"), Slot("flee", "SUBJ"), Slot("rob", "SUBJ")])])
        >>> totals.singles.tolist(), totals.pairs.tolist()
        ([1, 1], [1])
        """
        singles: Counter[Slot] = Counter()
        pairs: Counter[tuple[Slot, Slot, str]] = Counter()
        for kind, filled in chains:
            slots = sorted(set(filled))
            singles.update(slots)
            pairs.update((one, other, kind) for one, other in combinations(slots, 2))
        slot_number = {slot: number for number, slot in enumerate(singles)}
        types = sorted({kind for _, _, kind in pairs})
        type_number = {kind: number for number, kind in enumerate(types)}
        return cls(
            list(singles),
            types,
            _numbers(singles.values()),
            _numbers(slot_number[one] for one, _, _ in pairs),
            _numbers(slot_number[other] for _, other, _ in pairs),
            _numbers(type_number[kind] for _, _, kind in pairs),
            _numbers(pairs.values()),
        )


def _numbers(values: Iterable[int]) -> Integers:
    return np.fromiter(values, np.int32)
