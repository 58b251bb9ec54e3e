"""The causal model's upper layers, adapted to compare a filler with its rivals: class and score together.

What the adapted layers say of a filler, also less its mean over the rivals, meets the numeric features in small heads
of the same shape that start differently; their mean counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.backbones.causal import CausalModel
from tacit.backbones.layers import final_norm, layers_of, run_layers, sharing_copy
from tacit.backbones.learning import Learner, cut, length_batches
from tacit.backbones.lowrank import LLAMA_MAPS, add_low_rank, load_low_rank, low_rank_state
from tacit.backbones.packing import collate
from tacit.clarifications.features.passages import PassageStates, lower_count
from tacit.clarifications.features.reading import FillerReading
from tacit.clarifications.task import CLASSES
from tacit.extras import require
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

Floats = npt.NDArray[np.float32]
_RANK = 16
_HEADS = 3
_READ, _COMPARED, _SEEN = 32, 48, 16
"""Numbers that a head makes of the features, of the states less those of the rivals, and of the states themselves."""
HIDDEN = _HEADS * (_READ + _COMPARED + _SEEN)
_EPOCHS = 2
_BATCH_TOKENS = 1280
_RATE = 4e-4
_HEADS_RATE = 2.5
"""Heads learn so many times faster than the adaptation."""
_ORDER = 0.5
"""What the order among rivals counts in training."""
_SHARPNESS = 2.0
"""How much a better score counts more among rivals."""
MIDDLE, SPREAD = 3.0, 1.5
"""Scores are learnt as distances from the middle of the scale."""


class Given(NamedTuple):
    """Instructions as the model reads them, and the features of each one's fillers."""

    passages: PassageStates
    features: Sequence[Floats]

    def batch(self, numbers: Sequence[int]) -> tuple[list[FillerReading], Tensor, Tensor]:
        """Readings, states of the lower layers, features: of these instructions."""
        readings = [self.passages.readings[number] for number in numbers]
        states = nn.utils.rnn.pad_sequence([self.passages.state(number) for number in numbers], batch_first=True)
        return readings, states, torch.from_numpy(np.concatenate([self.features[number] for number in numbers]))


class Said(NamedTuple):
    """For each filler the mean over the heads, and what their last layers saw."""

    classes: Tensor
    """Log-probabilities."""
    score: Tensor
    hidden: Tensor


class Comparer(nn.Module):
    """Adapted layers and heads. The model it stands on is shared and stays as it is."""

    mean: Tensor
    spread: Tensor

    def __init__(self, model: CausalModel, features: int) -> None:
        super().__init__()
        self.start = lower_count(model.model)
        self.backbone = CausalModel(sharing_copy(model.model), model.tokenizer)
        self.upper = nn.ModuleList(layers_of(self.backbone.model)[self.start :])
        add_low_rank(list(self.upper), LLAMA_MAPS, rank=_RANK)
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        width = 3 * int(model.model.config.hidden_size)
        self.heads = nn.ModuleList(_Head(features, width) for _ in range(_HEADS))

    def forward(self, readings: Sequence[FillerReading], states: Tensor, features: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the classes and the score (heads × fillers × 4), and what the last layers saw."""
        _, positions, mask = collate([reading.pack for reading in readings])
        model = self.backbone.model
        upper = final_norm(model, run_layers(model, states, mask=mask, positions=positions, start=self.start))
        seen = torch.cat([reading.views(rows) for reading, rows in zip(readings, upper, strict=True)])
        counts = [len(reading.filler_lengths) for reading in readings]
        scaled = self.scaled(features)
        outs, hidden = zip(*(head(scaled, seen, counts) for head in self.heads), strict=True)
        return torch.stack(outs), torch.cat(hidden, 1)

    def scaled(self, features: Tensor) -> Tensor:
        """In units of their spread; what is far outside what was learnt from must not decide alone."""
        return ((features - self.mean) / self.spread).clamp(-5, 5)

    def say(self, given: Given) -> Said:
        """What is said of all fillers, in order."""
        lengths = [len(reading.pack) for reading in given.passages.readings]
        outs: dict[int, Tensor] = {}
        saw: dict[int, Tensor] = {}
        with torch.inference_mode():
            for batch in cut(sorted(range(len(lengths)), key=lengths.__getitem__), lengths, _BATCH_TOKENS):
                out, hidden = self(*given.batch(batch))
                counts = [len(given.features[number]) for number in batch]
                outs.update(zip(batch, torch.split(out, counts, 1), strict=True))
                saw.update(zip(batch, torch.split(hidden, counts), strict=True))
        order = range(len(lengths))
        out, hidden = torch.cat([outs[number] for number in order], 1), torch.cat([saw[number] for number in order])
        classes = out[..., :-1].softmax(-1).mean(0).clamp_min(1e-6).log()
        return Said(classes, out[..., -1].mean(0) * SPREAD + MIDDLE, hidden)

    def weights(self) -> dict[str, Tensor]:
        """All that was learnt."""
        own = {name: value for name, value in self.state_dict().items() if not name.startswith("upper.")}
        return own | {f"upper.{name}": value for name, value in low_rank_state(list(self.upper)).items()}

    def take(self, weights: dict[str, Tensor]) -> None:
        """Put in place what `weights` gave."""
        adaptation = {name: value for name, value in weights.items() if name.startswith("upper.")}
        load_low_rank(list(self.upper), {name.removeprefix("upper."): value for name, value in adaptation.items()})
        own = {name: value for name, value in weights.items() if name not in adaptation}
        wanted = {name for name in self.state_dict() if not name.startswith("upper.")}
        if wanted != own.keys():
            raise KeyError(next(iter(wanted ^ own.keys())))
        self.load_state_dict(own, strict=False)


class _Head(nn.Module):
    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.read = nn.Sequential(nn.Dropout(0.2), nn.Linear(features, _READ))
        self.compare = nn.Sequential(nn.Dropout(0.3), nn.Linear(width, _COMPARED))
        self.see = nn.Sequential(nn.Dropout(0.3), nn.Linear(width, _SEEN))
        self.output = nn.Sequential(nn.Dropout(0.2), nn.Linear(_READ + _COMPARED + _SEEN, len(CLASSES) + 1))

    def forward(self, features: Tensor, seen: Tensor, counts: list[int]) -> tuple[Tensor, Tensor]:
        seen = self.norm(seen)
        peculiar = torch.cat([rows - rows.mean(0) for rows in torch.split(seen, counts)])
        hidden = nn.functional.gelu(torch.cat([self.read(features), self.compare(peculiar), self.see(seen)], 1))
        return self.output(hidden), hidden


def trained_comparer(
    model: CausalModel,
    given: Given,
    labels: Sequence[int],
    scores: Sequence[float],
    *,
    seed: int = 0,
    checkpoint: Path | None = None,
    progress: Progress = no_progress,
) -> Comparer:
    """A comparer that has learnt from judged fillers; what was cut off goes on from its checkpoint."""
    torch.manual_seed(seed)
    rows = torch.from_numpy(np.concatenate(given.features))
    comparer = Comparer(model, rows.shape[1])
    comparer.mean, comparer.spread = rows.mean(0), rows.std(0).clamp_min(1e-3)
    counts = [len(each) for each in given.features]
    gold = torch.split(torch.tensor(labels), counts)
    rated = torch.split((torch.tensor(scores, dtype=torch.float32) - MIDDLE) / SPREAD, counts)
    lengths = [len(reading.pack) for reading in given.passages.readings]
    batches = length_batches(lengths, tokens=_BATCH_TOKENS, epochs=_EPOCHS, seed=seed)

    def loss_at(step: int) -> Tensor:
        numbers = batches[step]
        out, _ = comparer(*given.batch(numbers))
        return _loss(out, [gold[number] for number in numbers], [rated[number] for number in numbers])

    comparer.train()
    learner = Learner(comparer, steps=len(batches), rate=_RATE, rates={"heads": _HEADS_RATE})
    learner.run(loss_at, checkpoint=checkpoint, what="comparing", progress=progress)
    return comparer.eval()


def _loss(out: Tensor, gold: Sequence[Tensor], rated: Sequence[Tensor]) -> Tensor:
    """Cross-entropy of the class, squared error of the score, and how well scores order rivals; summed over heads."""
    labels, scores = torch.cat(list(gold)), torch.cat(list(rated))
    classes = nn.functional.cross_entropy(out[..., :-1].flatten(0, 1), labels.repeat(len(out)))
    score = nn.functional.mse_loss(out[..., -1], scores.expand(len(out), -1))
    groups = zip(torch.split(out[..., -1], [len(each) for each in rated], 1), rated, strict=True)
    order = [
        -((_SHARPNESS * wanted).softmax(0) * (_SHARPNESS * said).log_softmax(1)).sum(1).mean()
        for said, wanted in groups
    ]
    return len(out) * (classes + score + _ORDER * torch.stack(order).mean())
