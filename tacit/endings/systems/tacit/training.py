"""Train judges of endings: first the linear map on the states as they are, then layers and map together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones.learning import Learner, content_hash
from tacit.endings.features.choice import ChoiceRegression
from tacit.endings.systems.tacit.ranker import CausalRanker, Shape
from tacit.endings.systems.tacit.store import BatchStore
from tacit.endings.task import Cloze
from tacit.extras import require
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class JudgeSchedule:
    """How a judge learns: stories at once, rounds, learning rate, and that of its head as a multiple."""

    stories: int = 8
    epochs: int = 1
    rate: float = 3e-4
    head: float = 5.0
    dropout: float = 0.1


def train_ranker(
    model: Any,
    store: BatchStore,
    clozes: Sequence[Cloze],
    numbers: Sequence[int],
    *,
    shape: Shape,
    schedule: JudgeSchedule,
    seed: int,
    checkpoint: Path | None = None,
    what: str = "training",
    progress: Progress = no_progress,
) -> CausalRanker:
    """A ranker that has learnt from the clozes with these numbers; the store holds all of them."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    ranker = CausalRanker(model, shape, dropout=schedule.dropout)
    _start_head(ranker, store, clozes, numbers, schedule)
    ranker.train()
    batches = shuffled_batches(numbers, [len(pack) for pack in store.packs], schedule, seed)

    def loss_at(step: int) -> Tensor:
        chosen = batches[step]
        torch.manual_seed(seed + 1000 * step)  # dropout depends on the step alone: a cut training can go on
        return choice_loss(ranker(store.batch(chosen)), [clozes[number] for number in chosen])

    about = content_hash(seed, schedule, [clozes[number] for number in numbers])
    rates = {"head": schedule.head}
    learner = Learner(ranker, steps=len(batches), rate=schedule.rate, rates=rates, warm_up=0.1, about=about)
    learner.run(loss_at, checkpoint=checkpoint, what=what, progress=progress)
    ranker.eval()
    return ranker


def _start_head(
    ranker: CausalRanker, store: BatchStore, clozes: Sequence[Cloze], numbers: Sequence[int], schedule: JudgeSchedule
) -> None:
    """Fit the linear map to the unadapted states: learning then starts from a judge, not from chance."""
    torch = require("torch", extra="neural")
    ranker.eval()
    with torch.inference_mode():
        rows = torch.cat([ranker.pooled(store.batch(part)) for part in _parts(numbers, schedule.stories)]).numpy()
    mean, spread = rows.mean(0), (rows.std(0) + 1e-6) * np.sqrt(rows.shape[1])
    fitted = ChoiceRegression(_HEAD_STRENGTH * rows.shape[1], scaled=False)
    fitted.fit((rows - mean) / spread, [clozes[number] for number in numbers])
    ranker.mean.copy_(torch.from_numpy(mean))
    ranker.spread.copy_(torch.from_numpy(spread))
    ranker.head.weight.data.copy_(torch.from_numpy(fitted.weights).unsqueeze(0))


_HEAD_STRENGTH = 0.003
"""How freely the first linear map is fitted: each column counts for that much."""


def choice_loss(scores: Tensor, clozes: Sequence[Cloze]) -> Tensor:
    """Mean surprisal of the right endings under a softmax over the candidates of each story."""
    torch = require("torch", extra="neural")
    parts = torch.split(scores, [len(cloze.endings) for cloze in clozes])
    losses = [part.logsumexp(0) - part[cloze.answer or 0] for part, cloze in zip(parts, clozes, strict=True)]
    return torch.stack(losses).mean()  # type: ignore[no-any-return]


def shuffled_batches(
    numbers: Sequence[int], lengths: Sequence[int], schedule: JudgeSchedule, seed: int
) -> list[list[int]]:
    """The batches of all epochs: as many stories each, of like length among some hundred neighbours at random."""
    draw = np.random.default_rng(seed)
    batches: list[list[int]] = []
    for _ in range(schedule.epochs):
        order = [numbers[place] for place in draw.permutation(len(numbers))]
        near = [sorted(part, key=lengths.__getitem__) for part in _parts(order, _NEIGHBOURS)]
        epoch = [batch for part in near for batch in _parts(part, schedule.stories)]
        batches += [epoch[place] for place in draw.permutation(len(epoch))]
    return batches


_NEIGHBOURS = 128


def _parts(numbers: Sequence[int], size: int) -> list[list[int]]:
    return [list(numbers[start : start + size]) for start in range(0, len(numbers), size)]


def scores_of(
    score: Callable[[list[int]], Tensor], numbers: Sequence[int], clozes: Sequence[Cloze], size: int = 24
) -> dict[int, list[float]]:
    """The scores of the candidates of each of these clozes, by its number."""
    torch = require("torch", extra="neural")
    found: dict[int, list[float]] = {}
    with torch.inference_mode():
        for part in _parts(numbers, size):
            sizes = [len(clozes[number].endings) for number in part]
            found.update(zip(part, (each.tolist() for each in torch.split(score(part), sizes)), strict=True))
    return found
