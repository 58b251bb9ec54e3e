"""A language model on the stories that a small system is least certain of: it chooses among their endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story, chosen
from tacit.errors import UsageError
from tacit.llm import Asking, Forecast, Model, connect, teaching
from tacit.llm.choosing import Choice, combined, counted, even, least_certain, picked, questions, shares
from tacit.llm.task import MOST_OPTIONS
from tacit.llm.teaching import TeacherLesson
from tacit.progress import Progress, Remarks, no_progress, no_remarks

BEFORE = 6
"""Sentences before the one that is asked about."""
_FOLLOWS = "Does the sentence marked with --> make sense as what comes next in the text?"
_ANSWERS = ("no, it does not belong there", "yes, it makes sense there")
_ASKED = "Which option is the ending that makes most sense after the story in the text?"


@dataclass(frozen=True, slots=True)
class AskedEndings:
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


def ask(model: Model, clozes: Sequence[Cloze], said: Sequence[Probabilities], share: float = 1.0) -> AskedEndings:
    """Probabilities of both together; where the model gives no usable answer, the small system's stand."""
    choices = choices_of(clozes, said, share)
    counted(model, len(clozes), len(choices))
    found = AskedEndings(list(said), [place in choices for place in range(len(clozes))], [False] * len(clozes))
    for place, each in zip(choices, shares(model, list(choices.values())), strict=True):
        if each is not None:
            found.said[place] = combined(said[place], each)
            found.answered[place] = True
    return found


def consult(
    asking: Asking,
    clozes: Sequence[Cloze],
    said: Sequence[Probabilities],
    share: float,
    remarks: Remarks = no_remarks,
) -> tuple[AskedEndings, dict[str, Any] | None]:
    """Ask the model that is named, if any is; with what it took."""
    with asking.opened(remarks) as model:
        if model is None:
            nobody = [False] * len(clozes)
            return AskedEndings(list(said), nobody, nobody), None
        found = ask(model, clozes, said, share)
        return found, {**model.costs.to_dict(), "stories_answered": sum(found.answered)}


def plan(
    asking: Asking,
    clozes: Sequence[Cloze],
    said: Sequence[Probabilities],
    share: float,
    remarks: Remarks = no_remarks,
) -> Forecast:
    """What asking would take; nothing is sent."""
    with replace(asking, dry_run=True).opened(remarks) as model:
        assert model is not None
        return model.forecast(questions(list(choices_of(clozes, said, share).values())))


def uniform(clozes: Sequence[Cloze]) -> list[Probabilities]:
    """What a model is asked on top of when it is to choose alone."""
    return [even(len(cloze.endings)) for cloze in clozes]


def teach(
    model: Model,
    clozes: Sequence[Cloze],
    said: Sequence[Probabilities],
    *,
    known: Sequence[Cloze] = (),
) -> tuple[list[Cloze], TeacherLesson]:
    """The stories that a teacher was sure of, with its answers; what they have themselves is not looked at."""
    found = teaching.teach(
        model,
        [Choice(_ASKED, each.endings, each.text) for each in clozes],
        [max(each) for each in said],
        known=[(Choice(_ASKED, each.endings, each.text), each.answer) for each in known if each.answer is not None],
    )
    labelled = [replace(clozes[place], answer=chosen(shares)) for place, shares in found.by_place.items()]
    return labelled, found.lesson


class AskingEndings(EndingSystem):
    """What a trained system says, and a model's word on the least certain share of the stories.

    Without a small system the model chooses alone.
    """

    name: ClassVar[str] = "llm"
    uses_clozes: ClassVar[bool] = False

    def __init__(self, small: EndingSystem | None, model: Model, share: float = 1.0) -> None:
        self.small = small
        self.model = model
        self.share = share

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> NoReturn:
        """A model that is asked learns nothing."""
        raise UsageError("a language model that is asked learns nothing: train the system below it")

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """Probabilities of both together."""
        said = uniform(clozes) if self.small is None else self.small.predict(clozes, progress=progress)
        return ask(self.model, clozes, said, self.share).said

    def save(self, folder: Path) -> NoReturn:
        """There is nothing to save."""
        raise UsageError("a language model that is asked cannot be saved")

    @classmethod
    def load(cls, folder: Path) -> NoReturn:
        """There is nothing to load."""
        raise UsageError("a language model that is asked has no folder")


def llm(model: str = "default", small: str = "tacit", ask: float = 1.0) -> AskingEndings:
    """A language model as a system of this task: alone where it is asked about all, else on top of a small one."""
    from tacit.endings.train import load

    return AskingEndings(None if ask == 1.0 else load(small), connect(model), ask)


def belong(model: Model, sentences: Sequence[str], said: Sequence[float], share: float) -> list[float]:
    """How likely each sentence but the first belongs where it stands, after asking about the least certain share."""
    places = picked(model, [abs(each - 0.5) for each in said], share)
    choices = [Choice(_FOLLOWS, _ANSWERS, _marked(sentences, place + 1)) for place in places]
    found = list(said)
    for place, each in zip(places, shares(model, choices), strict=True):
        if each is not None:
            found[place] = combined((1 - said[place], said[place]), each)[1]
    return found


def _marked(sentences: Sequence[str], place: int) -> str:
    before = sentences[max(0, place - BEFORE) : place]
    return "\n".join([*before, f"--> {sentences[place]}"])
