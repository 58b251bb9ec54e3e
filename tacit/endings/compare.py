"""Measure many systems on the same stories: Table 4 of Mostafazadeh et al. (2017), with a measured column.

What each system said is kept, so that a run goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tacit.backbones.catalogue import fingerprint
from tacit.endings.data import read_clozes, read_training
from tacit.endings.evaluate import ChoiceComparison, EndingEvaluation, evaluate, failed_by_all, style_hard
from tacit.endings.evaluate import compare as test_pairs
from tacit.endings.folds import FOLDS, Keep, keep_nothing, out_of_fold
from tacit.endings.seen import count_seen
from tacit.endings.task import Cloze, Probabilities, Story
from tacit.endings.train import DEFAULT, check_material, create, folder_of, load, train
from tacit.errors import UsageError
from tacit.files import atomic_write, make_folder
from tacit.frames import FrameKind, frame_of, without_parts
from tacit.progress import Progress, named, no_progress

PUBLISHED = ("msap", "cogcomp", "tbmihaylov", "ukp", "acoli", "roemmele", "mflor", "pranav_goel", "rocnlp")
"""The systems of Table 4, best first."""
VARIANTS = ("tbmihaylov_lstm", "tbmihaylov_regression", "ukp_stories", "roemmele_unsupervised")
"""Nearer to what a paper describes, or other parts of it, than the row of the same name."""
SANITY = ("ending_only", "sentiment_only", "lm_only", "constant")
"""What is there without any understanding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOptions:
    """Which systems are measured on which stories.

    Each is trained on `train` (answered clozes or whole stories) or, where that has no answers, cross-validated in
    `folds` (five unless said otherwise); `NAME:FOLDER` is used as it is. Without `systems` all of them are measured.
    `keep` is a folder for what each of them said.
    """

    test: Sequence[str]
    train: Sequence[str] = ()
    systems: Sequence[str] = ()
    folds: int = 0
    keep: Path | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class MeasuredSystem:
    """One row: the figures of a system, how long it took, and how many of the stories it had seen in training."""

    name: str
    figures: EndingEvaluation
    seconds: float
    seen: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        own = {"system": self.name, "seconds": round(self.seconds, 1)}
        return {**own, **self.figures.to_dict(), "seen_in_training": self.seen}


@dataclass(frozen=True, slots=True)
class CompareResult:
    """All rows, McNemar's test for each pair of systems, and the stories that all systems fail."""

    n: int
    n_hard: int
    folds: int
    systems: tuple[MeasuredSystem, ...]
    pairs: tuple[ChoiceComparison, ...]
    failed: tuple[str, ...]

    @property
    def figures(self) -> Mapping[str, EndingEvaluation]:
        """The figures of each system."""
        return {each.name: each.figures for each in self.systems}

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "n": self.n,
            "n_hard": self.n_hard,
            "folds": self.folds,
            "systems": [each.to_dict() for each in self.systems],
            "mcnemar": [asdict(pair) for pair in self.pairs],
            "failed_by_all": list(self.failed),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each system, without the breakdowns."""
        return frame_of([without_parts(each.to_dict()) for each in self.systems], kind)


def run(
    options: CompareOptions,
    *,
    on_system: Callable[[MeasuredSystem], None] = lambda _: None,
    progress: Progress = no_progress,
) -> CompareResult:
    """Measure systems side by side; `on_system` hears of each when its stories are judged."""
    clozes = read_clozes(options.test, answered=True)
    training, stories = training_of(options.train, options.folds)
    folds = options.folds or (0 if training else FOLDS)
    names = list(dict.fromkeys(options.systems)) or [*PUBLISHED, *VARIANTS, *SANITY, DEFAULT]
    kept = Kept(options.keep, clozes, training, stories, folds, options.seed)
    hard = style_hard(clozes, seed=options.seed)
    said: dict[str, list[Probabilities]] = {}
    rows = []
    for number, name in enumerate(names, 1):
        started = time.perf_counter()
        shown = named(f"{number} of {len(names)}, {name}", progress)
        work = partial(
            judge, name, clozes, stories, training=training, folds=folds, seed=options.seed, keep=kept.parts_of(name)
        )
        said[name] = kept.get(name, partial(work, progress=shown))
        seconds = time.perf_counter() - started
        seen = 0 if folds and ":" not in name else count_seen(name, clozes, training, stories)
        rows.append(MeasuredSystem(name, evaluate(clozes, said[name], hard=hard), seconds, seen))
        on_system(rows[-1])
    failed = tuple(cloze.id for cloze in failed_by_all(clozes, said))
    return CompareResult(len(clozes), sum(hard), folds, tuple(rows), tuple(test_pairs(clozes, said)), failed)


def training_of(train: Sequence[str], folds: int) -> tuple[list[Cloze], list[Story]]:
    """Answered stories and whole stories to train on."""
    training, stories = read_training(train)
    if training and folds:
        raise UsageError("`folds` trains on `test` itself; leave out `train` with answered stories, or `folds`")
    return training, stories


def judge(
    name: str,
    clozes: Sequence[Cloze],
    stories: Sequence[Story] = (),
    *,
    training: Sequence[Cloze] = (),
    folds: int = 0,
    seed: int = 0,
    keep: Keep = keep_nothing,
    progress: Progress = no_progress,
    **options: Any,
) -> list[Probabilities]:
    """What a system says of each story; further `options` are those of a system that is trained.

    With `folds` it is cross-validated on these stories; else it is trained on `training` and whole stories; with
    none of them, or named with its folder, it is loaded as it was trained before.
    """
    if ":" in name:
        return load(name).predict(clozes, progress=progress)
    if folds:
        check_material(create(name, **options), clozes, stories)
        made = partial(create, name, **options)
        return out_of_fold(made, clozes, stories, count=folds, seed=seed, keep=keep, progress=progress)
    if training or stories:
        learnt = train(name, training, stories, seed=seed, progress=progress, **options)
        return learnt.predict(clozes, progress=progress)
    return load(name).predict(clozes, progress=progress)


class Kept:
    """What systems said, in a folder with one file a system and fold; other stories or options give other files."""

    def __init__(self, folder: Path | None, *material: object) -> None:
        self._folder = folder
        self._material = hashlib.sha256(repr(material).encode())

    def parts_of(self, name: str) -> Keep:
        """The same for parts of what a system said."""
        return lambda part, work: self.get(name, work, part=f".{part}")

    def get(self, name: str, judge: Callable[[], list[Probabilities]], *, part: str = "") -> list[Probabilities]:
        """What was kept, or else what `judge` says now."""
        if self._folder is None:
            return judge()
        path = self._folder / f"{name.partition(':')[0]}{part}-{self._fingerprint(name)}.json"
        if path.is_file():
            return [tuple(map(float, each)) for each in json.loads(path.read_text(encoding="utf-8"))]
        said = judge()
        make_folder(self._folder)
        with atomic_write(path) as stream:
            json.dump(said, stream)
        return said

    def _fingerprint(self, name: str) -> str:
        """Changes with the stories and options and, for a system that is named with its folder, with that model."""
        digest = self._material.copy()
        if ":" in name:
            digest.update(repr((name, fingerprint(folder_of(name)))).encode())
        return digest.hexdigest()[:12]
