"""Make, train and load systems by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tacit import systems
from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.systems.calibration import Calibrated
from tacit.clarifications.task import Instruction, JudgeSystem
from tacit.errors import InputError, UsageError
from tacit.model_folder import trained_folder
from tacit.progress import Progress, no_progress

TASK = "clarifications"
DEFAULT = "tacit"
SHIPPED = Path(__file__).parents[1] / "models" / "clarifications"
"""The model of the default system that comes with tacit."""


def create(name: str, *, model: str | None = None) -> JudgeSystem:
    """A new, untrained system; one that stands on a pretrained encoder takes another by name or path."""
    system: JudgeSystem = systems.system_named(TASK, name).create()
    if model is not None:
        if not hasattr(system, "model"):
            raise UsageError(f"the system {name!r} stands on no encoder that could be replaced")
        system.model = model
    return system


def load(name: str = DEFAULT) -> JudgeSystem:
    """A trained system: the default one that ships with tacit, or `NAME:FOLDER` as `train` wrote it."""
    untrained = create(name.partition(":")[0])
    return type(untrained).load(folder_of(name))


def folder_of(name: str) -> Path:
    """Where the model of a trained system is."""
    systems.system_named(TASK, name.partition(":")[0])
    return trained_folder(name, default=DEFAULT, shipped=SHIPPED, train="tacit clarify train")


def train(
    name: str,
    instructions: Sequence[Instruction],
    *,
    calibrate: Sequence[Instruction] = (),
    model: str | None = None,
    seed: int = 0,
    progress: Progress = no_progress,
) -> JudgeSystem:
    """A new system that has learnt from instructions whose fillers are all judged.

    The default system also takes others from which it learns the class balance of the texts it will be used on.
    """
    classes = {label for instruction in instructions for label in gold_labels(instruction)}
    if len(classes) < 2:
        raise InputError("to learn from, there must be fillers of at least two classes")
    system = create(name, model=model).fit(instructions, seed=seed, progress=progress)
    if calibrate:
        if not isinstance(system, Calibrated):
            raise UsageError(f"the system {name!r} cannot be calibrated")
        system.calibrate(calibrate)
    return system
