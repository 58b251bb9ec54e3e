"""A language model on the sentences that a small system is least certain of: it picks among its candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, NoReturn

from tacit.errors import UsageError
from tacit.llm import Model, Question, connect
from tacit.llm.choosing import Choice, combined, counted, even, least_certain, questions, shares
from tacit.progress import Progress, no_progress
from tacit.scenarios.layers import assigned
from tacit.scenarios.task import NONE, Detection, Narrative, Ranking, ScenarioSystem, Scored

CANDIDATES = 5
"""Scenarios that are offered for a sentence, beside none of them."""
AROUND = 3
"""Sentences before and after the one that is asked about."""
_ASKED = "Which everyday activity is the sentence marked with --> about?"
_NOTHING = "none of these activities"


class AskingScenarios(ScenarioSystem):
    """What a trained system finds, and a model's word on the least certain share of all sentences.

    With `alone` the small system only says which candidates there are, not how likely each is.
    """

    name: ClassVar[str] = "llm"

    def __init__(self, small: ScenarioSystem, model: Model, share: float, *, alone: bool = False) -> None:
        self.small = small
        self._model = model
        self._share = share
        self._alone = alone

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress) -> NoReturn:
        """A model that is asked learns nothing."""
        raise UsageError("a language model that is asked learns nothing: train the system below it")

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """The small system's detections, changed where the model has a usable answer."""
        found = self.small.detect(narratives)
        choices = self._choices(narratives, found)
        counted(self._model, sum(len(each.rankings) for each in found), len(choices))
        rankings = [list(each.rankings) for each in found]
        for (text, place), said in zip(choices, shares(self._model, list(choices.values())), strict=True):
            if said is not None:
                rankings[text][place] = reranked(rankings[text][place], said, alone=self._alone)
        return [_changed(each, tuple(row)) for each, row in zip(found, rankings, strict=True)]

    def questions(self, narratives: Sequence[Narrative]) -> Iterator[Question]:
        """All that would be asked."""
        return questions(list(self._choices(narratives, self.small.detect(narratives)).values()))

    def _choices(self, narratives: Sequence[Narrative], found: Sequence[Detection]) -> dict[tuple[int, int], Choice]:
        places = [(text, place) for text, each in enumerate(found) for place in range(len(each.rankings))]
        certainties = [_certainty(found[text].rankings[place]) for text, place in places]
        asked = [places[number] for number in least_certain(certainties, self._share)]
        return {
            (text, place): Choice(_ASKED, options, _material(narratives[text], place))
            for text, place in asked
            if len(options := _options(found[text].rankings[place])) > 1
        }

    def save(self, folder: Path) -> NoReturn:
        """There is nothing to save."""
        raise UsageError("a language model that is asked cannot be saved")

    @classmethod
    def load(cls, folder: Path) -> NoReturn:
        """There is nothing to load."""
        raise UsageError("a language model that is asked has no folder")


def llm(model: str = "default", small: str = "tacit", ask: float = 1.0) -> AskingScenarios:
    """A language model as a system of this task: `llm:MODEL@URL`, or a name in the user's settings."""
    from tacit.scenarios.train import load

    return AskingScenarios(load(small), connect(model), ask, alone=ask == 1.0)


def reranked(ranking: Ranking, said: Sequence[float], *, alone: bool = False) -> Ranking:
    """A ranking after the model's word: candidates and nothing by both together, others as they were, behind them."""
    offered = _offered(ranking)
    nothing = next((each.probability for each in ranking if each.label == NONE), 0.0)
    small = [max(each.probability, 1e-6) for each in offered] + [max(nothing, 1e-6)]
    total = sum(small)
    both = combined(even(len(small)) if alone else [each / total for each in small], said)
    names = [*(each.label for each in offered), NONE]
    new = sorted(
        (Scored(name, round(each, 4)) for name, each in zip(names, both, strict=True)), key=lambda each: -each[1]
    )
    rest = [each for each in ranking if each.label not in names]
    return (*new, *(Scored(each.label, min(each.probability, new[-1].probability)) for each in rest))


def _changed(found: Detection, rankings: tuple[Ranking, ...]) -> Detection:
    if rankings == found.rankings:
        return found
    labels = [frozenset(assigned(each)) for each in rankings]
    starts = tuple(place for place in range(len(labels)) if place == 0 or labels[place] != labels[place - 1])
    return replace(found, rankings=rankings, starts=starts)


def _certainty(ranking: Ranking) -> float:
    """How far the two likeliest candidates are apart."""
    if len(ranking) < 2:
        return 1.0
    return abs(ranking[0].probability - ranking[1].probability)


def _offered(ranking: Ranking) -> list[Scored]:
    return [each for each in ranking if each.label != NONE][:CANDIDATES]


def _options(ranking: Ranking) -> tuple[str, ...]:
    return (*(each.label for each in _offered(ranking)), _NOTHING)


def _material(narrative: Narrative, place: int) -> str:
    first, end = max(0, place - AROUND), place + AROUND + 1
    lines = enumerate(narrative.sentences[first:end], first)
    return "\n".join(f"{'--> ' if number == place else ''}{' '.join(each.split())}" for number, each in lines)
