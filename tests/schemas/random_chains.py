"""Small random corpora, as chains, and random options; the same for the same seed."""

from __future__ import annotations

import random

from tacit.schemas.task import ROLES, Slot


def random_chains(seed: int) -> list[tuple[str, list[Slot]]]:
    """Chains over a dozen verbs, some much more frequent than others."""
    chance = random.Random(seed)
    verbs = [f"verb{number}" for number in range(chance.randint(3, 16))]
    weights = [1 / (rank + 1) for rank in range(len(verbs))]
    kinds = ["man", "dog", "PERSON", "ANY"][: chance.randint(1, 4)]
    return [
        (
            chance.choice(kinds),
            [Slot(verb, chance.choice(ROLES)) for verb in chance.choices(verbs, weights, k=chance.randint(1, 5))],
        )
        for _ in range(chance.randint(3, 40))
    ]


def random_options(seed: int) -> dict[str, object]:
    chance = random.Random(-seed - 1)
    return {
        "size": chance.choice([1, 2, 4, 6]),
        "number": chance.choice([1, 3, 800]),
        "type_weight": chance.choice([0.0, 0.5, 1.0]),
        "beta": chance.choice([0.0, 0.1, 0.3, 2.0]),
        "discount": chance.random() < 0.3,
        "best_only": chance.random() < 0.3,
        "as_program": chance.random() < 0.4,
        "seed": seed,
    }
