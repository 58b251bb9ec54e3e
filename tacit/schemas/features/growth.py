"""Chains and schemas that grow: each keeps the sums its scores need, and adding a slot adds one sparse vector to them.

With L = gain − 1, and y only where it was seen with v,

    chainsim'(C, v) = Σ_{y∈C, seen} (PMI(y, v) − 1) − |pairs of C| + max_t [Σ_y gain(v, y, t) + Σ_{x<y} gain(x, y, t)]

so a chain keeps, for its partners, Σ (PMI − 1) and the gains, and for itself the gains inside it. When slot u joins,
the gains inside grow by what the chain had kept for u.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tacit.schemas.features import kernels
from tacit.schemas.features.associations import Associations
from tacit.schemas.features.kernels import Floats, Integers


class GrowingChain:
    """A chain with the sums that give its chainsim' to every slot; slots are numbers, −1 for one never counted."""

    __slots__ = (
        "_associations", "_best_inner", "_cost", "_fillers", "_gains", "_inner", "_sums",
        "partners", "similarities", "slots",
    )  # fmt: skip

    def __init__(self, associations: Associations, slots: Sequence[int] = ()) -> None:
        self._associations = associations
        self.slots: list[int] = []
        self.partners: Integers = np.empty(0, np.int32)
        self._sums: Floats = np.empty(0)
        self._fillers: Integers = np.empty(0, np.int32)
        self._gains: Floats = np.empty(0)
        self._inner: Floats = np.zeros(max(len(associations.types), 1))
        self._best_inner = 0.0
        self._cost = 0.0
        self.similarities: Floats = np.empty(0)
        for slot in slots:
            self.add(slot)

    def add(self, slot: int) -> None:
        """Let a slot join."""
        has = self._associations
        if has.options.typed:
            self._cost += len(self.slots)
        self.slots.append(slot)
        if slot >= 0:
            self._take_in(slot)
        self.similarities = kernels.partner_similarities(
            self.partners, self._sums, self._fillers, self._gains,
            has.filler_slot, has.filler_type, self._inner, self._best_inner, self._cost,
            has.fillers_of, has.options.as_program,
        )  # fmt: skip

    def _take_in(self, slot: int) -> None:
        """Add what is known of the slot to the sums."""
        has, typed = self._associations, self._associations.options.typed
        if typed:
            first, end = has.fillers_of[slot], has.fillers_of[slot + 1]
            kernels.add_gains(self._fillers, self._gains, first, end, has.filler_type, self._inner)
            self._best_inner = float(self._inner.max())
            row = has.filler_row(slot)
            self._fillers, self._gains = kernels.add_sparse(
                self._fillers, self._gains, has.fillers[row], has.gains[row]
            )
        row = has.partner_row(slot)
        self.partners, self._sums = kernels.add_sparse(
            self.partners, self._sums, has.partners[row], has.pmi_values[row] - typed
        )

    @property
    def base(self) -> float:
        """chainsim' with a slot that is no partner of the chain."""
        return self._best_inner - self._cost

    @property
    def inner(self) -> Floats:
        """The gains inside it, by type."""
        return self._inner

    @property
    def cost(self) -> float:
        """The number of its pairs, where types count."""
        return self._cost

    def similarity(self, slot: int) -> float:
        """chainsim' of the chain and one slot."""
        place = int(np.searchsorted(self.partners, slot))
        if place == len(self.partners) or self.partners[place] != slot:
            return self._base_as_program(slot) if self._associations.options.as_program else self.base
        return float(self.similarities[place])

    def _base_as_program(self, slot: int) -> float:
        has = self._associations
        best = kernels.best_of_own(slot, has.fillers_of, has.filler_type, self._inner) if slot >= 0 else 0.0
        return best - self._cost


class Grown(NamedTuple):
    """A schema in numbers: its verbs and the score of each when it joined, and the slots of its chains."""

    events: list[int]
    scores: list[float]
    chains: list[list[int]]


class GrowingSchema:
    """A schema that starts from a verb, whose slots are a chain each; verbs and slots are numbers."""

    def __init__(self, associations: Associations, verb: int) -> None:
        self._associations = associations
        self.events = [verb]
        self.scores = [associations.least(verb)]
        self.chains = [GrowingChain(associations, [slot]) for slot in associations.slot_numbers(verb)]

    @property
    def is_full(self) -> bool:
        """Whether it has all the events it may have."""
        return len(self.events) >= self._associations.options.size

    def write_excess(self, row: Floats) -> None:
        """Write narsim with each verb seen with the schema, less its least value (β a slot), into a row of verbs.

        Verbs once seen stay seen, so a row that was 0 at first is always right.
        """
        verbs, excess = narrative_excess(self._associations, self.chains)
        row[verbs] = excess

    def insert(self, verb: int, excess: float) -> None:
        """Let a verb join: each slot goes to the chain it fits best, else opens one."""
        slots = self._associations.slot_numbers(verb)
        similarities = np.array([[chain.similarity(slot) for chain in self.chains] for slot in slots])
        chosen = kernels.pair_off(similarities, self._associations.options.joining).tolist()
        for slot, chain in zip(slots, chosen, strict=True):
            if chain >= 0:
                self.chains[chain].add(slot)
            else:
                self.chains.append(GrowingChain(self._associations, [slot]))
        self.events.append(verb)
        self.scores.append(self._associations.least(verb) + float(excess))

    def grown(self) -> Grown:
        """What came of it."""
        return Grown(self.events, self.scores, [chain.slots for chain in self.chains])


def narrative_excess(associations: Associations, chains: Sequence[GrowingChain]) -> tuple[Integers, Floats]:
    """The verbs seen with a schema's chains, and narsim with each, less its least value (β a slot)."""
    by_base = sorted(chains, key=lambda chain: -chain.base)
    sizes = [len(chain.partners) for chain in by_base]
    if not sum(sizes):
        return np.empty(0, np.int32), np.empty(0)
    if associations.options.as_program:
        return kernels.narrative_excess_as_program(
            np.cumsum([0, *sizes], dtype=np.int32),
            np.concatenate([chain.partners for chain in by_base]),
            np.concatenate([chain.similarities for chain in by_base]),
            np.stack([chain.inner for chain in by_base]),
            np.array([chain.cost for chain in by_base]),
            associations.fillers_of, associations.filler_type,
            associations.verb_of, associations.verb_start, associations.options.beta,
        )  # fmt: skip
    return kernels.narrative_excess(
        np.cumsum([0, *sizes], dtype=np.int32),
        np.concatenate([chain.partners for chain in by_base]),
        np.concatenate([chain.similarities for chain in by_base]),
        np.array([chain.base for chain in by_base]),
        associations.verb_of, associations.verb_start, associations.options.beta, *associations.scratch,
    )  # fmt: skip
