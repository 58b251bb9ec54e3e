"""Train a jury: each judge on all folds but one, so that it can be asked about that one."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tacit.backbones import causal
from tacit.endings.folds import FOLDS, folds
from tacit.endings.ranker import Shape
from tacit.endings.ranker_jury import Jury
from tacit.endings.ranker_store import Store, packs_of
from tacit.endings.ranker_training import Schedule, scores_of, train_ranker
from tacit.endings.task import Cloze, Progress, no_progress
from tacit.errors import OutputError
from tacit.files import cache_folder, reason


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
    rankers, found = [], {}
    with _workshop(repr((clozes, training, seed))) as folder:
        model = causal.load().model
        store = _store(clozes, training.shape, folder, progress)
        for fold in range(training.folds):

            def report(step: int, steps: int, loss: float, what: str = f"training judge {fold + 1}") -> None:
                progress(what, step, steps)

            ranker = train_ranker(
                model,
                store,
                clozes,
                [number for number, place in enumerate(assigned) if place != fold],
                shape=training.shape,
                schedule=training.schedule,
                seed=seed + fold,
                checkpoint=folder / f"judge-{fold}.safetensors",
                on_step=report,
            )
            left_out = [number for number, place in enumerate(assigned) if place == fold]
            found |= scores_of(lambda numbers, judge=ranker: judge(store.batch(numbers)), left_out, clozes)
            rankers.append(ranker)
    scores = [score for number in range(len(clozes)) for score in found[number]]
    return CrossFit(Jury(tuple(rankers)), scores, assigned)


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
