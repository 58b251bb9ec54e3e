"""How schemas are grown: the options of scores and germinators, and named sets of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

from tacit.errors import UsageError

DECIMALS = 9
"""Scores that agree so far count as equal, so that the order of summing never decides; the more frequent verb wins."""


@dataclass(frozen=True, slots=True)
class GrowthOptions:
    """GrowthOptions of scores and germinators; the defaults are the program's, but for `best_only` and `as_program`.

    `size`: events of a full schema. `number`: schemas to grow (linear induction has no limit).
    `type_weight`: λ, what the types of participants count against PMI; `typed=False` leaves them out altogether.
    `beta`: β, what a slot that fits nowhere counts, and what a slot must exceed to join a chain.
    `discount`: weigh PMI down for rare slots (Pantel and Ravichandran 2004). `best_only`: linear induction adds a verb
    to the best schema only, as in 2009, not to every schema that it fits. `seed_verbs`: verbs to start from, instead
    of the most frequent ones. `seed`: of the random walker.
    `as_program`: score as the paper's own program does. Its narsim looks only at the chains that the verb was seen
    with, its chainsim' only at types that the slot was seen with, and a slot must exceed 2β to join a chain.
    """

    size: int = 6
    number: int = 800
    type_weight: float = 1.0
    beta: float = 0.3
    discount: bool = False
    typed: bool = True
    best_only: bool = False
    seed: int = 19800518
    seed_verbs: tuple[str, ...] = ()
    as_program: bool = False

    def __post_init__(self) -> None:
        if self.size < 1 or self.number < 1:
            raise UsageError("a schema has one event or more, and one schema or more must be asked for")
        if not (isfinite(self.type_weight) and self.type_weight >= 0):
            raise UsageError(f"the weight of types (λ) must be 0 or more, not {self.type_weight}")
        if not isfinite(self.beta):
            raise UsageError(f"β must be a number, not {self.beta}")
        if self.seed < 0:
            raise UsageError(f"the random seed must be 0 or more, not {self.seed}")

    @property
    def joining(self) -> float:
        """What chainsim' must exceed for a slot to join a chain."""
        return self.beta * (2 if self.as_program else 1)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self) | {"seed_verbs": list(self.seed_verbs)}


PRESETS = {
    "paper": GrowthOptions(),
    "program": GrowthOptions(best_only=True, as_program=True),
    "original": GrowthOptions(discount=True, best_only=True),
}
"""`paper`: Simonson and Davis 2018. `program`: as their own program has it. `original`: Chambers and Jurafsky 2009."""


def preset(name: str) -> GrowthOptions:
    """A named set of options, or an error that lists those there are."""
    if name not in PRESETS:
        raise UsageError(f"there is no preset {name!r}; there are {', '.join(PRESETS)}")
    return PRESETS[name]
