"""Choosing the settings of a system of steps by nested cross-validation over abstract instructions."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.errors import InputError
from tacit.learning.nested import Task, Trial
from tacit.learning.settings import Setting
from tacit.progress import Progress, no_progress
from tacit.steps.data import read_templates
from tacit.steps.evaluate import hits
from tacit.steps.task import Filling, StepSystem, Template
from tacit.steps.train import create, hold_back


def trial(
    system: str, data: Sequence[str], also: Sequence[str] = (), *, seed: int = 0, progress: Progress = no_progress
) -> Trial[Template, Setting, StepSystem, Filling]:
    """Templates to be split; `also` are others that every system learns from."""
    templates, more = [each for each in read_templates(data) if each.blanked], read_templates(also)
    if not templates:
        raise InputError("no template has a blank")

    def fit(known: Sequence[Template], setting: Setting) -> StepSystem:
        learnt, held_back = hold_back([*known, *more])
        return setting.applied(create(system)).fit(learnt, validation=held_back, seed=seed, progress=progress)

    def predict(fitted: StepSystem, held: Sequence[Template]) -> list[Filling]:
        return fitted.fill(held, progress=progress)

    def match(held: Sequence[Template], said: Sequence[Filling]) -> float:
        return hits(held, said).match

    return Trial(Task(fit, predict, match, "oracle_match"), templates, [each.abstract for each in templates])
