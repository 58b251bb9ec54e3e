"""A language model for the linter: it judges the fillers that a small judge is least certain of, thinks of others, and
has the last word on whether a phrase is unclear at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, NoReturn, Protocol

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import CLASSES, Filler, Instruction, Judgement, JudgeSystem
from tacit.errors import UsageError
from tacit.linter.candidates import Candidate
from tacit.linter.check import Checker, Generate
from tacit.linter.codes import CODES
from tacit.llm import Model, Question, connect, teaching
from tacit.llm.choosing import Choice, combined, counted, even, least_certain, picked, questions, shares
from tacit.llm.teaching import TeacherLesson
from tacit.progress import Progress, no_progress
from tacit.shapes import ShapeError

_ASKED = "Does the phrase in [brackets] make sense in its place in the instruction?"
_OPTIONS = ("no, it makes no sense there", "it is possible, but doubtful", "yes, it makes sense there")
"""In the order of the classes."""


_UNCLEAR = "At “{}” a reader of the text may ask: {} Does the text leave that open, so that one can go wrong?"
_LAST = ("no, the text makes it clear", "yes, the text leaves it open")
_THINK = (
    "What can stand for the blank ______ in the text, so that the instruction says what was meant? Give one to four"
    " different short phrases of at most five words, such as 'the lid', the likeliest first."
)
_FIELDS: dict[str, Any] = {
    "fillers": {
        "type": "array",
        "items": {"type": "string", "minLength": 2, "maxLength": 50},
        "minItems": 1,
        "maxItems": 4,
    }
}
_PHRASE = re.compile(r"[A-Za-z0-9][\w' -]*")


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
    from tacit.clarifications.train import load

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
    return Choice(_ASKED, _OPTIONS, _context(instruction, f"[{instruction.fillers[place].text}]"))


class AskingLinter:
    """A model's last word on what the linter's own ranker finds unclear, and its readings where the text has few."""

    def __init__(self, model: Model, share: float) -> None:
        self._model = model
        self._share = share

    def last_word(self, candidates: Sequence[Candidate], phrases: Sequence[str]) -> list[Candidate]:
        """The candidates with how sure both together are; about the least certain share the model is asked."""
        found = list(candidates)
        places = picked(self._model, [abs(each.confidence - 0.5) for each in candidates], self._share)
        choices = [_doubt(found[place], phrases[place]) for place in places]
        for place, said in zip(places, shares(self._model, choices), strict=True):
            if said is not None:
                before = found[place].confidence
                found[place] = replace(found[place], confidence=combined((1 - before, before), said)[1])
        return found

    def fillers(self, instruction: Instruction) -> list[str]:
        """Readings that the model thinks of, in small letters, without what is no phrase; none where it fails."""
        question = Question.form(_THINK, _FIELDS, material=_context(instruction, instruction.BLANK), accept=_accept)
        [outcome] = self._model.ask([question])
        if not outcome.answered:
            return []
        return list(dict.fromkeys(each.strip(" .").lower() for each in outcome.value["fillers"]))


def with_model(checker: Checker, model: Model, share: float) -> Checker:
    """A checker whose judge and generator a model helps, and which leaves the last word to it."""
    linter = AskingLinter(model, share)
    judge = None if checker.judge is None else AskingJudge(checker.judge, model, share)
    generate = None if checker.judge is None else _both(checker.generate, linter, share)
    return replace(checker, judge=judge, generate=generate, last_word=linter.last_word)


def _both(generate: Generate | None, linter: AskingLinter, share: float) -> Generate:
    """What both think of, the model's readings first; with a share of nothing it is not asked."""

    def fillers(instruction: Instruction) -> Sequence[str]:
        own = [] if generate is None else list(generate(instruction))
        return [*(linter.fillers(instruction) if share > 0 else ()), *own]

    return fillers


def _accept(value: Any) -> None:
    for each in value["fillers"]:
        if not _PHRASE.fullmatch(each.strip(" .")) or len(each.split()) > 5:
            raise ShapeError("a filler is not a phrase of at most five words")


def _doubt(candidate: Candidate, phrase: str) -> Choice:
    phrase = " ".join(phrase.split())
    question = CODES[candidate.code].question.format(phrase)
    there = phrase if candidate.blank == candidate.span else ""
    return Choice(_UNCLEAR.format(phrase, question), _LAST, _context(candidate.instruction, there))


def _context(instruction: Instruction, filler: str) -> str:
    before = (instruction.title, instruction.section, instruction.previous)
    lines = (*before, instruction.filled(filler), instruction.following)
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())
