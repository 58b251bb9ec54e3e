"""A language model on the stories that a small system is least certain of: it chooses among their endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.endings.task import Cloze, Probabilities
from tacit.llm import Model
from tacit.llm.choosing import Choice, combined, least_certain, shares
from tacit.llm.task import MOST_OPTIONS

_ASKED = "Which option is the ending that makes most sense after the story in the text?"


@dataclass(frozen=True, slots=True)
class Asked:
    """The probabilities after asking, and which stories the model was asked about and gave a usable answer."""

    said: list[Probabilities]
    asked: list[bool]
    answered: list[bool]


def choices_of(clozes: Sequence[Cloze], said: Sequence[Probabilities], share: float) -> dict[int, Choice]:
    """What is asked: the stories of the least certain share, by place; those with more than nine endings never."""
    places = least_certain([max(each) for each in said], share)
    return {
        place: Choice(_ASKED, clozes[place].endings, clozes[place].text)
        for place in places
        if len(clozes[place].endings) <= MOST_OPTIONS
    }


def ask(model: Model, clozes: Sequence[Cloze], said: Sequence[Probabilities], share: float = 1.0) -> Asked:
    """Probabilities of both together; where the model gives no usable answer, the small system's stand."""
    choices = choices_of(clozes, said, share)
    found = Asked(list(said), [place in choices for place in range(len(clozes))], [False] * len(clozes))
    for place, each in zip(choices, shares(model, list(choices.values())), strict=True):
        if each is not None:
            found.said[place] = combined(said[place], each)
            found.answered[place] = True
    return found


def uniform(clozes: Sequence[Cloze]) -> list[Probabilities]:
    """What a model is asked on top of when it is to choose alone."""
    return [(1 / len(cloze.endings),) * len(cloze.endings) for cloze in clozes]
