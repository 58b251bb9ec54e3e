"""Choosing the settings of a system of scripts by nested cross-validation over texts whose events are labelled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tacit import formats
from tacit.errors import InputError
from tacit.learning.nested import Task, Trial
from tacit.learning.settings import Setting
from tacit.progress import Progress, no_progress
from tacit.scripts.base import PARAPHRASE, ScriptBase
from tacit.scripts.evaluate import hidden, recall
from tacit.scripts.learn import MentionedText, learn, read_each
from tacit.scripts.paraphrase import Paraphrase
from tacit.scripts.task import OmissionSystem, Script
from tacit.scripts.train import create
from tacit.seen import copy_groups


class Telling(NamedTuple):
    """A text about a scenario."""

    scenario: str
    text: MentionedText


class LearntScripts(NamedTuple):
    """Scripts that were learnt from some texts, and a system that says what others leave out of them."""

    scripts: Mapping[str, Script]
    system: OmissionSystem


class HiddenEvents(NamedTuple):
    """Of the events of one text, hidden one at a time, how many are among the first five proposals."""

    right: float
    hidden: int


def trial(
    system: str, data: Sequence[str], also: Sequence[str] = (), *, seed: int = 0, progress: Progress = no_progress
) -> Trial[Telling, Setting, LearntScripts, HiddenEvents]:
    """Labelled texts to be split, copies together; `also` are others that are always learnt from."""
    documents = [document for path in data for document in formats.open(path)]
    tellings = [Telling(*each) for each in read_each(documents)]
    if not any(mention.label for telling in tellings for mention in telling.text.mentions):
        raise InputError("no text labels its script events, as those of InScript do")
    more = [Telling(*each) for each in read_each(document for path in also for document in formats.open(path))]
    paraphrase = Paraphrase(ScriptBase.load().weights[PARAPHRASE])

    def fit(known: Sequence[Telling], setting: Setting) -> LearntScripts:
        scripts = learn(_by_scenario([*known, *more]), paraphrase)
        labelled = [script for script in scripts if any(event.label for event in script.events)]
        return LearntScripts({each.scenario: each for each in labelled}, setting.applied(create(system)).fit(labelled))

    def predict(fitted: LearntScripts, held: Sequence[Telling]) -> list[HiddenEvents]:
        return [_found(fitted, each) for each in held]

    def recall_at_5(held: Sequence[Telling], said: Sequence[HiddenEvents]) -> float:
        return sum(each.right for each in said) / max(1, sum(each.hidden for each in said))

    groups = copy_groups(document.text for document in documents)
    return Trial(Task(fit, predict, recall_at_5, "recall_at_5"), tellings, groups)


def _by_scenario(tellings: Iterable[Telling]) -> dict[str, list[MentionedText]]:
    texts: dict[str, list[MentionedText]] = {}
    for scenario, text in tellings:
        texts.setdefault(scenario, []).append(text)
    return texts


def _found(fitted: LearntScripts, telling: Telling) -> HiddenEvents:
    """An event that no script knows counts as missed."""
    script = fitted.scripts.get(telling.scenario)
    if script is None:
        return HiddenEvents(0.0, len({mention.label for mention in telling.text.mentions} - {""}))
    cases = list(hidden(script, telling.text))
    return HiddenEvents(recall(fitted.system, cases).at_5 * len(cases), len(cases))
