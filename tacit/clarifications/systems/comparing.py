"""Our own system: language-model scores and discourse, every filler seen against its rivals.

The causal model says how probable a filler is after its context and the rest of the sentence after the filler; word
vectors and mentions say how it relates to the discourse. Small networks learn class and score together from these
features, absolute and relative to the rivals; a calibration adjusts the class balance by phenomenon.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from tacit.backbones.compact import read_model, write_model
from tacit.backbones.learning import Learner
from tacit.clarifications.features.assembly import COUNT, features_of
from tacit.clarifications.features.causal_scores import causal_scores
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
_MEMBERS = 5
_HIDDEN = 32
_EPOCHS = 30
_BATCH = 256
_RATE = 3e-3
_MIDDLE, _SPREAD = 3.0, 1.5
"""Scores are learnt as distances from the middle of the scale."""


class Comparing(JudgeSystem):
    """An ensemble of small networks over features of fillers and their rivals."""

    name = "tacit"

    def __init__(self) -> None:
        self._ensemble: _Ensemble | None = None
        self._calibration = Calibration.none()

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0) -> Self:
        """Learn class and score together."""
        features = torch.from_numpy(_features(instructions))
        labels = torch.tensor(label_numbers(instructions))
        scores = torch.tensor(gold_scores(instructions), dtype=torch.float32)
        torch.manual_seed(seed)
        ensemble = _Ensemble(features.mean(0), features.std(0).clamp_min(1e-3))
        random = np.random.default_rng(seed)
        order = [batch for _ in range(_EPOCHS) for batch in _batches(random.permutation(len(features)))]

        def loss_at(step: int) -> Tensor:
            return ensemble.loss(features[order[step]], labels[order[step]], scores[order[step]])

        ensemble.train()
        Learner(ensemble, steps=len(order), rate=_RATE, weight_decay=0.05).run(loss_at)
        self._ensemble = ensemble.eval()
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
        with torch.inference_mode():
            rows = iter(self._ensemble.judged(torch.from_numpy(_features(instructions))).tolist())
        return [tuple(_judgement(next(rows)) for _ in each.fillers) for each in instructions]

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        if self._ensemble is None:
            raise UsageError(f"the system {self.name!r} has not been trained: there is nothing to save")
        calibration = {
            "calibration.classes": torch.from_numpy(self._calibration.classes),
            "calibration.score": torch.from_numpy(self._calibration.score),
        }
        write_model(folder, _KIND, {"features": COUNT}, {**self._ensemble.state_dict(), **calibration})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        _, weights = read_model(folder, _KIND)
        system = cls()
        try:
            classes, score = (weights.pop(f"calibration.{name}").double().numpy() for name in ("classes", "score"))
            ensemble = _Ensemble(torch.zeros(COUNT), torch.ones(COUNT))
            ensemble.load_state_dict(weights)
            if classes.shape != Calibration.none().classes.shape or score.shape != Calibration.none().score.shape:
                raise KeyError("calibration")
        except (RuntimeError, KeyError):
            raise InputError("the weights are those of another version: train it again", path=folder) from None
        system._ensemble = ensemble.eval()
        system._calibration = Calibration(classes, score)
        return system


class _Ensemble(nn.Module):
    """Networks of the same shape that start differently."""

    def __init__(self, mean: Tensor, spread: Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("spread", spread)
        self.members = nn.ModuleList(_member() for _ in range(_MEMBERS))

    def forward(self, features: Tensor) -> Tensor:
        """Logits of the classes and the score: members × fillers × 4."""
        # A feature far outside what was learnt from must not decide alone.
        scaled = ((features - self.mean) / self.spread).clamp(-5, 5)
        return torch.stack([member(scaled) for member in self.members])

    def loss(self, features: Tensor, labels: Tensor, scores: Tensor) -> Tensor:
        """Cross-entropy of the classes and squared error of the score, summed over members."""
        out = self(features)
        classes = sum(nn.functional.cross_entropy(member[:, :-1], labels) for member in out)
        return classes + nn.functional.mse_loss(out[..., -1], ((scores - _MIDDLE) / _SPREAD).expand(len(out), -1))

    def judged(self, features: Tensor) -> Tensor:
        """Mean probabilities and mean score."""
        out = self(features)
        return torch.cat([out[..., :-1].softmax(-1).mean(0), (out[..., -1:].mean(0) * _SPREAD + _MIDDLE)], 1)


def _member() -> nn.Module:
    return nn.Sequential(
        nn.Dropout(0.1), nn.Linear(COUNT, _HIDDEN), nn.GELU(), nn.Dropout(0.3), nn.Linear(_HIDDEN, len(CLASSES) + 1)
    )


def _features(instructions: Sequence[Instruction]) -> npt.NDArray[np.float32]:
    scores = causal_scores(instructions)
    rows = [features_of(*pair) for pair in zip(instructions, scores, strict=True)]
    return np.concatenate([np.zeros((0, COUNT), dtype=np.float32), *rows])


def _judgement(row: list[float]) -> Judgement:
    return Judgement.of(row[: len(CLASSES)], row[len(CLASSES)])


def _batches(order: Sequence[int]) -> list[list[int]]:
    return [list(map(int, order[start : start + _BATCH])) for start in range(0, len(order), _BATCH)]
