"""Choosing the settings of a judge by nested cross-validation over articles."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from tacit.clarifications.data import read_instructions
from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.seen import CALIBRATE, is_copy
from tacit.clarifications.systems.calibration import (
    Calibrated,
    Calibration,
    FillerEvidence,
    Floats,
    Strengths,
    gold_scores,
    judgements_of,
    label_numbers,
)
from tacit.clarifications.task import Instruction, Judgement, JudgeSystem
from tacit.clarifications.train import TASK, create, folder_of, load
from tacit.errors import UsageError
from tacit.learning.nested import Task, Trial
from tacit.learning.settings import Setting
from tacit.progress import Progress, no_progress
from tacit.seen import Seen
from tacit.systems import models_of

Judgements = tuple[Judgement, ...]


class Witnessed(NamedTuple):
    """An instruction, and what a trained judge sees of each of its fillers."""

    instruction: Instruction
    rows: Floats


def trial(
    system: str, data: Sequence[str], also: Sequence[str] = (), *, seed: int = 0, progress: Progress = no_progress
) -> Trial[Instruction, Setting, JudgeSystem, Judgements] | Trial[Witnessed, Setting, Calibration, Judgements]:
    """Judged instructions to be split; `also` are others that every system learns from.

    A system that comes trained, or is named with its folder, is not trained anew but calibrated anew, on sentences
    that it has not learnt from.
    """
    judged, more = _read(data), _read(also)
    if ":" in system or system in models_of(TASK).shipped:
        return _calibrating(system, judged, more)

    def fit(known: Sequence[Instruction], setting: Setting) -> JudgeSystem:
        return setting.applied(create(system)).fit([*known, *more], seed=seed, progress=progress)

    def predict(fitted: JudgeSystem, held: Sequence[Instruction]) -> list[Judgements]:
        return fitted.judge(held)

    return Trial(Task(fit, predict, accuracy, "accuracy"), judged, articles(judged))


def _read(paths: Sequence[str]) -> list[Instruction]:
    return [each for path in paths for each in read_instructions(path, prefer="dev")]


def _calibrating(
    system: str, judged: Sequence[Instruction], more: Sequence[Instruction]
) -> Trial[Witnessed, Setting, Calibration, Judgements]:
    judge = load(system)
    if not isinstance(judge, Calibrated):
        raise UsageError(f"the system {system!r} is trained and cannot be calibrated: name it without its folder")
    if more:
        raise UsageError("a trained system is only calibrated, on what is split: leave out `also`")
    seen = Seen.load(folder_of(system))
    judged = [each for each in judged if seen is None or not is_copy(each, seen.without(CALIBRATE))]
    evidence = judge.evidence(judged)
    ends = np.cumsum([len(each.fillers) for each in judged])[:-1]
    witnessed = [Witnessed(*pair) for pair in zip(judged, np.split(evidence.rows, ends), strict=True)]

    def fit(known: Sequence[Witnessed], setting: Setting) -> Calibration:
        instructions = [each.instruction for each in known]
        rows = FillerEvidence(np.concatenate([each.rows for each in known]), evidence.firm)
        strengths = setting.applied(Strengths())
        return Calibration.fit(rows, label_numbers(instructions), gold_scores(instructions), strengths)

    def predict(fitted: Calibration, held: Sequence[Witnessed]) -> list[Judgements]:
        said = fitted.apply(np.concatenate([each.rows for each in held]))
        return judgements_of([each.instruction for each in held], said)

    def right(held: Sequence[Witnessed], said: Sequence[Judgements]) -> float:
        return accuracy([each.instruction for each in held], said)

    return Trial(Task(fit, predict, right, "accuracy"), witnessed, articles(judged))


def articles(instructions: Sequence[Instruction]) -> list[Hashable]:
    """The article of each, by its title; one without a title is by itself."""
    return [each.title or (number,) for number, each in enumerate(instructions)]


def accuracy(instructions: Sequence[Instruction], said: Sequence[Judgements]) -> float:
    """The share of fillers whose class is right."""
    return fmean(
        judgement.label == label
        for instruction, judgements in zip(instructions, said, strict=True)
        for label, judgement in zip(gold_labels(instruction), judgements, strict=True)
    )
