"""How strongly slots belong together: their PMI, and L, how well a type of participant fits two of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.schemas.features.kernels import Floats, Integers
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.task import ROLES, Slot


class Associations:
    """Slots and the pairs that participants join, as sparse rows.

    `verbs` stand by frequency, then alphabetically; this order breaks all ties. A verb's frequency is the sum of
    its slots' counts. Slots of verb number v are the numbers `verb_start[v]` to `verb_start[v + 1]`.

    A slot's partners are the slots it shares participants with: row s of `partners` and `pmi_values` runs from
    `partner_start[s]` to `partner_start[s + 1]`. A filler is a slot with a type of participant (`filler_slot`,
    `filler_type`), those of slot s numbered from `fillers_of[s]`; row s of `fillers`, `frequencies` and `gains`, which
    runs from `filler_start[s]`, has the partners' fillers, those of the partner at place p from `pair_start[p]`. A gain
    is L + 1: 0 where a pair was never seen with a type, so almost everywhere.
    """

    def __init__(self, totals: Totals, options: GrowthOptions | None = None) -> None:
        self.options = options or GrowthOptions()
        self.types = list(totals.types)
        self._order(totals)
        self._relate(totals)

    def _order(self, totals: Totals) -> None:
        frequency: dict[str, int] = {}
        for slot, single in zip(totals.slots, totals.singles.tolist(), strict=True):
            frequency[slot.verb] = frequency.get(slot.verb, 0) + single
        self.verbs = sorted(frequency, key=lambda verb: (-frequency[verb], verb))
        self.frequency = np.array([frequency[verb] for verb in self.verbs], np.int64)
        self.verb_number = {verb: number for number, verb in enumerate(self.verbs)}
        verb_of = np.array([self.verb_number[slot.verb] for slot in totals.slots], np.int32)
        places = np.lexsort((np.array([ROLES.index(slot.role) for slot in totals.slots]), verb_of))
        self.slots = [totals.slots[place] for place in places.tolist()]
        self.slot_number = {slot: number for number, slot in enumerate(self.slots)}
        self.singles = totals.singles[places]
        self.verb_of: Integers = verb_of[places]
        self.verb_start: Integers = np.searchsorted(self.verb_of, np.arange(len(self.verbs) + 1)).astype(np.int32)
        self._place = np.argsort(places)
        self.scratch = (np.full(len(self.slots), -np.inf), np.zeros(len(self.slots), np.int32))

    def _relate(self, totals: Totals) -> None:
        """Make the sparse rows: each slot's partners with PMI, and its partners' fillers with L + 1."""
        size, kinds = len(self.slots), max(len(self.types), 1)
        first, second = self._place[totals.first], self._place[totals.second]
        one, other = np.concatenate([first, second]), np.concatenate([second, first])
        order = np.argsort((one * size + other) * kinds + np.tile(totals.kind, 2))
        one, other, kind, pairs = (
            one[order],
            other[order],
            np.tile(totals.kind, 2)[order],
            np.tile(totals.pairs, 2)[order],
        )

        begins = np.flatnonzero(np.diff(one * size + other, prepend=-1))
        self.partner_start: Integers = np.searchsorted(one[begins], np.arange(size + 1)).astype(np.int32)
        self.partners: Integers = other[begins].astype(np.int32)
        self.pair_start: Integers = np.append(begins, len(one)).astype(np.int32)
        self.pair_counts = np.add.reduceat(pairs, begins) if len(begins) else pairs
        self.pmi_values = self._pmi_values(int(totals.pairs.sum()))

        fillers, filler = np.unique(other * kinds + kind, return_inverse=True)
        self.filler_slot, self.filler_type = (part.astype(np.int32) for part in np.divmod(fillers, kinds))
        self.fillers_of: Integers = np.searchsorted(self.filler_slot, np.arange(size + 1)).astype(np.int32)
        self.filler_start: Integers = np.searchsorted(one, np.arange(size + 1)).astype(np.int32)
        self.fillers: Integers = filler.astype(np.int32)
        self.frequencies: Floats = pairs.astype(np.float64)
        self.gains: Floats = self.options.type_weight * np.log2(self.frequencies) + 1

    def _pmi_values(self, all_pairs: int) -> Floats:
        one = self.singles[np.repeat(np.arange(len(self.slots)), np.diff(self.partner_start))]
        other = self.singles[self.partners]
        pairs = self.pair_counts
        values = np.log2((pairs / all_pairs) / ((one / self.singles.sum()) * (other / self.singles.sum())))
        if self.options.discount:
            rarer = np.minimum(one, other)
            values = values * (pairs / (pairs + 1)) * (rarer / (rarer + 1))
        return np.asarray(values, np.float64)

    def slot_numbers(self, verb: int) -> range:
        """The numbers of the slots of verb number `verb`."""
        return range(int(self.verb_start[verb]), int(self.verb_start[verb + 1]))

    def partner_row(self, slot: int) -> slice:
        """Where the partners of slot number `slot` are."""
        return slice(self.partner_start[slot], self.partner_start[slot + 1])

    def filler_row(self, slot: int) -> slice:
        """Where the fillers that slot number `slot` shares participants with are."""
        return slice(self.filler_start[slot], self.filler_start[slot + 1])

    def least(self, verb: int) -> float:
        """The least narsim of verb number `verb`: β a slot."""
        return self.options.beta * len(self.slot_numbers(verb))

    def count(self, slot: Slot) -> int:
        """In how many chains the slot is."""
        number = self.slot_number.get(slot)
        return 0 if number is None else int(self.singles[number])

    def pmi(self, one: Slot, other: Slot) -> float:
        """Pointwise mutual information of two slots, in bits."""
        place = self._pair_place(one, other)
        return 0.0 if place is None else float(self.pmi_values[place])

    def type_counts(self, chain: Sequence[Slot]) -> dict[str, float]:
        """How often participants of each type filled two slots of the chain; for a single slot, it and any other."""
        numbers = [self.slot_number[slot] for slot in chain if slot in self.slot_number]
        counts = np.zeros(len(self.types))
        for number in numbers:
            row = self.filler_row(number)
            inside = np.isin(self.filler_slot[self.fillers[row]], numbers) | (len(numbers) == 1)
            np.add.at(counts, self.filler_type[self.fillers[row][inside]], self.frequencies[row][inside])
        met = 2 if len(numbers) > 1 else 1  # a pair inside the chain is met from both its slots
        return {self.types[kind]: float(counts[kind]) / met for kind in np.flatnonzero(counts)}

    def _pair_place(self, one: Slot, other: Slot) -> int | None:
        if one not in self.slot_number or other not in self.slot_number:
            return None
        row = self.partner_row(self.slot_number[one])
        place = int(row.start + np.searchsorted(self.partners[row], self.slot_number[other]))
        return place if place < row.stop and self.partners[place] == self.slot_number[other] else None
