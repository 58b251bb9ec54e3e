"""Train a jury: each member on all folds but one, so that it can be asked about that one.

What the judges say of stories they have never seen is what the system learns to weigh them by.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tacit.backbones import causal, encoder
from tacit.backbones.learning import OnStep
from tacit.endings.features import Matrix
from tacit.endings.folds import FOLDS, folds
from tacit.endings.pair_encoder import PairEncoder, PairShape, pairs_of
from tacit.endings.pair_negatives import Recaster
from tacit.endings.pair_training import train_pair_encoder
from tacit.endings.ranker import CausalRanker, Shape
from tacit.endings.ranker_jury import Jury, style_scores
from tacit.endings.ranker_store import Store, packs_of
from tacit.endings.ranker_training import Schedule, scores_of, train_ranker
from tacit.endings.systems.ending_only import EndingOnly
from tacit.endings.task import Cloze, Progress, Story, no_progress
from tacit.errors import OutputError
from tacit.files import cache_folder, reason


@dataclass(frozen=True, slots=True)
class Training:
    """Shapes and schedules of the judges, and how many folds; `made_up` clozes come from whole stories, if given."""

    folds: int = FOLDS
    shape: Shape = field(default_factory=Shape)
    schedule: Schedule = field(default_factory=Schedule)
    pair_shape: PairShape = field(default_factory=PairShape)
    pair_schedule: Schedule = field(default_factory=lambda: Schedule(stories=8, epochs=4, rate=5e-4, head=2.0))
    made_up: int = 9000
    made_up_schedule: Schedule = field(default_factory=lambda: Schedule(stories=8, epochs=1, rate=1e-3, head=1.0))


@dataclass(frozen=True, slots=True)
class CrossFit:
    """A jury, what its members say of the fold they have not learnt from, and the fold of each cloze."""

    jury: Jury
    scores: Matrix
    folds: list[int]


def cross_fit(
    clozes: Sequence[Cloze],
    stories: Sequence[Story] = (),
    *,
    training: Training,
    seed: int = 0,
    progress: Progress = no_progress,
) -> CrossFit:
    """Train all judges. What is done is kept in the user's cache until all is done: a training that was cut goes on."""
    assigned = folds(clozes, training.folds, seed=seed)
    with _workshop(repr((clozes, stories, training, seed))) as folder:
        trainer = _Trainer(folder, clozes, assigned, training, seed, progress)
        rankers, ranker_scores = trainer.rankers()
        pairs, pair_scores = trainer.pair_encoders(stories)
    style, styled = _styles(clozes, assigned, training.folds)
    columns = [
        [score for number in range(len(clozes)) for score in kind[number]]
        for kind in (ranker_scores, pair_scores, styled)
    ]
    return CrossFit(Jury(tuple(rankers), tuple(pairs), style), np.array(columns, dtype=np.float32).T, assigned)


@dataclass(frozen=True, slots=True)
class _Trainer:
    folder: Path
    clozes: Sequence[Cloze]
    assigned: Sequence[int]
    training: Training
    seed: int
    progress: Progress

    def rankers(self) -> tuple[list[CausalRanker], dict[int, list[float]]]:
        """A ranker a fold, and the scores of each fold by the one that has not seen it."""
        language_model, shape, done = causal.load(), self.training.shape, 0

        def report(count: int) -> None:
            nonlocal done
            done += count
            self.progress("reading stories", done, len(self.clozes))

        store = Store.fill(
            language_model.model,
            packs_of(self.clozes, language_model.tokenizer),
            start=shape.start,
            stop=shape.stop,
            folder=self.folder,
            on_progress=report,
        )
        trained = [self._ranker(fold, store) for fold in range(self.training.folds)]
        return [ranker for ranker, _ in trained], {number: each for _, said in trained for number, each in said.items()}

    def _ranker(self, fold: int, store: Store) -> tuple[CausalRanker, dict[int, list[float]]]:
        ranker = train_ranker(
            causal.load().model,
            store,
            self.clozes,
            self._others(fold),
            shape=self.training.shape,
            schedule=self.training.schedule,
            seed=self.seed + fold,
            checkpoint=self.folder / f"ranker-{fold}.safetensors",
            on_step=self._on_step(f"language model as a judge, fold {fold + 1}"),
        )
        return ranker, scores_of(lambda numbers: ranker(store.batch(numbers)), self._members(fold), self.clozes)

    def pair_encoders(self, stories: Sequence[Story]) -> tuple[list[PairEncoder], dict[int, list[float]]]:
        """The same for pair encoders, which learn from made-up clozes first."""
        start = self._made_up(stories) if stories else None
        trained = [self._pair_encoder(fold, start) for fold in range(self.training.folds)]
        return [network for network, _ in trained], {
            number: each for _, said in trained for number, each in said.items()
        }

    def _pair_encoder(self, fold: int, start: Mapping[str, Any] | None) -> tuple[PairEncoder, dict[int, list[float]]]:
        network = train_pair_encoder(
            encoder.load(),
            self.clozes,
            self._others(fold),
            shape=self.training.pair_shape,
            schedule=self.training.pair_schedule,
            seed=self.seed + fold,
            start=start,
            checkpoint=self.folder / f"pair-{fold}.safetensors",
            on_step=self._on_step(f"pair encoder as a judge, fold {fold + 1}"),
        )
        tokenizer = encoder.load().tokenizer

        def judged(numbers: list[int]) -> Any:
            return network([pair for number in numbers for pair in pairs_of(self.clozes[number], tokenizer)])

        return network, scores_of(judged, self._members(fold), self.clozes)

    def _made_up(self, stories: Sequence[Story]) -> Mapping[str, Any]:
        made = list(Recaster(stories).clozes(self.training.made_up, wrong=2, seed=self.seed))
        return train_pair_encoder(
            encoder.load(),
            made,
            range(len(made)),
            shape=self.training.pair_shape,
            schedule=self.training.made_up_schedule,
            seed=self.seed,
            checkpoint=self.folder / "made-up.safetensors",
            on_step=self._on_step("pair encoder on made-up endings"),
        ).weights()

    def _members(self, fold: int) -> list[int]:
        return [number for number, place in enumerate(self.assigned) if place == fold]

    def _others(self, fold: int) -> list[int]:
        return [number for number, place in enumerate(self.assigned) if place != fold]

    def _on_step(self, what: str) -> OnStep:
        return lambda step, steps, loss: self.progress(what, step, steps)


def _styles(clozes: Sequence[Cloze], assigned: Sequence[int], count: int) -> tuple[EndingOnly, dict[int, list[float]]]:
    """A model of style from all clozes, and the scores of each fold by one that has not seen it."""
    found: dict[int, list[float]] = {}
    for fold in range(count):
        style = EndingOnly().fit([cloze for cloze, place in zip(clozes, assigned, strict=True) if place != fold])
        for number, place in enumerate(assigned):
            if place == fold:
                found[number] = style_scores(style, clozes[number : number + 1])
    return EndingOnly().fit(clozes), found


@contextmanager
def _workshop(content: str) -> Iterator[Path]:
    """A folder for what is half done, the same for the same content; it goes when the block ends well."""
    folder = cache_folder() / f"endings-training-{hashlib.sha256(content.encode()).hexdigest()[:20]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
