"""Choosing the settings of a system of scenarios by nested cross-validation over texts."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.errors import InputError
from tacit.learning.nested import Task, Trial
from tacit.learning.settings import Setting
from tacit.progress import Progress, no_progress
from tacit.scenarios.data import read_labelled
from tacit.scenarios.evaluate import evaluate
from tacit.scenarios.inventory import load_inventory
from tacit.scenarios.task import Detection, Narrative, ScenarioSystem
from tacit.scenarios.train import create
from tacit.seen import copy_groups


def trial(
    system: str, data: Sequence[str], also: Sequence[str] = (), *, seed: int = 0, progress: Progress = no_progress
) -> Trial[Narrative, Setting, ScenarioSystem, Detection]:
    """Labelled texts to be split, copies together; every system also learns from `also`, where no label means none."""
    inventory = load_inventory()
    texts = read_labelled(data, inventory)
    more = read_labelled(also, inventory, unlabelled_as_none=True)
    if not any(gold for text in texts for gold in text.labels):
        raise InputError("no text is about any scenario")

    def fit(known: Sequence[Narrative], setting: Setting) -> ScenarioSystem:
        return setting.applied(create(system, inventory)).fit([*known, *more], seed=seed, progress=progress)

    def predict(fitted: ScenarioSystem, held: Sequence[Narrative]) -> list[Detection]:
        return fitted.detect(held)

    def f1(held: Sequence[Narrative], said: Sequence[Detection]) -> float:
        return evaluate(held, said).f1

    return Trial(Task(fit, predict, f1, "f1"), texts, copy_groups(" ".join(text.sentences) for text in texts))
