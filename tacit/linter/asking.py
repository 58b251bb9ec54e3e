"""A language model for the linter: it thinks of other fillers, and has the last word on what is unclear at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tacit.clarifications.asking import AskingJudge, in_context
from tacit.clarifications.task import Instruction
from tacit.linter.candidates import Candidate
from tacit.linter.check import Checker, Generate
from tacit.linter.codes import CODES
from tacit.llm import Model, Question
from tacit.llm.choosing import Choice, combined, picked, shares
from tacit.shapes import ShapeError

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
        question = Question.form(_THINK, _FIELDS, material=in_context(instruction, instruction.BLANK), accept=_accept)
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
    return Choice(_UNCLEAR.format(phrase, question), _LAST, in_context(candidate.instruction, there))
