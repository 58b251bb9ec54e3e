"""States of the lower layers for many sequences: each is computed once, read in every epoch, and kept on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones.layers import both_ways, embed, layers_of, pad, run_layers, run_whole
from tacit.backbones.packing import Pack, collate
from tacit.extras import require
from tacit.files import atomic_write
from tacit.progress import Progress, counted, no_progress

if TYPE_CHECKING:
    from torch import Tensor

BATCH_TOKENS = 2048
"""How many tokens are computed at once."""
_KEEP_EVERY = 20
"""Batches between two notes of what is on disk."""
_ALL = 10**9
"""More batches than there ever are."""


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
    stop: int | None,
    folder: Path | None = None,
    what: str = "reading",
    progress: Progress = no_progress,
) -> States:
    """States after the layers below `stop`, for token sequences (an encoder) or packs (a language model).

    Without `stop` they are an encoder's last ones, whatever its layers are like.

    They are written to the folder under a name made from their content, and what a killed run has computed is kept.
    Without a folder they are only held in memory, in full precision.
    """
    starts = np.concatenate([[0], np.cumsum([len(sequence) for sequence in sequences])]).astype(int).tolist()
    shape = (starts[-1], int(model.config.hidden_size))
    place = None if folder is None else folder / f"states-{_name(model, sequences, stop)}.f16"
    rows, finished, keep = _in_memory(shape) if place is None else _on_disk(place, shape)
    more = counted(what, len(sequences), progress)
    for number, batch in enumerate(like_length(sequences)):
        if number >= finished:
            computed = _compute(model, [sequences[member] for member in batch], stop)
            for member, states in zip(batch, computed, strict=True):
                rows[starts[member] : starts[member + 1]] = states[: len(sequences[member])].numpy()
            if number % _KEEP_EVERY == _KEEP_EVERY - 1:
                keep(number + 1)
        more(len(batch))
    keep(_ALL)
    return States(rows, starts)


_Rows = tuple[Any, int, Callable[[int], None]]
"""Rows to write to, how many batches of them are there already, and what notes that there are more."""


def _in_memory(shape: tuple[int, int]) -> _Rows:
    return np.empty(shape, dtype=np.float32), 0, lambda batches: None


def _on_disk(place: Path, shape: tuple[int, int]) -> _Rows:
    """Those of a file. Several processes may compute it: each writes the same numbers to the same places."""
    size, noted = shape[0] * shape[1] * 2, place.with_suffix(".json")
    place.parent.mkdir(parents=True, exist_ok=True)
    whole = place.exists() and place.stat().st_size == size
    finished = json.loads(noted.read_text(encoding="utf-8"))["batches"] if whole and noted.exists() else 0
    if not size:
        return _in_memory(shape)
    if not whole:
        noted.unlink(missing_ok=True)
    with place.open("ab") as file:
        file.truncate(size)
    rows = np.memmap(place, dtype=np.float16, mode="r+", shape=shape)

    def keep(batches: int) -> None:
        rows.flush()
        with atomic_write(noted) as file:
            file.write(json.dumps({"batches": batches}))

    return rows, finished, keep


def _compute(model: Any, sequences: Sequence[Any], stop: int | None) -> Tensor:
    torch = require("torch", extra="neural")
    with torch.inference_mode():
        if isinstance(sequences[0], Pack):
            tokens, positions, mask = collate(sequences)
        else:
            tokens, real = pad(sequences)
            if stop is None:
                return run_whole(model, tokens, real)
            positions = torch.arange(tokens.shape[1]).expand_as(tokens)
            mask = both_ways(real)
        states: Tensor = run_layers(model, embed(model, tokens, positions), mask=mask, positions=positions, stop=stop)
        return states


def like_length(sequences: Sequence[Any]) -> list[list[int]]:
    """Numbers of sequences of like length, as many as are computed at once."""
    batches: list[list[int]] = []
    for number in sorted(range(len(sequences)), key=lambda member: len(sequences[member])):
        if not batches or len(sequences[number]) * (len(batches[-1]) + 1) > BATCH_TOKENS:
            batches.append([])
        batches[-1].append(number)
    return batches


def _name(model: Any, sequences: Sequence[Any], stop: int | None) -> str:
    """Changes with the model's weights, the sequences and the layer."""
    told_apart = model if stop is None else layers_of(model)
    digest = hashlib.sha256(f"{type(model).__name__} {len(list(told_apart.children()))} {stop}".encode())
    first, *_, last = told_apart.parameters()
    digest.update(first.detach().numpy().tobytes())
    digest.update(last.detach().numpy().tobytes())
    for sequence in sequences:
        digest.update(repr(sequence).encode())
    return digest.hexdigest()[:20]
