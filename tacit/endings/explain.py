"""Why an ending was chosen: what the jury says, and whether style, tone and ties to the story agree, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.choice import Floats, by_story, softmax
from tacit.endings.systems.tacit import TacitEndings
from tacit.endings.systems.tacit.views import NAMES
from tacit.endings.task import Cloze, Probabilities, chosen
from tacit.errors import UsageError
from tacit.progress import Progress, no_progress

_WORTH_SAYING = 0.1
"""Log-odds below which a reason is left out."""
_STRONG, _CLEAR = 1.5, 0.5
"""Log-odds from which a reason is said to speak strongly, or clearly."""
_SAID: Mapping[str, tuple[str, str]] = {
    "judges": ("it follows from the story, by language models that were trained to choose endings", ""),
    "style": ("in style it is like right endings of any story", "in style it is like wrong endings of any story"),
    "tone": ("its mood suits the story", "its mood suits the story less than its rival's"),
    "ties": (
        "it takes up words, names and pronouns of the story",
        "it takes up fewer words, names and pronouns of the story than its rival",
    ),
}
"""Of each kind of evidence what is said for and against a choice; the judges have made it."""


@dataclass(frozen=True, slots=True)
class EndingReason:
    """What a kind of evidence says, in words; `weight` is the log-odds of the choice over its rival by it alone.

    The weight of `judges` is the one that decides.
    """

    about: str
    words: str
    weight: float


@dataclass(frozen=True, slots=True)
class ChoiceExplanation:
    """A choice with the judges' reason, then what else speaks for it or against it; places count from 0."""

    choice: int
    rival: int
    probabilities: Probabilities
    reasons: tuple[EndingReason, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def explain(
    system: TacitEndings, clozes: Sequence[Cloze], *, progress: Progress = no_progress
) -> list[ChoiceExplanation]:
    """Choose an ending for each story, and say why."""
    if system.views_ is None:
        raise UsageError("the system 'tacit' has not been trained: call fit or load first")
    if not clozes:
        return []
    log_odds = by_story(system.log_odds(clozes, progress=progress), clozes)
    views = np.split(system.views_.scores(clozes), np.cumsum([len(cloze.endings) for cloze in clozes])[:-1])
    return [explain_choice(odds, rows) for odds, rows in zip(log_odds, views, strict=True)]


def explain_choice(log_odds: Floats, views: Matrix) -> ChoiceExplanation:
    """The reasons for the best of some candidates: the jury's log-odds of each, and a row of views of each."""
    probabilities = softmax(log_odds)
    choice = chosen(probabilities)
    others = [place for place in range(len(probabilities)) if place != choice]
    rival = max(others, key=lambda place: probabilities[place])
    weights = {"judges": float(log_odds[choice] - log_odds[rival])}
    weights |= dict(zip(NAMES, (views[choice] - views[rival]).tolist(), strict=True))
    worth_saying = [about for about, weight in weights.items() if about == "judges" or abs(weight) >= _WORTH_SAYING]
    worth_saying.sort(key=lambda about: (about != "judges", -abs(weights[about])))
    reasons = [EndingReason(about, _words(about, weights[about]), round(weights[about], 3)) for about in worth_saying]
    return ChoiceExplanation(choice, rival, probabilities, tuple(reasons))


def _words(about: str, weight: float) -> str:
    size = abs(weight)
    how = "strongly" if size >= _STRONG else "clearly" if size >= _CLEAR else "slightly"
    return f"{how} {'for' if weight >= 0 else 'against'} it: {_SAID[about][weight < 0]}"
