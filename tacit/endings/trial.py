"""Choosing the settings of a system of endings by nested cross-validation over stories."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from tacit.backbones import large_encoder
from tacit.endings.data import read_clozes, read_training
from tacit.endings.metrics import right_choices
from tacit.endings.systems.tacit.system import TacitEndings
from tacit.endings.task import Cloze, EndingSystem, Probabilities
from tacit.endings.train import check_material, create
from tacit.learning.nested import Task, Trial
from tacit.learning.settings import Setting
from tacit.progress import Progress, no_progress


def trial(
    system: str, data: Sequence[str], also: Sequence[str] = (), *, seed: int = 0, progress: Progress = no_progress
) -> Trial[Cloze, Setting, EndingSystem, Probabilities]:
    """Clozes to be split; `also` are clozes and whole stories that every system learns from."""
    clozes = read_clozes(data, answered=True)
    more, stories = read_training(also)
    check_material(create(system), [*clozes, *more], stories)

    def fit(known: Sequence[Cloze], setting: Setting) -> EndingSystem:
        return setting.applied(_created(system)).fit([*known, *more], stories, seed=seed, progress=progress)

    def predict(fitted: EndingSystem, held: Sequence[Cloze]) -> list[Probabilities]:
        return fitted.predict(held, progress=progress)

    def accuracy(held: Sequence[Cloze], said: Sequence[Probabilities]) -> float:
        return fmean(right_choices(held, said))

    return Trial(Task(fit, predict, accuracy, "accuracy"), clozes, [cloze.story for cloze in clozes])


def _created(name: str) -> EndingSystem:
    """A new system; the training of our own is spelt out, so that its parts can be set."""
    system = create(name)
    if isinstance(system, TacitEndings):
        from tacit.endings.systems.tacit.crossfit import JuryTraining

        system.training = JuryTraining(pairs=large_encoder.is_there())
    return system
