"""Train a jury: each judge on all folds but one, so that it can be asked about that one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tacit.backbones import causal
from tacit.endings.folds import FOLDS, folds
from tacit.endings.systems.tacit.jury import Jury
from tacit.endings.systems.tacit.ranker import CausalRanker, Shape
from tacit.endings.systems.tacit.store import BatchStore, packs_of
from tacit.endings.systems.tacit.training import JudgeSchedule, scores_of, train_ranker
from tacit.endings.systems.tacit.workshop import Bench, reading_folder
from tacit.endings.task import Cloze
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class JuryTraining:
    """How many judges there are, one a fold, and how they learn."""

    folds: int = FOLDS
    shape: Shape = field(default_factory=Shape)
    schedule: JudgeSchedule = field(default_factory=JudgeSchedule)
    pairs: bool = False
    """Are there judges on the large encoder too?"""


@dataclass(frozen=True, slots=True)
class CrossFit:
    """A jury, what its judges say of the candidates they have not learnt from, and the fold of each cloze."""

    jury: Jury
    scores: list[float]
    folds: list[int]


def cross_fit(
    clozes: Sequence[Cloze], *, training: JuryTraining, seed: int = 0, progress: Progress = no_progress
) -> CrossFit:
    """Train all judges. What is done is kept in the user's cache: a training that was cut goes on, one that was done
    before is not done again, and the stories are read once for all seeds.
    """
    assigned = folds(clozes, training.folds, seed=seed)
    bench = Bench.of(clozes, (training.folds, training.shape, training.schedule), seed)
    store = cache(lambda: _store(clozes, training.shape, progress))
    rankers: list[CausalRanker] = []
    found: dict[int, list[float]] = {}
    for fold in range(training.folds):
        left_out = [number for number, place in enumerate(assigned) if place == fold]
        ranker = CausalRanker(causal.load().model, training.shape)
        scores = bench.take(fold, ranker)
        if scores is None:
            ranker = train_ranker(
                causal.load().model,
                store(),
                clozes,
                [number for number, place in enumerate(assigned) if place != fold],
                shape=training.shape,
                schedule=training.schedule,
                seed=seed + fold,
                checkpoint=bench.checkpoint(fold),
                what=f"training judge {fold + 1}",
                progress=progress,
            )
            said = scores_of(_reader(ranker, store()), left_out, clozes)
            scores = [score for number in left_out for score in said[number]]
            bench.keep(fold, ranker, scores)
        each = iter(scores)
        found |= {number: [next(each) for _ in clozes[number].endings] for number in left_out}
        rankers.append(ranker.eval())
    return CrossFit(Jury(tuple(rankers)), [score for number in range(len(clozes)) for score in found[number]], assigned)


def _reader(ranker: CausalRanker, store: BatchStore) -> Callable[[list[int]], Tensor]:
    return lambda numbers: ranker(store.batch(numbers))


def _store(clozes: Sequence[Cloze], shape: Shape, progress: Progress) -> BatchStore:
    language_model = causal.load()
    packs = packs_of(clozes, language_model.tokenizer)
    return BatchStore.fill(
        language_model.model,
        packs,
        start=shape.start,
        stop=shape.stop,
        folder=reading_folder(packs, shape),
        progress=progress,
    )
