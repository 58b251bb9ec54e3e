"""Make, train and load systems by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tacit import systems
from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.features.encoder_input import CONTEXTS
from tacit.clarifications.systems.calibration import SHARES, Calibrated
from tacit.clarifications.task import Instruction, JudgeSystem
from tacit.errors import InputError, UsageError
from tacit.progress import Progress, no_progress

TASK = "clarifications"
DEFAULT = "tacit"


@dataclass(frozen=True, slots=True)
class EncoderOptions:
    """What can be chosen of a system that stands on an encoder; what is not said stays as the system has it.

    `model` is another encoder by name or path, `context` how much of the context is read (`whole` or `window`), and
    `shares` how the classes count in training (as in CLAIRE's `dev` set, or as they come in `train`).
    """

    model: str | None = None
    context: str | None = None
    shares: str | None = None


AS_IT_IS = EncoderOptions()
"""No options: every system as it is registered."""


def create(name: str, options: EncoderOptions = AS_IT_IS) -> JudgeSystem:
    """A new, untrained system; one that stands on a pretrained encoder takes options."""
    system: JudgeSystem = systems.system_named(TASK, name).create()
    if options.model is not None and not hasattr(system, "model"):
        raise UsageError(f"the system {name!r} stands on no encoder that could be replaced")
    for option, known in (("context", CONTEXTS), ("shares", SHARES)):
        wanted = getattr(options, option)
        if wanted is None:
            continue
        if not hasattr(system, option):
            raise UsageError(f"the system {name!r} has no choice of {option}: only the bert systems do")
        if wanted not in known:
            raise UsageError(f"there is no {option} {wanted!r}; there are {' and '.join(known)}")
        setattr(system, option, wanted)
    if options.model is not None:
        system.model = options.model  # type: ignore[attr-defined]
    return system


def load(name: str = DEFAULT) -> JudgeSystem:
    """A trained system: the default one that ships with tacit, or `NAME:FOLDER` as `train` wrote it."""
    return cast(JudgeSystem, systems.load(TASK, name))


def folder_of(name: str) -> Path:
    """Where the model of a trained system is."""
    return systems.folder_of(TASK, name)


def train(
    name: str,
    instructions: Sequence[Instruction],
    *,
    calibrate: Sequence[Instruction] = (),
    options: EncoderOptions = AS_IT_IS,
    seed: int = 0,
    progress: Progress = no_progress,
) -> JudgeSystem:
    """A new system that has learnt from instructions whose fillers are all judged.

    The default system also takes others from which it learns the class balance of the texts it will be used on.
    """
    classes = {label for instruction in instructions for label in gold_labels(instruction)}
    if len(classes) < 2:
        raise InputError("to learn from, there must be fillers of at least two classes")
    system = create(name, options).fit(instructions, seed=seed, progress=progress)
    if calibrate:
        if not isinstance(system, Calibrated):
            raise UsageError(f"the system {name!r} cannot be calibrated")
        system.calibrate(calibrate)
    return system
