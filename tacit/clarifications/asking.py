"""A language model on the fillers that a small judge is least certain of: wrong, doubtful, or right in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, NoReturn

from tacit.clarifications.task import Instruction, Judgement, JudgeSystem
from tacit.errors import UsageError
from tacit.llm import Model, Question
from tacit.llm.choosing import Choice, combined, least_certain, questions, shares
from tacit.progress import Progress, no_progress

_ASKED = "Does the phrase in [brackets] make sense in its place in the instruction?"
_OPTIONS = ("no, it makes no sense there", "it is possible, but doubtful", "yes, it makes sense there")
"""In the order of the classes."""


class AskingJudge(JudgeSystem):
    """What a trained judge says, and a model's word on the least certain share of all fillers."""

    name: ClassVar[str] = "llm"

    def __init__(self, small: JudgeSystem, model: Model, share: float) -> None:
        self.small = small
        self._model = model
        self._share = share

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> NoReturn:
        """A model that is asked learns nothing."""
        raise UsageError("a language model that is asked learns nothing: train the judge below it")

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """The small judge's judgements, changed where the model has a usable answer."""
        found = [list(each) for each in self.small.judge(instructions)]
        choices = self._choices(instructions, found)
        for (number, place), said in zip(choices, shares(self._model, list(choices.values())), strict=True):
            if said is not None:
                before = found[number][place]
                after = Judgement.of(combined(before.probabilities, said))
                found[number][place] = Judgement.of(after.probabilities, (before.score + after.score) / 2)
        return [tuple(each) for each in found]

    def questions(self, instructions: Sequence[Instruction]) -> Iterator[Question]:
        """All that would be asked."""
        return questions(list(self._choices(instructions, self.small.judge(instructions)).values()))

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


def _choice(instruction: Instruction, place: int) -> Choice:
    filled = instruction.filled(f"[{instruction.fillers[place].text}]")
    lines = (instruction.title, instruction.section, instruction.previous, filled, instruction.following)
    return Choice(_ASKED, _OPTIONS, "\n".join(" ".join(line.split()) for line in lines if line.strip()))
