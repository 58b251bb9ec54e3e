"""Why an ending was chosen: how much each kind of evidence speaks for it and against its best rival, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tacit.endings.choice import Floats, by_story, softmax
from tacit.endings.features import Matrix
from tacit.endings.ranker_evidence import THEMES
from tacit.endings.systems.tacit import EVIDENCE, Tacit
from tacit.endings.task import Cloze, Probabilities, Progress, chosen, no_progress

_WORTH_SAYING = 0.1
"""Log-odds below which a reason is left out."""
_STRONG, _CLEAR = 1.0, 0.4
"""Log-odds from which a reason is said to speak strongly, or clearly."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What a kind of evidence says, in words; `weight` is what it adds to the log-odds of the choice over its rival."""

    about: str
    words: str
    weight: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A choice with the reasons for it and against it, the weightiest first; places count from 0."""

    choice: int
    rival: int
    probabilities: Probabilities
    reasons: tuple[Reason, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def explain(system: Tacit, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Explanation]:
    """Choose an ending for each story, and say why."""
    rows = system.evidence(clozes, progress=progress)
    weights = system.regression_.weights
    ends = np.cumsum([len(cloze.endings) for cloze in clozes])[:-1]
    scores = by_story(system.regression_.scores(rows), clozes)
    return [
        explain_choice(weights, each, softmax(score)) for each, score in zip(np.split(rows, ends), scores, strict=True)
    ]


def explain_choice(weights: Floats, rows: Matrix, probabilities: Probabilities) -> Explanation:
    """The reasons for the most probable of some candidates, whose evidence stands in the rows."""
    choice = chosen(probabilities)
    others = [place for place in range(len(probabilities)) if place != choice]
    rival = max(others, key=lambda place: probabilities[place])
    added = dict(zip(EVIDENCE, (weights * (rows[choice] - rows[rival])).tolist(), strict=True))
    found = [(about, sum(added[name] for name in names)) for about, names in THEMES.items()]
    worth_saying = [(about, weight) for about, weight in found if abs(weight) >= _WORTH_SAYING]
    reasons = [Reason(about, _words(about, weight), round(weight, 3)) for about, weight in worth_saying]
    reasons.sort(key=lambda reason: -abs(reason.weight))
    return Explanation(choice, rival, probabilities, tuple(reasons))


def _words(about: str, weight: float) -> str:
    size = abs(weight)
    how = "strongly" if size >= _STRONG else "clearly" if size >= _CLEAR else "slightly"
    return f"{how} {'for' if weight > 0 else 'against'} it: {_SAID[about][weight < 0]}"


_SAID = {
    "judges": ("the trained judges find that it follows from the story", "the trained judges prefer the other ending"),
    "style": ("it is written as right endings are", "it is not written as right endings are"),
    "expectation": (
        "its words are to be expected after this story",
        "its words are less expected after this story",
    ),
    "tone": ("its tone goes well with the story", "its tone does not go well with the story"),
    "ties": (
        "its people, things and negations tie it to the story",
        "its people and things tie it less to the story",
    ),
    "topic": ("it stays near the topic of the story", "it strays from the topic of the story"),
}
"""Of each theme what is said for and against a choice."""
