"""Our own system: a language model's scores and states, and the discourse, every filler seen against its rivals.

The causal model says how probable a filler is after its context and the rest of the sentence after the filler; its
last states, less their mean over the rivals, say what is peculiar to a filler; word vectors and mentions say how it
relates to the discourse. Small networks learn class and score together; a calibration adjusts the class balance by
phenomenon.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tacit.backbones.compact import read_model, write_model
from tacit.backbones.learning import Learner
from tacit.clarifications.features.assembly import COUNT, features_of
from tacit.clarifications.features.causal_scores import CausalScores, causal_scores
from tacit.clarifications.systems.calibration import Calibration, calibration_on, gold_scores, label_numbers
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem
from tacit.errors import InputError, UsageError
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

_KIND = "clarifications tacit"
_MEMBERS = 3
_READ, _PROJECTED = 32, 24
_EPOCHS = 5
_BATCH = 256
_RATE = 2e-3
_MIDDLE, _SPREAD = 3.0, 1.5
"""Scores are learnt as distances from the middle of the scale."""


class Comparing(JudgeSystem):
    """An ensemble of small networks over fillers and their rivals."""

    name = "tacit"

    def __init__(self) -> None:
        self._ensemble: Ensemble | None = None
        self._calibration = Calibration.none()

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0) -> Self:
        """Learn class and score together."""
        labels, scores = label_numbers(instructions), gold_scores(instructions)
        self._ensemble = trained_ensemble(_given(instructions), labels, scores.tolist(), seed=seed)
        return self

    def calibrate(self, instructions: Sequence[Instruction]) -> None:
        """Adjust the class balance, by phenomenon, to that of judged instructions."""
        self._calibration = calibration_on(instructions, self._uncalibrated(instructions))

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """Calibrated probabilities and score of each filler."""
        return self._calibration.judgements(instructions, self._uncalibrated(instructions))

    def _uncalibrated(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        if self._ensemble is None:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        if not any(each.fillers for each in instructions):
            return [()] * len(instructions)
        with torch.inference_mode():
            rows = iter(self._ensemble.judged(_given(instructions)).tolist())
        return [tuple(_judgement(next(rows)) for _ in each.fillers) for each in instructions]

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        if self._ensemble is None:
            raise UsageError(f"the system {self.name!r} has not been trained: there is nothing to save")
        calibration = {
            "calibration.classes": torch.from_numpy(self._calibration.classes),
            "calibration.score": torch.from_numpy(self._calibration.score),
        }
        sizes = {"features": COUNT, "width": len(self._ensemble.spreads)}
        write_model(folder, _KIND, sizes, {**self._ensemble.state_dict(), **calibration})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        _, weights = read_model(folder, _KIND)
        system = cls()
        try:
            classes, score = (weights.pop(f"calibration.{name}").double().numpy() for name in ("classes", "score"))
            ensemble = Ensemble(COUNT, len(weights["spreads"]))
            ensemble.load_state_dict(weights)
            if classes.shape != Calibration.none().classes.shape or score.shape != Calibration.none().score.shape:
                raise KeyError("calibration")
        except (RuntimeError, KeyError):
            raise InputError("the weights are those of another version: train it again", path=folder) from None
        system._ensemble = ensemble.eval()
        system._calibration = Calibration(classes, score)
        return system


class Given(NamedTuple):
    """What is known of fillers, one row each: numeric features, and states less their mean over the rivals."""

    features: Tensor
    states: Tensor


class Ensemble(nn.Module):
    """Networks of the same shape that start differently."""

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        self.register_buffer("spreads", torch.ones(width))
        self.members = nn.ModuleList(_Member(features, width) for _ in range(_MEMBERS))

    def scale(self, given: Given) -> None:
        """Take the scale of all inputs from these."""
        self.mean, self.spread = given.features.mean(0), given.features.std(0).clamp_min(1e-3)
        self.spreads = given.states.std(0).clamp_min(1e-3)

    def forward(self, given: Given) -> Tensor:
        """Logits of the classes and the score: members × fillers × 4."""
        # A feature far outside what was learnt from must not decide alone.
        features = ((given.features - self.mean) / self.spread).clamp(-5, 5)
        return torch.stack([member(features, given.states / self.spreads) for member in self.members])

    def loss(self, given: Given, labels: Tensor, scores: Tensor) -> Tensor:
        """Cross-entropy of the classes and squared error of the score, summed over members."""
        out = self(given)
        wanted = ((scores - _MIDDLE) / _SPREAD).expand(len(out), -1)
        classes = nn.functional.cross_entropy(out[..., :-1].flatten(0, 1), labels.repeat(len(out)))
        return len(out) * (classes + nn.functional.mse_loss(out[..., -1], wanted))

    def judged(self, given: Given) -> Tensor:
        """Mean probabilities and mean score."""
        out = self(given)
        return torch.cat([out[..., :-1].softmax(-1).mean(0), (out[..., -1:].mean(0) * _SPREAD + _MIDDLE)], 1)


class _Member(nn.Module):
    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.read = nn.Sequential(nn.Dropout(0.2), nn.Linear(features, _READ))
        self.project = nn.Sequential(nn.Dropout(0.4), nn.Linear(width, _PROJECTED))
        self.output = nn.Sequential(nn.GELU(), nn.Dropout(0.4), nn.Linear(_READ + _PROJECTED, len(CLASSES) + 1))

    def forward(self, features: Tensor, states: Tensor) -> Tensor:
        out: Tensor = self.output(torch.cat([self.read(features), self.project(states)], 1))
        return out


def trained_ensemble(given: Given, labels: Sequence[int], scores: Sequence[float], *, seed: int = 0) -> Ensemble:
    """An ensemble that has learnt from judged fillers."""
    torch.manual_seed(seed)
    ensemble = Ensemble(given.features.shape[1], given.states.shape[1])
    ensemble.scale(given)
    gold, rated = torch.tensor(labels), torch.tensor(scores, dtype=torch.float32)
    random = np.random.default_rng(seed)
    order = [batch for _ in range(_EPOCHS) for batch in _batches(random.permutation(len(gold)).tolist())]

    def loss_at(step: int) -> Tensor:
        chosen = order[step]
        return ensemble.loss(Given(given.features[chosen], given.states[chosen]), gold[chosen], rated[chosen])

    ensemble.train()
    Learner(ensemble, steps=len(order), rate=_RATE, weight_decay=0.05).run(loss_at)
    return ensemble.eval()


def _given(instructions: Sequence[Instruction]) -> Given:
    pairs = [(each, scores) for each, scores in zip(instructions, causal_scores(instructions), strict=True) if scores]
    features = np.concatenate([features_of(*pair) for pair in pairs])
    states = np.concatenate([peculiar(scores) for _, scores in pairs])
    return Given(torch.from_numpy(features), torch.from_numpy(states))


def peculiar(scores: CausalScores) -> npt.NDArray[np.float32]:
    """The mean state from a filler to the sentence's end, the view that tells most, less its mean over the rivals."""
    mean: npt.NDArray[np.float32] = np.split(scores.views.astype(np.float32), 3, axis=1)[2]
    return np.asarray(mean - mean.mean(0, keepdims=True))


def _judgement(row: list[float]) -> Judgement:
    return Judgement.of(row[: len(CLASSES)], row[len(CLASSES)])


def _batches(order: Sequence[int]) -> list[list[int]]:
    return [list(order[start : start + _BATCH]) for start in range(0, len(order), _BATCH)]
