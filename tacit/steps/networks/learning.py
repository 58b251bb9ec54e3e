"""Train a network: stages, early stopping, and checkpoints from which a killed training goes on.

An epoch's order and dropout follow from the seed and its number alone, so training that was killed and went on ends
with the same weights as training that was not.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

import torch
from torch import Tensor

from tacit.learning.training import Checkpoint, part_of, set_rate, take_step
from tacit.progress import Progress, no_progress
from tacit.steps.features.vocabulary import Vocabulary
from tacit.steps.networks.base import StepNetwork
from tacit.steps.networks.batches import Batch, batch_of, shuffled_groups
from tacit.steps.task import Pair, Template

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the training: which loss, and for how many epochs at most."""

    loss: str
    epochs: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """How to train. After `patience` epochs without a lower loss on the validation pairs a stage ends.

    In each stage the learning rate falls from `rate` in a straight line to a twentieth of it.
    """

    stages: tuple[Stage, ...]
    batch: int = 32
    rate: float = 1e-3
    patience: int = 5
    max_abstract: int = 50
    max_concrete: int = 50
    clip: float = 5.0


@dataclass(slots=True)
class Standing:
    """How far the training is."""

    stage: int = 0
    epoch: int = 0
    best: float = float("inf")
    waited: int = 0
    losses: list[float] = field(default_factory=list)


class Training:
    """One training of one network.

    `fit` leaves the network with the weights that did best on the validation pairs in the last stage.
    """

    def __init__(
        self,
        network: StepNetwork,
        vocabulary: Vocabulary,
        schedule: Schedule,
        *,
        seed: int,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> None:
        self.network = network
        self.vocabulary = vocabulary
        self.schedule = schedule
        self.seed = seed
        self.checkpoint = checkpoint
        self.progress = progress
        self.standing = Standing()
        self._optimiser = self._fresh_optimiser()
        self._best = _copy(network.state_dict())

    def fit(self, pairs: Sequence[Pair], validation: Sequence[Pair]) -> list[float]:
        """Train, and return the validation loss a word after each epoch, if there are validation pairs."""
        checkpoint = None
        if self.checkpoint is not None:
            checkpoint = Checkpoint(self.checkpoint, self._fingerprint(pairs, validation))
            if self.checkpoint.is_file():
                self._resume(checkpoint)
        stages = self.schedule.stages
        while self.standing.stage < len(stages):
            stage = stages[self.standing.stage]
            if self.standing.epoch >= stage.epochs or self.standing.waited >= self.schedule.patience:
                self._next_stage()
                continue
            self._epoch(pairs, stage)
            self._judge(validation, stage)
            self._save(checkpoint)
        self.network.load_state_dict(self._best)
        self.network.eval()
        return self.standing.losses

    def loss(self, pairs: Sequence[Pair], stage: str) -> float:
        """The loss a word, without dropout."""
        self.network.eval()
        total, words = 0.0, 0
        ordered = sorted(pairs, key=lambda pair: len(pair.concrete))
        with torch.inference_mode():
            for first in range(0, len(ordered), self.schedule.batch):
                batch = self._batch(ordered[first : first + self.schedule.batch])
                total += self.network.loss(batch, stage=stage).item()
                words += batch.words
        return total / max(1, words)

    def _epoch(self, pairs: Sequence[Pair], stage: Stage) -> None:
        place = f"{self.seed}-{self.standing.stage}-{self.standing.epoch}"
        torch.manual_seed(int.from_bytes(sha256(place.encode()).digest()[:6], "big"))
        self.network.train()
        total, words = 0.0, 0
        batches = -(-len(pairs) // self.schedule.batch)
        for number, group in enumerate(shuffled_groups(pairs, self.schedule.batch, place), 1):
            batch = self._batch(group)
            done_share = (self.standing.epoch + (number - 1) / batches) / stage.epochs
            set_rate(self._optimiser, self.schedule.rate * max(1 - done_share, 0.05))
            loss = self.network.loss(batch, stage=stage.loss)
            parameters = list(self.network.parameters())
            take_step(loss / batch.words, self._optimiser, parameters, largest_gradient=self.schedule.clip)
            total, words = total + loss.item(), words + batch.words
            done, most = self.standing.epoch * batches + number, stage.epochs * batches
            self.progress(f"{stage.loss}: epoch {self.standing.epoch + 1}, loss {total / words:.3f}", done, most)

    def _batch(self, pairs: Sequence[Pair]) -> Batch:
        schedule = self.schedule
        return batch_of(pairs, self.vocabulary, max_abstract=schedule.max_abstract, max_concrete=schedule.max_concrete)

    def _judge(self, validation: Sequence[Pair], stage: Stage) -> None:
        """Keep the weights if they are the best of this stage so far; without validation pairs the last ones are."""
        standing = self.standing
        standing.epoch += 1
        if validation:
            loss = self.loss(validation, stage.loss)
            log.info("%s epoch %d: validation loss %.4f", stage.loss, standing.epoch, loss)
            standing.losses.append(loss)
            standing.waited = 0 if loss < standing.best else standing.waited + 1
            standing.best = min(loss, standing.best)
        if standing.waited == 0:
            self._best = _copy(self.network.state_dict())

    def _next_stage(self) -> None:
        """Go on from the best weights of the stage that ends, with a fresh optimiser."""
        self.standing.stage += 1
        self.standing.epoch = self.standing.waited = 0
        if self.standing.stage < len(self.schedule.stages):
            self.standing.best = float("inf")
            self.network.load_state_dict(self._best)
            self._optimiser = self._fresh_optimiser()

    def _fresh_optimiser(self) -> torch.optim.Adam:
        return torch.optim.Adam(self.network.parameters(), lr=self.schedule.rate)

    def _fingerprint(self, pairs: Sequence[Pair], validation: Sequence[Pair]) -> str:
        """What must be the same for a training to go on: data, options, seed, kind of network."""
        plain = [type(self.network).__name__, self.seed, asdict(self.schedule), self.vocabulary.words]
        plain += self.network.settings
        texts = [_content(pair) for part in (pairs, validation) for pair in part]
        return sha256(json.dumps([plain, len(validation), texts]).encode()).hexdigest()

    def _save(self, checkpoint: Checkpoint | None) -> None:
        if checkpoint is not None:
            tensors = {f"now.{name}": value for name, value in self.network.state_dict().items()}
            tensors |= {f"best.{name}": value for name, value in self._best.items()}
            checkpoint.keep(tensors, self._optimiser, asdict(self.standing))

    def _resume(self, checkpoint: Checkpoint) -> None:
        with checkpoint.restored(self._optimiser) as (tensors, standing):
            self.standing = Standing(**standing)
            self.network.load_state_dict(part_of(tensors, "now."))
            self._best = part_of(tensors, "best.")
        log.info("going on after epoch %d of stage %d", self.standing.epoch, self.standing.stage + 1)


def _content(pair: Pair) -> list[tuple[str, ...] | tuple[bool, ...]]:
    """All that training reads of a pair: both instructions and, where there are blanks, which words they hide."""
    blanks = [pair.given] if isinstance(pair, Template) and pair.blanked else []
    return [pair.abstract, pair.concrete, *blanks]


def _copy(state: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value.detach().clone() for name, value in state.items()}
