"""Make, train and load systems by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from tacit import systems
from tacit.errors import InputError
from tacit.files import make_folder
from tacit.progress import Progress, no_progress
from tacit.steps.knowledge import StepKnowledge
from tacit.steps.task import Aligner, Pair, StepSystem, Template

TASK = "steps"
DEFAULT = "tacit"
_HELD_BACK = 20
"""One in so many abstract instructions is held back from training, to know when to stop."""

P = TypeVar("P", bound=Pair)


def create(name: str, **options: Any) -> StepSystem:
    """A new, untrained system."""
    return cast(StepSystem, systems.create(TASK, name, **options))


def model_folder(name: str) -> Path:
    """Where the model of a system is: the one that comes with tacit, or that of `NAME:FOLDER`."""
    name, _, folder = name.partition(":")
    return Path(folder) if folder else systems.MODELS / systems.models_of(TASK).shipped.get(name, name)


def load(name: str = DEFAULT) -> StepSystem:
    """A trained system that comes with tacit, or `NAME:FOLDER` as `train` wrote it."""
    return cast(StepSystem, systems.load(TASK, name))


def train(
    name: str,
    templates: Sequence[Template],
    *,
    seed: int = 0,
    checkpoint: Path | None = None,
    progress: Progress = no_progress,
    **options: Any,
) -> StepSystem:
    """A new system that has learnt from templates; a twentieth of them is held back to know when to stop."""
    if not any(template.blanked for template in templates):
        raise InputError("no training template has a blank")
    learnt, held_back = hold_back(templates)
    system = create(name, **options)
    return system.fit(learnt, validation=held_back, seed=seed, checkpoint=checkpoint, progress=progress)


def learn_knowledge(
    system: Aligner, pairs: Sequence[Pair], *, words: Collection[str], progress: Progress = no_progress
) -> StepKnowledge:
    """What the alignments of a corpus teach; phrases are made of the given words."""
    return StepKnowledge.learn(pairs, system.align(pairs, progress=progress), words)


def prepare_checkpoint(folder: Path) -> Path:
    """Where the training of a model folder is saved; the folder is made."""
    make_folder(folder)
    return folder / "checkpoint.safetensors"


def hold_back(pairs: Sequence[P]) -> tuple[list[P], list[P]]:
    """Pairs to learn from, and pairs about other abstract instructions to validate on; always the same ones."""
    chosen = [_is_held_back(pair) for pair in pairs]
    learnt = [pair for pair, held in zip(pairs, chosen, strict=True) if not held]
    held_back = [pair for pair, held in zip(pairs, chosen, strict=True) if held]
    return (learnt, held_back) if learnt else (held_back, [])


def _is_held_back(pair: Pair) -> bool:
    return int.from_bytes(sha256(" ".join(pair.abstract).encode()).digest()[:4], "big") % _HELD_BACK == 0
