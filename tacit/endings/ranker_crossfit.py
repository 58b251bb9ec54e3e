"""Train a jury: each judge on all folds but one, so that it can be asked about that one."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.backbones import causal
from tacit.backbones.learning import OnStep
from tacit.endings.folds import FOLDS, folds
from tacit.endings.ranker import CausalRanker, Shape
from tacit.endings.ranker_jury import Jury
from tacit.endings.ranker_store import Store, packs_of
from tacit.endings.ranker_training import Schedule, scores_of, train_ranker
from tacit.endings.task import Cloze, Progress, no_progress
from tacit.errors import OutputError
from tacit.files import cache_folder, reason

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Training:
    """How many judges there are, one a fold, and how they learn."""

    folds: int = FOLDS
    shape: Shape = field(default_factory=Shape)
    schedule: Schedule = field(default_factory=Schedule)


@dataclass(frozen=True, slots=True)
class CrossFit:
    """A jury, what its judges say of the candidates they have not learnt from, and the fold of each cloze."""

    jury: Jury
    scores: list[float]
    folds: list[int]


def cross_fit(
    clozes: Sequence[Cloze], *, training: Training, seed: int = 0, progress: Progress = no_progress
) -> CrossFit:
    """Train all judges. What is done is kept in the user's cache until all is done: a training that was cut goes on."""
    assigned = folds(clozes, training.folds, seed=seed)
    rankers: list[CausalRanker] = []
    found: dict[int, list[float]] = {}
    with _workshop(repr((clozes, training, seed))) as folder:
        store = _store(clozes, training.shape, folder, progress)
        for fold in range(training.folds):
            ranker = train_ranker(
                causal.load().model,
                store,
                clozes,
                [number for number, place in enumerate(assigned) if place != fold],
                shape=training.shape,
                schedule=training.schedule,
                seed=seed + fold,
                checkpoint=folder / f"judge-{fold}.safetensors",
                on_step=_reported(f"training judge {fold + 1}", progress),
            )
            left_out = [number for number, place in enumerate(assigned) if place == fold]
            found |= scores_of(_reader(ranker, store), left_out, clozes)
            rankers.append(ranker)
    scores = [score for number in range(len(clozes)) for score in found[number]]
    return CrossFit(Jury(tuple(rankers)), scores, assigned)


def _reported(what: str, progress: Progress) -> OnStep:
    return lambda step, steps, loss: progress(what, step, steps)


def _reader(ranker: CausalRanker, store: Store) -> Callable[[list[int]], Tensor]:
    return lambda numbers: ranker(store.batch(numbers))


def _store(clozes: Sequence[Cloze], shape: Shape, folder: Path, progress: Progress) -> Store:
    language_model, done = causal.load(), 0

    def report(count: int) -> None:
        nonlocal done
        done += count
        progress("reading stories", done, len(clozes))

    packs = packs_of(clozes, language_model.tokenizer)
    return Store.fill(
        language_model.model, packs, start=shape.start, stop=shape.stop, folder=folder, on_progress=report
    )


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
