"""One way to train a torch module: AdamW with warm-up and linear decay, and a checkpoint to go on from.

What a step sees depends on its number alone, so a training that was cut and goes on ends as if it never was.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.extras import require
from tacit.learning.training import Checkpoint, take_step
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor, nn

KEEP_EVERY = 120.0
"""Seconds between two checkpoints."""
POOL = 1024
"""Sequences among which those of like length are put together."""
_CHANCE = ".chance"
"""The state of torch's random numbers, which dropout draws from."""


def length_batches(
    lengths: Sequence[int], *, tokens: int, epochs: int, seed: int, most: int | None = None
) -> list[list[int]]:
    """All batches of a training: numbers of sequences of like length, as many as `tokens` allow with padding.

    Each epoch has every sequence once, in another order. No batch has more than `most`.
    """
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    batches = []
    for _ in range(epochs):
        order = list(range(len(lengths)))
        draw.shuffle(order)
        epoch = []
        for start in range(0, len(order), POOL):
            epoch += cut(sorted(order[start : start + POOL], key=lengths.__getitem__), lengths, tokens, most)
        draw.shuffle(epoch)
        batches += epoch
    return batches


def cut(order: Sequence[int], lengths: Sequence[int], tokens: int, most: int | None = None) -> list[list[int]]:
    """Consecutive numbers, shortest sequence first, in batches of at most so many tokens with padding, and sequences.

    >>> cut([0, 1, 2], [2, 3, 4], 6)
    [[0, 1], [2]]
    >>> cut([0, 1, 2, 3], [1, 1, 1, 1], 6, 2)
    [[0, 1], [2, 3]]
    """
    batches: list[list[int]] = []
    for number in order:
        size = len(batches[-1]) if batches else 0
        if not batches or lengths[number] * (size + 1) > tokens or size == most:
            batches.append([])
        batches[-1].append(number)
    return batches


def content_hash(*content: object) -> str:
    """A short name for what a training learns from, to tell its checkpoint from those of others."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def weights_hash(module: nn.Module) -> str:
    """A short name for a module's weights."""
    digest = hashlib.sha256()
    for value in module.parameters():
        digest.update(value.detach().numpy().tobytes())
    return digest.hexdigest()[:16]


class Learner:
    """Trains those parameters of a module that want a gradient.

    `rates` gives parameters whose names start with a prefix their own learning rate, as a multiple of `rate`. `about`
    names seed and data (see `content_hash`): a checkpoint that was written about something else is refused.
    """

    def __init__(
        self,
        module: nn.Module,
        *,
        steps: int,
        rate: float,
        rates: Mapping[str, float] | None = None,
        warm_up: float = 0.06,
        weight_decay: float = 0.01,
        largest_gradient: float = 1.0,
        about: str = "",
    ) -> None:
        torch = require("torch", extra="neural")
        self.parameters = {name: value for name, value in module.named_parameters() if value.requires_grad}
        self.steps = steps
        self.rate = rate
        self.about = about
        self.warm_up = max(1, round(warm_up * steps))
        self.largest_gradient = largest_gradient
        self.factors = [_factor(name, rates or {}) for name in self.parameters]
        groups = [
            {"params": [value], "weight_decay": weight_decay if value.dim() > 1 else 0.0}
            for value in self.parameters.values()
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98))
        self.step = 0

    def run(
        self,
        loss_at: Callable[[int], Tensor],
        *,
        checkpoint: Path | None = None,
        minutes: float | None = None,
        what: str = "training",
        progress: Progress = no_progress,
    ) -> bool:
        """Take all steps, or as many as fit in `minutes`; say whether that was the last one.

        With a checkpoint file, an earlier training goes on from there, and Ctrl-C loses nothing. `progress` is told
        `what` this is, with its loss.
        """
        if checkpoint is not None and checkpoint.exists():
            self.restore(checkpoint)
        began = kept = time.monotonic()
        try:
            while self.step < self.steps and (minutes is None or time.monotonic() - began < 60 * minutes):
                loss = self._take(loss_at)
                progress(f"{what}: loss {loss:.3f}", self.step, self.steps)
                if checkpoint is not None and time.monotonic() - kept > KEEP_EVERY:
                    self.keep(checkpoint)
                    kept = time.monotonic()
        finally:
            if checkpoint is not None:
                self.keep(checkpoint)
        return self.step >= self.steps

    def _take(self, loss_at: Callable[[int], Tensor]) -> float:
        risen = min(1.0, (self.step + 1) / self.warm_up)
        left = (self.steps - self.step) / max(1, self.steps - self.warm_up)
        for group, factor in zip(self.optimiser.param_groups, self.factors, strict=True):
            group["lr"] = self.rate * factor * min(risen, left)
        loss = loss_at(self.step)
        take_step(loss, self.optimiser, list(self.parameters.values()), largest_gradient=self.largest_gradient)
        self.step += 1
        return float(loss.detach())

    def _signature(self) -> str:
        shapes = {name: list(value.shape) for name, value in self.parameters.items()}
        about = [self.about] if self.about else []
        return json.dumps([self.steps, self.rate, self.factors, shapes, *about])

    def keep(self, checkpoint: Path) -> None:
        """Write parameters, moments, the step, and the random numbers to come."""
        state: dict[str, Tensor] = {_CHANCE: require("torch", extra="neural").get_rng_state()}
        state |= {f"now.{name}": value for name, value in self.parameters.items()}
        Checkpoint(checkpoint, self._signature()).keep(state, self.optimiser, {"step": self.step})

    def restore(self, checkpoint: Path) -> None:
        """Go on from what `keep` wrote for the same training."""
        torch = require("torch", extra="neural")
        with Checkpoint(checkpoint, self._signature()).restored(self.optimiser) as (state, standing):
            self.step = int(standing["step"])
            torch.set_rng_state(state[_CHANCE])
            with torch.no_grad():
                for name, value in self.parameters.items():
                    value.copy_(state[f"now.{name}"])


def _factor(name: str, rates: Mapping[str, float]) -> float:
    return next((factor for prefix, factor in rates.items() if name.startswith(prefix)), 1.0)
