"""Small networks over features of fillers and states of the frozen language model: class and score together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tacit.backbones.learning import Learner
from tacit.clarifications.task import CLASSES
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

_MEMBERS = 3
_READ, _PROJECTED = 32, 24
_DIRECTIONS = 60
"""How many numbers sum up a state."""
_EPOCHS = 5
_BATCH = 256
_RATE = 2e-3
MIDDLE, SPREAD = 3.0, 1.5
"""Scores are learnt as distances from the middle of the scale."""


class Given(NamedTuple):
    """What is known of fillers, one row each: numeric features, and states less their mean over the rivals."""

    features: Tensor
    states: Tensor


class Ensemble(nn.Module):
    """Networks of the same shape that start differently."""

    mean: Tensor
    spread: Tensor
    spreads: Tensor
    directions: Tensor

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        self.register_buffer("spreads", torch.ones(width))
        self.register_buffer("directions", torch.zeros(width, min(_DIRECTIONS, width)))
        self.members = nn.ModuleList(_Member(features, width) for _ in range(_MEMBERS))

    def scale(self, given: Given) -> None:
        """Take the scale of all inputs, and the directions in which states differ most, from these."""
        self.mean, self.spread = given.features.mean(0), given.features.std(0).clamp_min(1e-3)
        self.spreads = given.states.std(0).clamp_min(1e-3)
        states = given.states / self.spreads
        strengths, directions = torch.linalg.eigh(states.T @ states / len(states))
        count = self.directions.shape[1]
        self.directions = (directions[:, -count:] / strengths[-count:].clamp_min(1e-6).sqrt()).contiguous()

    def forward(self, given: Given) -> Tensor:
        """Logits of the classes and the score: members × fillers × 4."""
        features = self.scaled(given.features)
        return torch.stack([member(features, given.states / self.spreads) for member in self.members])

    def summed_up(self, states: Tensor) -> Tensor:
        """States as a few numbers: their principal components, of unit spread."""
        return states / self.spreads @ self.directions

    def scaled(self, features: Tensor) -> Tensor:
        """In units of their spread; what is far outside what was learnt from must not decide alone."""
        return ((features - self.mean) / self.spread).clamp(-5, 5)

    def loss(self, given: Given, labels: Tensor, scores: Tensor) -> Tensor:
        """Cross-entropy of the classes and squared error of the score, summed over members."""
        out = self(given)
        wanted = ((scores - MIDDLE) / SPREAD).expand(len(out), -1)
        classes = nn.functional.cross_entropy(out[..., :-1].flatten(0, 1), labels.repeat(len(out)))
        return len(out) * (classes + nn.functional.mse_loss(out[..., -1], wanted))

    def judged(self, given: Given) -> Tensor:
        """Mean probabilities and mean score."""
        out = self(given)
        return torch.cat([out[..., :-1].softmax(-1).mean(0), (out[..., -1:].mean(0) * SPREAD + MIDDLE)], 1)


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


def _batches(order: Sequence[int]) -> list[list[int]]:
    return [list(order[start : start + _BATCH]) for start in range(0, len(order), _BATCH)]
