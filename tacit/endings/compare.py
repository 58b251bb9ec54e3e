"""Measure many systems on the same stories, and keep what each said, so that a run goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tacit.backbones.catalogue import fingerprint
from tacit.endings.folds import Keep, keep_nothing, out_of_fold
from tacit.endings.task import Cloze, Probabilities, Story
from tacit.endings.train import check_material, create, folder_of, load, train
from tacit.errors import OutputError
from tacit.files import atomic_write, reason
from tacit.progress import Progress, no_progress

PUBLISHED = ("msap", "cogcomp", "tbmihaylov", "ukp", "acoli", "roemmele", "mflor", "pranav_goel", "rocnlp")
"""The systems of Table 4, best first."""
VARIANTS = ("tbmihaylov_lstm", "tbmihaylov_regression", "ukp_stories", "roemmele_unsupervised")
"""Nearer to what a paper describes, or other parts of it, than the row of the same name."""
SANITY = ("ending_only", "sentiment_only", "lm_only", "constant")
"""What is there without any understanding."""


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
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{self._folder}: cannot be written ({reason(error)})") from None
        with atomic_write(path) as stream:
            json.dump(said, stream)
        return said

    def _fingerprint(self, name: str) -> str:
        """Changes with the stories and options and, for a system that is named with its folder, with that model."""
        digest = self._material.copy()
        if ":" in name:
            digest.update(repr((name, fingerprint(folder_of(name)))).encode())
        return digest.hexdigest()[:12]
