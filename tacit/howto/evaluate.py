"""How good are answers? From instructions with what a competent person expects of each.

Of an answer the share of key steps and of tools that it names counts, and whether it has a word that shows nonsense.
An instruction without an answer names nothing. Instructions from far outside are to be refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.howto.answering import Answer, HowToReader
from tacit.howto.calibrating import WantedSteps, share_named


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """Shares over instructions: answered, key steps and tools named (of all, and of what was answered), nonsense."""

    n: int
    answered: float
    key_steps: float
    tools: float
    key_steps_of_answered: float
    tools_of_answered: float
    nonsense: float
    unanswered: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {**asdict(self), "unanswered": list(self.unanswered)}


def evaluate_answers(reader: HowToReader, wanted: Sequence[WantedSteps]) -> AnswerFigures:
    """What a reader's first answers are worth."""
    answers = [reader.answer(each.text) for each in wanted]
    known = [place for place, answer in enumerate(answers) if answer.known]
    steps = [share_named(each.key_steps, _said(answer)) for each, answer in zip(wanted, answers, strict=True)]
    tools = [share_named(each.tools, _said(answer)) for each, answer in zip(wanted, answers, strict=True)]
    return AnswerFigures(
        n=len(wanted),
        answered=len(known) / len(wanted) if wanted else 0.0,
        key_steps=_mean(steps),
        tools=_mean(tools),
        key_steps_of_answered=_mean(steps[place] for place in known),
        tools_of_answered=_mean(tools[place] for place in known),
        nonsense=_mean(float(wanted[place].is_nonsense(_said(answers[place]))) for place in known),
        unanswered=tuple(each.text for each, answer in zip(wanted, answers, strict=True) if not answer.known),
    )


def refused(reader: HowToReader, instructions: Sequence[str]) -> float:
    """The share of instructions that get no steps."""
    return _mean(float(not reader.answer(each).known) for each in instructions)


def _said(answer: Answer) -> str:
    return " ".join((*answer.steps, *answer.tools, *answer.materials))


def _mean(values: Iterable[float | None]) -> float:
    counted = [value for value in values if value is not None]
    return sum(counted) / len(counted) if counted else 0.0
