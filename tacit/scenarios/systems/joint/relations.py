"""When a more general or related scenario is kept beside the one that a passage is most about."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tacit.scenarios.inventory import Inventory

_NESTED = 0.75
"""Share of a passage's probability that goes to the general scenario in whose midst it stands."""
_STEEPNESS = 6.0
"""How fast a weaker reference makes a second scenario less likely."""
_GENERAL, _RELATED = 0.15, 0.0
"""How much weaker a reference to a more general, or to a related scenario may be to be as likely as not."""


@dataclass(frozen=True, slots=True)
class Relations:
    """By scenario number: the more general ones (or those it is a part of), and those that often come together."""

    general: Mapping[int, frozenset[int]] = field(default_factory=dict)
    related: Mapping[int, frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, inventory: Inventory, labels: Collection[str]) -> Relations:
        """The inventory's relations between these labels."""
        numbers = {label: number for number, label in enumerate(labels)}
        general: dict[int, set[int]] = {number: set() for number in numbers.values()}
        related: dict[int, set[int]] = {number: set() for number in numbers.values()}
        for scenario in inventory:
            if scenario.label not in numbers:
                continue
            number = numbers[scenario.label]
            for name in (*scenario.more_specific_than, *scenario.part_of):
                if (other := inventory.scenario(name).label) in numbers:
                    general[number].add(numbers[other])
            for name in scenario.often_together:
                if (other := inventory.scenario(name).label) in numbers:
                    related[number].add(numbers[other])
                    related[numbers[other]].add(number)
        return cls(_frozen(general), _frozen(related))

    @classmethod
    def from_pairs(cls, general: Iterable[Sequence[int]], related: Iterable[Sequence[int]]) -> Relations:
        """From pairs of numbers, as a model folder holds them."""
        return cls(_grouped(general), _grouped(related))

    @property
    def labels(self) -> set[int]:
        """The numbers of all labels that are related to others."""
        tables = (self.general, self.related)
        return {number for table in tables for label, others in table.items() for number in (label, *others)}

    def kept_beside(
        self, label: int, chances: Mapping[int, float], margins: npt.NDArray[np.float32], neighbours: Collection[int]
    ) -> dict[int, float]:
        """The chances of a passage's scenarios, where related ones need not share what there is."""
        raised = dict(chances)
        for others, allowance in ((self.general, _GENERAL), (self.related, _RELATED)):
            for other in others.get(label, ()):
                weaker = float(margins[label] - margins[other])
                beside = 1 / (1 + math.exp(_STEEPNESS * (weaker - allowance)))
                if other in neighbours and others is self.general:
                    beside = max(beside, _NESTED)
                raised[other] = max(raised[other], beside * chances[label])
        return raised


def _grouped(pairs: Iterable[Sequence[int]]) -> dict[int, frozenset[int]]:
    sets: dict[int, set[int]] = {}
    for first, second in pairs:
        sets.setdefault(int(first), set()).add(int(second))
    return _frozen(sets)


def _frozen(sets: Mapping[int, set[int]]) -> dict[int, frozenset[int]]:
    return {number: frozenset(others) for number, others in sets.items() if others}
