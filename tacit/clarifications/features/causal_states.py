"""States of the causal model's lower layers for instructions: computed once, for its scores and for its adaptation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tacit.backbones.layers import embed, run_layers
from tacit.backbones.packing import Pack, collate
from tacit.backbones.states import States, lower_states
from tacit.extras import require


def lower_count(model: Any) -> int:
    """How many of the model's layers are never adapted: the lower two thirds."""
    return 2 * int(model.config.num_hidden_layers) // 3


def states_of(
    model: Any,
    packs: Sequence[Pack],
    *,
    folder: Path | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> States:
    """The states after the lower layers: kept in the folder, or without one only held in memory."""
    stop = lower_count(model)
    if folder is not None:
        return lower_states(model, packs, stop=stop, folder=folder, on_progress=on_progress)
    torch = require("torch", extra="neural")
    rows = []
    with torch.inference_mode():
        for pack in packs:
            tokens, positions, mask = collate([pack])
            states = run_layers(model, embed(model, tokens, positions), mask=mask, positions=positions, stop=stop)
            rows.append(states[0].numpy())
    starts = np.concatenate([[0], np.cumsum([len(pack) for pack in packs])]).astype(int)
    return States(np.concatenate(rows) if rows else np.zeros((0, 1)), starts.tolist())


def like_length(packs: Sequence[Pack], *, tokens: int = 2048) -> list[list[int]]:
    """Numbers of packs of like length, as many at once as have so many tokens."""
    batches: list[list[int]] = []
    for number in sorted(range(len(packs)), key=lambda member: len(packs[member])):
        if not batches or len(packs[number]) * (len(batches[-1]) + 1) > tokens:
            batches.append([])
        batches[-1].append(number)
    return batches
