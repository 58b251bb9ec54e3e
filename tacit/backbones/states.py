"""States of the lower layers for many sequences, kept on disk: each is computed once and read in every epoch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones.layers import both_ways, embed, layers_of, pad, run_layers
from tacit.backbones.packing import Pack, collate
from tacit.extras import require
from tacit.files import atomic_write

if TYPE_CHECKING:
    from torch import Tensor

BATCH_TOKENS = 2048
"""How many tokens are computed at once."""


class States:
    """Half-precision states of sequences of different lengths, one row a token."""

    def __init__(self, rows: Any, starts: Sequence[int]) -> None:
        self._rows = rows
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> Tensor:
        torch = require("torch", extra="neural")
        rows = np.asarray(self._rows[self._starts[number] : self._starts[number + 1]], dtype=np.float32)
        return torch.from_numpy(rows)  # type: ignore[no-any-return]

    def batch(self, numbers: Sequence[int]) -> Tensor:
        """Some of them as one tensor, filled up on the right with zeros."""
        torch = require("torch", extra="neural")
        return torch.nn.utils.rnn.pad_sequence([self[number] for number in numbers], batch_first=True)  # type: ignore[no-any-return]


def lower_states(
    model: Any,
    sequences: Sequence[Pack] | Sequence[Sequence[int]],
    *,
    stop: int,
    folder: Path,
    on_progress: Callable[[int], None] | None = None,
) -> States:
    """States after the layers below `stop`, for token sequences (an encoder) or packs (a language model).

    They are written to the folder under a name made from their content. What a killed run has computed is kept.
    """
    starts = np.concatenate([[0], np.cumsum([len(sequence) for sequence in sequences])])
    width = int(model.config.hidden_size)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"states-{_name(model, sequences, stop)}.f16"
    done = place.with_suffix(".json")
    whole = place.exists() and place.stat().st_size == int(starts[-1]) * width * 2
    finished = json.loads(done.read_text(encoding="utf-8"))["batches"] if whole and done.exists() else 0
    rows = np.memmap(place, dtype=np.float16, mode="r+" if whole else "w+", shape=(int(starts[-1]), width))
    for number, batch in enumerate(_batches(sequences)):
        if number >= finished:
            computed = _compute(model, [sequences[member] for member in batch], stop)
            for member, states in zip(batch, computed, strict=True):
                rows[starts[member] : starts[member + 1]] = states[: len(sequences[member])].numpy()
            if number % 20 == 19:
                rows.flush()
                with atomic_write(done) as file:
                    file.write(json.dumps({"batches": number + 1}))
        if on_progress is not None:
            on_progress(len(batch))
    rows.flush()
    with atomic_write(done) as file:
        file.write(json.dumps({"batches": 10**9}))
    return States(rows, starts.tolist())


def _compute(model: Any, sequences: Sequence[Any], stop: int) -> Tensor:
    torch = require("torch", extra="neural")
    with torch.inference_mode():
        if isinstance(sequences[0], Pack):
            tokens, positions, mask = collate(sequences)
        else:
            tokens, real = pad(sequences)
            positions = torch.arange(tokens.shape[1]).expand_as(tokens)
            mask = both_ways(real)
        states: Tensor = run_layers(model, embed(model, tokens, positions), mask=mask, positions=positions, stop=stop)
        return states


def _batches(sequences: Sequence[Any]) -> list[list[int]]:
    """Numbers of sequences of like length, as many as fit."""
    batches: list[list[int]] = []
    for number in sorted(range(len(sequences)), key=lambda member: len(sequences[member])):
        if not batches or len(sequences[number]) * (len(batches[-1]) + 1) > BATCH_TOKENS:
            batches.append([])
        batches[-1].append(number)
    return batches


def _name(model: Any, sequences: Sequence[Any], stop: int) -> str:
    """Changes with the model's weights, the sequences and the layer."""
    digest = hashlib.sha256(f"{type(model).__name__} {len(layers_of(model))} {stop}".encode())
    first, *_, last = layers_of(model).parameters()
    digest.update(first.detach().numpy().tobytes())
    digest.update(last.detach().numpy().tobytes())
    for sequence in sequences:
        digest.update(repr(sequence).encode())
    return digest.hexdigest()[:20]
