"""How far left-out events can be trusted: learnt from, and measured on, judged stories, each by what others taught.

Every story is read as any text is: the scenario system says what it is about, right or wrong, and the script of that
scenario says what is left out. Stories that taught the scenario system are not used for how sure a scenario is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.learning import conformal
from tacit.progress import Progress, no_progress
from tacit.scenarios.detect import annotate_whole, expected_sentences
from tacit.scenarios.task import Narrative
from tacit.scenarios.train import DEFAULT, folder_of, load
from tacit.scripts import choosing, omitting
from tacit.scripts.base import CHOICE, TRUST, ScriptBase, canonical
from tacit.scripts.capability import PLAUSIBLE, SHORT, certainty, expected, passages_by_label
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
    """A story compared with one script: of the scenario that it is about, or of one that it may seem to be about."""

    case: StoryCase
    options: choosing.Options | None = None
    """What speaks for this script and for others. Nothing where it was not looked for: in excerpts, and in stories that
    the scenario system had learnt from."""
    passages: Sequence[Annotation] = ()
    """Those about it that the scenario system found."""

    @property
    def is_right(self) -> bool:
        """Is it the scenario that the story is about?"""
        return self.case.script.scenario == canonical(self.case.story.scenario)

    def certainty(self, weights: dict[str, float]) -> float | None:
        """How likely the story follows the script; nothing where the script would not be looked at."""
        if self.options is None:
            return None
        label = self.case.script.scenario
        chance = self.options.chance(label, weights)
        is_best = chance >= PLAUSIBLE and self.options.best(weights) == label
        return certainty(chance, self.passages) if is_best or self.passages else None


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
        shown, by_label = None, {}
        if story.is_whole and not is_known(story.text):
            document = detect(_document(story))
            by_label = passages_by_label(document)
            near = choosing.nearness(passage.parts, passage.vectors, base)
            shown = choosing.options(near, expected(document, by_label, passage), base)
        likely = _likeliest(shown) if shown else []
        for label in dict.fromkeys([canonical(story.scenario), *by_label, *likely]):
            script = base.find(label)
            wordings = base.wordings(script) if script else None
            if wordings is not None:
                found.append(FoundOmission(case_of(story, wordings, passage), shown, by_label.get(label, ())))
    return found


def _likeliest(options: choosing.Options, count: int = 4) -> list[str]:
    """Those among which the best will be, whatever is learnt."""
    return [options.scenarios[number] for number in np.argsort(-options.chances())[:count]]


def compare_as_read(
    stories: Sequence[JudgedStory], base: ScriptBase, progress: Progress = no_progress
) -> list[FoundOmission]:
    """The same with what `tacit read` uses, without stories that taught its encoder."""
    system = load()
    seen = Seen.load(folder_of(DEFAULT))

    def detect(document: Document) -> Document:
        return annotate_whole(document, system)

    def is_known(text: str) -> bool:
        return seen is not None and any(part.share(text) > 0 for part in seen.parts.values())

    fresh = [story for story in stories if not base.encoder.has_learnt_from(story.text)]
    return compare(fresh, base, base.encoder.encode, detect, is_known, progress)


def choices(texts: Sequence[Narrative], base: ScriptBase, progress: Progress = no_progress) -> list[choosing.Choice]:
    """Labelled texts, those about nothing among them, as they teach which script a text follows; long ones do not.

    A text is about what two sentences of five are about.
    """
    system, encode = load(), base.encoder.encode
    found = []
    for done, text in enumerate(texts):
        progress("reading texts", done, len(texts))
        if 1 < len(text) <= SHORT:
            [detection] = system.detect([text])
            told = Counter(label for labels in text.labels for label in labels)
            about = frozenset(label for label, count in told.items() if count >= max(2, 0.4 * len(text)))
            story = JudgedStory(text.id, "", text.sentences, {}, frozenset())
            passage = passage_of(story, encode)
            near = choosing.nearness(passage.parts, passage.vectors, base)
            shown = choosing.options(near, expected_sentences(detection), base)
            found.append((shown, about))
    return found


def _document(story: JudgedStory) -> Document:
    sentences = [Annotation.of(start, end, source="stories") for start, end in story.places()]
    return Document(story.text, id=story.id, layers=[Layer(SENTENCES, sentences)])


def estimate(found: Sequence[FoundOmission], texts: Sequence[choosing.Choice] = ()) -> list[Estimate]:
    """All events that may be left out, each by what the stories of other folds taught, and `texts`."""
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
        sure = learn_choice([found[place] for place in others], texts)
        for place in _members(folds, fold):
            estimates += _estimates(number, found[place], told[place], omission, sure)
    return estimates


def _members(folds: Sequence[int], fold: int) -> list[int]:
    return [place for place, own in enumerate(folds) if own == fold]


def _others(found: Sequence[FoundOmission], folds: Sequence[int], fold: int) -> list[StoryCase]:
    return [each.case for each, own in zip(found, folds, strict=True) if own != fold and each.is_right]


def learn_choice(found: Sequence[FoundOmission], texts: Sequence[choosing.Choice] = ()) -> dict[str, float]:
    """The weights of which script a text follows."""
    stories = {each.case.story.id: each for each in found if each.options is not None}.values()
    own = [(each.options, frozenset([canonical(each.case.story.scenario)])) for each in stories if each.options]
    return choosing.learn(own, texts)


def _estimates(
    number: dict[str, int], found: FoundOmission, told: Table, omission: dict[str, float], sure: dict[str, float]
) -> list[Estimate]:
    case, story = found.case, found.case.story
    likely = omitting.chances(case.script, told.tolist(), len(story.sentences), omission)
    about = found.certainty(sure)
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


def learn_trust(
    found: Sequence[FoundOmission], texts: Sequence[choosing.Choice] = ()
) -> tuple[dict[str, dict[str, float]], list[float]]:
    """Weights of which script a text follows and of how sure one may be in the end; and what a coverage rests on."""
    estimates = estimate(found, texts)
    weights = {CHOICE: learn_choice(found, texts), TRUST: _trust(estimates)}
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


def measure(found: Sequence[FoundOmission], texts: Sequence[choosing.Choice] = ()) -> dict[str, Any]:
    """What happens at each cut, and with each coverage, by cross-validation."""
    estimates = estimate(found, texts)
    trust = _trust(estimates)
    read = {each.case.story.id for each in found if each.options is not None}
    right = {each.story for each in estimates if each.certainty is not None and each.of_own}
    return {
        "stories": len({each.case.story.id for each in found}),
        "read": len(read),
        "scenario_right": len(right) / max(1, len(read)),
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
