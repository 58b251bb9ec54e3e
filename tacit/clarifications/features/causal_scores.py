"""How probable the causal language model finds each filler, and the rest of the sentence after it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.backbones import causal
from tacit.backbones.layers import final_norm, run_layers
from tacit.backbones.packing import collate
from tacit.backbones.states import States, like_length
from tacit.clarifications.features.passages import PassageStates, lower_count
from tacit.clarifications.features.reading import FillerReading
from tacit.clarifications.task import Instruction
from tacit.extras import require
from tacit.files import atomic_write, make_folder
from tacit.progress import Progress, counted, no_progress

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CausalScores:
    """Log-probabilities for the fillers of one instruction, each an array with one number a filler.

    `filler` and `rest` are sums over tokens, `first` and `next` the first token of each, `tokens` the filler's length.
    """

    filler: Floats
    first: Floats
    tokens: Floats
    rest: Floats
    next: Floats
    least: Floats
    """The least probable token of the rest: where a filler makes the sentence stumble."""

    def __len__(self) -> int:
        return len(self.filler)

    @property
    def total(self) -> Floats:
        """Of filler and rest together: what ranks fillers best."""
        return self.filler + self.rest


def causal_scores(
    instructions: Sequence[Instruction],
    *,
    model: causal.CausalModel | None = None,
    progress: Progress = no_progress,
) -> list[CausalScores]:
    """The scores of all fillers; those of many instructions are kept on disk and computed once."""
    model = causal.load() if model is None else model
    return scores_of(PassageStates.of(model, instructions), progress=progress)


def scores_of(passages: PassageStates, *, progress: Progress = no_progress) -> list[CausalScores]:
    """The scores of all fillers of passages that were read already."""
    found: list[CausalScores] = []
    folder, more = passages.folder, counted("reading", len(passages), progress)
    for chunk, readings in passages.chunks():
        found += _scored(passages, chunk, readings) if folder is None else _kept(passages, chunk, readings, folder)
        more(len(readings))
    return found


def ranks(values: Floats) -> list[int]:
    """The place of each value from 0 for the highest; equal values in their order.

    >>> ranks(np.array([0.1, 0.7, 0.2]))
    [2, 0, 1]
    """
    places = np.empty(len(values), dtype=int)
    places[np.argsort(-values, kind="stable")] = range(len(values))
    return places.tolist()


def _kept(passages: PassageStates, chunk: int, readings: list[FillerReading], folder: Path) -> list[CausalScores]:
    make_folder(folder)
    place = folder / f"scores-{_name(passages.model, readings)}.npz"
    if not place.is_file():
        _write(place, _scored(passages, chunk, readings))
    return _read(place)


def _scored(passages: PassageStates, chunk: int, readings: list[FillerReading]) -> list[CausalScores]:
    return _score(passages.model, readings, passages.states(chunk))


def _score(model: Any, readings: Sequence[FillerReading], states: States) -> list[CausalScores]:
    """Run the upper layers, and the output layer where a token is predicted."""
    torch = require("torch", extra="neural")
    packs = [reading.pack for reading in readings]
    found: dict[int, CausalScores] = {}
    with torch.inference_mode():
        for batch in like_length(packs):
            tokens, positions, mask = collate([packs[number] for number in batch])
            upper = run_layers(model, states.batch(batch), mask=mask, positions=positions, start=lower_count(model))
            upper = final_norm(model, upper)
            for row, number in enumerate(batch):
                pack = packs[number]
                places = [place for part in range(len(pack.continuations)) for place in pack.predictors(part)]
                logits = model.lm_head(upper[row, places]).log_softmax(-1)
                wanted = tokens[row, len(pack.context) : len(pack)]
                values = logits.gather(1, wanted.unsqueeze(1)).squeeze(1).numpy()
                found[number] = _summed(readings[number], values)
    return [found[number] for number in range(len(readings))]


def _summed(reading: FillerReading, values: Floats) -> CausalScores:
    sums = []
    after = len(reading.pack.context)
    for (start, end), length in zip(reading.pack.spans, reading.filler_lengths, strict=True):
        own, left = values[start - after : start - after + length], values[start - after + length : end - after]
        worst = left.min() if len(left) else 0.0
        sums.append((own.sum(), own[0], length, left.sum(), left[0] if len(left) else 0.0, worst))
    return CausalScores(*np.array(sums, dtype=np.float32).reshape(-1, 6).T)


def _name(model: Any, readings: Sequence[FillerReading]) -> str:
    weights = model.lm_head.weight.detach()
    digest = hashlib.sha256(weights[:64].numpy().tobytes())
    digest.update(repr([(reading.pack, reading.filler_lengths) for reading in readings]).encode())
    return digest.hexdigest()[:20]


def _write(place: Path, scores: Sequence[CausalScores]) -> None:
    arrays = {each.name: np.concatenate([getattr(one, each.name) for one in scores]) for each in fields(CausalScores)}
    with atomic_write(place, "wb") as stream:
        np.savez(stream, **arrays, counts=[len(one) for one in scores])  # type: ignore[arg-type]  # as in write_folder


def _read(place: Path) -> list[CausalScores]:
    with np.load(place, allow_pickle=False) as arrays:
        ends = np.cumsum(arrays["counts"])[:-1]
        split = [np.split(arrays[each.name], ends) for each in fields(CausalScores)]
    return [CausalScores(*parts) for parts in zip(*split, strict=True)]
