"""How far left-out events can be trusted: learnt from, and measured on, judged stories, each by what others taught.

Every story is read as any text is: the scenario system says what it is about, right or wrong, and the script of that
scenario says what is left out. Stories that taught the scenario system are not used for how sure a scenario is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tacit.backbones import encoder
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.learning import conformal
from tacit.progress import Progress, no_progress
from tacit.scenarios.detect import annotate
from tacit.scenarios.layers import SCENARIOS
from tacit.scenarios.train import DEFAULT, folder_of, load
from tacit.scripts import certainty, omitting
from tacit.scripts.base import CERTAINTY, TRUST, ScriptBase, canonical
from tacit.scripts.recognising import TOLD, Recogniser, Table
from tacit.scripts.stories import (
    FOLDS,
    Encode,
    JudgedStory,
    StoryCase,
    case_of,
    learn_omission,
    learn_recogniser,
    passage_of,
    regression,
    told_chances,
)
from tacit.seen import Seen

Detect = Callable[[Document], Document]
"""Adds the layer `scenarios`."""
RIGHT, RETOLD, ODD = "right", "told", "odd"
CUTS = (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85)
COVERAGES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


@dataclass(frozen=True)
class FoundOmission:
    """A story compared with one script: of the scenario that it is about, or of one that was found in it."""

    case: StoryCase
    evidence: certainty.Evidence | None = None
    """What speaks for the scenario; nothing where it was not found."""
    is_read: bool = True
    """Was it looked for? It was not in excerpts, nor in a story that the scenario system had learnt from."""

    @property
    def is_right(self) -> bool:
        """Is it the scenario that the story is about?"""
        return self.case.script.scenario == canonical(self.case.story.scenario)


class Estimate(NamedTuple):
    """An event that a story may leave out, by what other stories taught: how likely, and what the reader said.

    `certainty` is nothing where the scenario was given.
    """

    story: int
    event: int
    given: float
    certainty: float | None
    verdict: str
    of_own: bool
    """Is it an event of the scenario that the story is about?"""
    is_untold: bool
    """Does it look untold, in a story that tells something of the script?"""


def compare(
    stories: Sequence[JudgedStory],
    base: ScriptBase,
    encode: Encode,
    detect: Detect,
    is_known: Callable[[str], bool],
    progress: Progress = no_progress,
) -> list[FoundOmission]:
    """Each story with the script of its scenario and those of scenarios found in it; `is_known`: it taught them."""
    found = []
    for done, story in enumerate(stories):
        progress("reading stories", done, len(stories))
        passage = passage_of(story, encode)
        by_label: dict[str, list[Annotation]] = defaultdict(list)
        document = _document(story)
        is_read = story.is_whole and not is_known(story.text)
        for each in detect(document).layer(SCENARIOS) if is_read else ():
            by_label[each.label].append(each)
        for label in dict.fromkeys([canonical(story.scenario), *by_label]):
            script = base.find(label)
            wordings = base.wordings(script) if script else None
            if wordings is not None:
                shown = certainty.evidence(document, by_label, label, passage, base) if label in by_label else None
                found.append(FoundOmission(case_of(story, wordings, passage), shown, is_read))
    return found


def compare_as_read(
    stories: Sequence[JudgedStory], base: ScriptBase, progress: Progress = no_progress
) -> list[FoundOmission]:
    """The same, with the encoder and the scenario system that `tacit read` uses."""
    system = load()
    seen = Seen.load(folder_of(DEFAULT))

    def detect(document: Document) -> Document:
        return annotate(document, system)

    def is_known(text: str) -> bool:
        return seen is not None and any(part.share(text) > 0 for part in seen.parts.values())

    return compare(stories, base, encoder.load().encode, detect, is_known, progress)


def _document(story: JudgedStory) -> Document:
    sentences = [Annotation.of(start, end, source="stories") for start, end in story.places()]
    return Document(story.text, id=story.id, layers=[Layer(SENTENCES, sentences)])


def estimate(found: Sequence[FoundOmission]) -> list[Estimate]:
    """All events that may be left out, each by what the stories of other folds taught."""
    ids = list(dict.fromkeys(each.case.story.id for each in found))
    number = {id: place for place, id in enumerate(ids)}
    folds = [number[each.case.story.id] % FOLDS for each in found]
    told: list[Table] = [np.zeros(0)] * len(found)
    for fold in range(FOLDS):
        learnt = Recogniser(learn_recogniser(_others(found, folds, fold)))
        for place in _members(folds, fold):
            told[place] = told_chances(found[place].case, learnt)
    estimates = []
    for fold in range(FOLDS):
        others = [place for place, own in enumerate(folds) if own != fold]
        given = [place for place in others if found[place].is_right]
        omission = learn_omission([found[place].case for place in given], [told[place] for place in given])
        sure = learn_certainty([found[place] for place in others])
        for place in _members(folds, fold):
            estimates += _estimates(number, found[place], told[place], omission, sure)
    return estimates


def _members(folds: Sequence[int], fold: int) -> list[int]:
    return [place for place, own in enumerate(folds) if own == fold]


def _others(found: Sequence[FoundOmission], folds: Sequence[int], fold: int) -> list[StoryCase]:
    return [each.case for each, own in zip(found, folds, strict=True) if own != fold and each.is_right]


def learn_certainty(found: Sequence[FoundOmission]) -> dict[str, float]:
    """The weights of how sure a scenario is; those there are where the stories hold no mistake to learn from."""
    shown = [(each.evidence, each.is_right) for each in found if each.evidence is not None]
    if len({is_right for _, is_right in shown}) < 2:
        return dict(certainty.WEIGHTS)
    rows = np.array([evidence for evidence, _ in shown], dtype=np.float64)
    return regression(rows, np.array([is_right for _, is_right in shown]), certainty.FEATURES)


def _estimates(
    number: dict[str, int], found: FoundOmission, told: Table, omission: dict[str, float], sure: dict[str, float]
) -> list[Estimate]:
    case, story = found.case, found.case.story
    likely = omitting.chances(case.script, told.tolist(), len(story.sentences), omission)
    about = None if found.evidence is None else certainty.certainty(found.evidence, sure)
    happened: omitting.Bools = case.happened() & found.is_right
    retold: omitting.Bools = np.asarray(case.told.any(axis=0), dtype=bool)
    told_any = bool(told.max() >= TOLD)
    return [
        Estimate(
            number[story.id],
            event,
            float(likely[event]),
            about,
            RIGHT if happened[event] else RETOLD if retold[event] else ODD,
            found.is_right,
            told_any and bool(told[event] < TOLD),
        )
        for event in range(len(case.script.events))
    ]


def learn_trust(found: Sequence[FoundOmission]) -> tuple[dict[str, dict[str, float]], list[float]]:
    """Weights of how sure a scenario is and of how sure one may be in the end; and what a coverage rests on."""
    estimates = estimate(found)
    weights = {CERTAINTY: learn_certainty(found), TRUST: _trust(estimates)}
    return weights, sorted(round(each.given, 4) for each in _hidden(estimates))


def _hidden(estimates: Sequence[Estimate]) -> list[Estimate]:
    """What happened untold, by the script of the right scenario."""
    return [each for each in estimates if each.verdict == RIGHT]


def _trust(estimates: Sequence[Estimate]) -> dict[str, float]:
    shown = [each for each in estimates if each.certainty is not None and each.is_untold]
    targets = np.array([each.verdict == RIGHT for each in shown], dtype=bool)
    if len(set(targets.tolist())) < 2:
        return dict(omitting.TRUST)
    both = np.clip([each.given * (each.certainty or 0.0) for each in shown], 1e-6, 1 - 1e-6)
    return regression(np.log(both / (1 - both))[:, None], targets, ("slope",))


def measure(found: Sequence[FoundOmission]) -> dict[str, Any]:
    """What happens at each cut, and with each coverage, by cross-validation."""
    estimates = estimate(found)
    trust = _trust(estimates)
    read = {each.case.story.id for each in found if each.is_read}
    return {
        "stories": len({each.case.story.id for each in found}),
        "read": len(read),
        "scenario_right": len({each.case.story.id for each in found if each.evidence and each.is_right}) / len(read),
        "curve": [_at(estimates, cut, trust, len(read)) for cut in CUTS],
        "coverages": [_covering(estimates, coverage) for coverage in COVERAGES],
    }


def _at(estimates: Sequence[Estimate], cut: float, weights: dict[str, float], stories: int) -> dict[str, float]:
    """Which share of the stories gets an event at a cut, and what readers said of those named."""
    by_passage: dict[tuple[int, float], list[tuple[float, str]]] = defaultdict(list)
    for each in estimates:
        if each.certainty is not None and each.is_untold:
            probability = omitting.Trust(each.certainty, weights).probability(each.given)
            if probability >= cut:
                by_passage[each.story, each.certainty].append((probability, each.verdict))
    named = [verdict for each in by_passage.values() for _, verdict in sorted(each, reverse=True)[: omitting.MOST]]
    shares = {verdict: named.count(verdict) / max(1, len(named)) for verdict in (RIGHT, RETOLD, ODD)}
    return {"cut": cut, "answered": len({story for story, _ in by_passage}) / stories, "events": len(named), **shares}


def _covering(estimates: Sequence[Estimate], coverage: float) -> dict[str, float]:
    """How often a set that promises a coverage holds what happened untold, and how large it is.

    The scenario is given. The cut of each story is that of stories in other folds.
    """
    kept, hidden, size, stories = 0, 0, 0, set()
    for fold in range(FOLDS):
        others = [each.given for each in _hidden(estimates) if each.story % FOLDS != fold]
        least = conformal.cut(others, coverage)
        own = [each for each in estimates if each.story % FOLDS == fold and each.of_own]
        size += sum(each.given >= least for each in own)
        stories |= {each.story for each in own}
        right = [each for each in own if each.verdict == RIGHT]
        kept, hidden = kept + sum(each.given >= least for each in right), hidden + len(right)
    return {"coverage": coverage, "covered": kept / max(1, hidden), "size": size / max(1, len(stories))}
