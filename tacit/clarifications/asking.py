"""A language model on the fillers that a small judge is least certain of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, NoReturn, Protocol

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import CLASSES, Filler, Instruction, Judgement, JudgeSystem
from tacit.clarifications.train import load
from tacit.errors import UsageError
from tacit.llm import Model, Question, connect, teaching
from tacit.llm.choosing import Choice, combined, counted, even, least_certain, questions, shares
from tacit.llm.teaching import TeacherLesson
from tacit.progress import Progress, no_progress

_ASKED = "Does the phrase in [brackets] make sense in its place in the instruction?"
_OPTIONS = ("no, it makes no sense there", "it is possible, but doubtful", "yes, it makes sense there")
"""In the order of the classes."""


class Judging(Protocol):
    """A judge, or one that may turn out not to be installed."""

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]] | None:
        """For each instruction a judgement of each of its fillers, or nothing at all."""
        ...


class AskingJudge(JudgeSystem):
    """What a trained judge says, and a model's word on the least certain share of all fillers.

    With `alone` only the model's word counts, where it has one.
    """

    name: ClassVar[str] = "llm"

    def __init__(self, small: Judging, model: Model, share: float, *, alone: bool = False) -> None:
        self.small = small
        self._model = model
        self._share = share
        self._alone = alone

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> NoReturn:
        """A model that is asked learns nothing."""
        raise UsageError("a language model that is asked learns nothing: train the judge below it")

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """The small judge's judgements, changed where the model has a usable answer."""
        found = [list(each) for each in self._before(instructions)]
        choices = self._choices(instructions, found)
        counted(self._model, sum(map(len, found)), len(choices))
        for (number, place), said in zip(choices, shares(self._model, list(choices.values())), strict=True):
            if said is not None and self._alone:
                found[number][place] = Judgement.of(combined(even(len(said)), said))
            elif said is not None:
                before = found[number][place]
                after = Judgement.of(combined(before.probabilities, said))
                found[number][place] = Judgement.of(after.probabilities, (before.score + after.score) / 2)
        return [tuple(each) for each in found]

    def questions(self, instructions: Sequence[Instruction]) -> Iterator[Question]:
        """All that would be asked."""
        return questions(list(self._choices(instructions, self._before(instructions)).values()))

    def _before(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """What the small judge says; where none is installed, that nothing is known."""
        judged = self.small.judge(instructions)
        if judged is not None:
            return judged
        return [tuple(Judgement.of(even(len(_OPTIONS))) for _ in each.fillers) for each in instructions]

    def _choices(
        self, instructions: Sequence[Instruction], found: Sequence[Sequence[Judgement]]
    ) -> dict[tuple[int, int], Choice]:
        places = [(number, place) for number, each in enumerate(found) for place in range(len(each))]
        certainties = [max(found[number][place].probabilities) for number, place in places]
        asked = [places[each] for each in least_certain(certainties, self._share)]
        return {(number, place): _choice(instructions[number], place) for number, place in asked}

    def save(self, folder: Path) -> NoReturn:
        """There is nothing to save."""
        raise UsageError("a language model that is asked cannot be saved")

    @classmethod
    def load(cls, folder: Path) -> NoReturn:
        """There is nothing to load."""
        raise UsageError("a language model that is asked has no folder")


def llm(model: str = "default", small: str = "tacit", ask: float = 1.0) -> AskingJudge:
    """A language model as a system of this task: `llm:MODEL@URL`, or a name in the user's settings."""
    return AskingJudge(load(small), connect(model), ask, alone=ask == 1.0)


def teach(
    model: Model,
    instructions: Sequence[Instruction],
    judged: Sequence[Sequence[Judgement]],
    *,
    known: Sequence[Instruction] = (),
) -> tuple[list[Instruction], TeacherLesson]:
    """The sentences with those fillers that a teacher was sure of, judged by it; what they have is not looked at."""
    places = [(number, place) for number, each in enumerate(instructions) for place in range(len(each.fillers))]
    found = teaching.teach(
        model,
        [_choice(instructions[number], place) for number, place in places],
        [max(judged[number][place].probabilities) for number, place in places],
        known=[
            (_choice(each, place), CLASSES.index(label))
            for each in known
            for place, label in enumerate(gold_labels(each))
        ],
    )
    fillers: dict[int, list[Filler]] = {}
    for place, said in found.by_place.items():
        number, at = places[place]
        judgement = Judgement.of(said)
        text = instructions[number].fillers[at].text
        fillers.setdefault(number, []).append(Filler(text, judgement.label, judgement.score))
    taught = [replace(instructions[number], fillers=tuple(each)) for number, each in fillers.items()]
    return taught, found.lesson


def _choice(instruction: Instruction, place: int) -> Choice:
    return Choice(_ASKED, _OPTIONS, in_context(instruction, f"[{instruction.fillers[place].text}]"))


def in_context(instruction: Instruction, filler: str) -> str:
    """What a model is shown: the instruction with something in its blank, and what stands around it."""
    before = (instruction.title, instruction.section, instruction.previous)
    lines = (*before, instruction.filled(filler), instruction.following)
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())
