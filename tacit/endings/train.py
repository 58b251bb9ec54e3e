"""Make, train and load systems by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from tacit import systems
from tacit.endings.task import Cloze, EndingSystem, Story
from tacit.errors import UsageError
from tacit.progress import Progress, no_progress

TASK = "endings"
DEFAULT = "tacit"


def create(name: str, **options: Any) -> EndingSystem:
    """A new, untrained system."""
    return cast(EndingSystem, systems.create(TASK, name, **options))


def load(name: str = DEFAULT) -> EndingSystem:
    """A trained system: the default one that ships with tacit, or `NAME:FOLDER` as `train` wrote it."""
    return cast(EndingSystem, systems.load(TASK, name))


def folder_of(name: str) -> Path:
    """Where the model of a trained system is."""
    return systems.folder_of(TASK, name)


def train(
    name: str,
    clozes: Sequence[Cloze],
    stories: Sequence[Story] = (),
    *,
    seed: int = 0,
    progress: Progress = no_progress,
    **options: Any,
) -> EndingSystem:
    """A new system that has learnt from answered clozes, whole stories, or both, as it needs."""
    system = create(name, **options)
    check_material(system, clozes, stories)
    return system.fit(clozes, stories, seed=seed, progress=progress)


def check_material(system: EndingSystem, clozes: Sequence[Cloze], stories: Sequence[Story]) -> None:
    """Raise an error that says what else to give, unless a system has all it learns from."""
    if system.uses_clozes and not clozes:
        raise UsageError(f"{system.name!r} learns from stories with two endings and an answer: give `train` CLOZE.csv")
    if system.uses_stories and not stories:
        raise UsageError(f"{system.name!r} learns from whole stories: give `train` STORIES.tsv")
