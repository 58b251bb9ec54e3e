"""What the collection does not know, from a language model: first as a choice among near entries, else as steps that
are checked against the instruction. Every answer says that it is the model's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tacit.howto.answering import Answer, HowToReader
from tacit.howto.phrases import content_words
from tacit.howto.refusals import harms, is_foreign
from tacit.llm import AnswerOutcome, Model, Question, connect
from tacit.llm.choosing import counted, least_certain
from tacit.shapes import ShapeError

PICKED = "knowledge, picked by the model"
WRITTEN = "the model"
SURE = 0.6
"""From this probability on a picked entry counts, where the server tells one."""
LIKE = 0.04
"""How likely the nearest entry must be the same task to be shown to a model that writes steps."""
_FEWEST, _MOST = 2, 10
_FIELDS = {
    "steps": {
        "type": "array",
        "items": {"type": "string", "minLength": 3, "maxLength": 200},
        "minItems": _FEWEST,
        "maxItems": _MOST,
    },
    "tools": {"type": "array", "items": {"type": "string", "maxLength": 40}, "maxItems": 8},
}
_ASKED = (
    "Tell somebody who has never done it how to carry out the instruction in the text, in 5 to 8 short sentences: what"
    " to get ready, each thing to do in its order and with what, and how one sees that it is done. Each begins with its"
    " verb, and none repeats the instruction. List the tools that are needed; none if hands are enough."
)
_SIMILAR = " How something similar is done may help: take over what fits, change or leave out what does not."
_NEAR = "Which option is the same task as the instruction in the text, so that the same steps carry it out?"
_NOT_STEPS = re.compile(
    r"https?:|www\.|[`*#<>{}|]|\bas an ai\b|\blanguage model\b|\bi(?:'m| am)? (?:sorry|cannot|can't|unable)\b", re.I
)
_STEM = 4
"""Letters of a word that must come again: *plant* for *planting*."""
_NUMBER = re.compile(r"^\s*(?:step\s*)?\d{1,2}\s*[.):]\s*|^\s*[-•]\s*", re.I)


class AskingReader:
    """Answers from a collection, and asks a model about what that does not know: of all instructions the least certain
    share."""

    def __init__(self, reader: HowToReader, model: Model, share: float = 1.0) -> None:
        self._reader = reader
        self._model = model
        self._share = share

    def answers(self, instructions: Sequence[str], *, count: int = 1) -> list[list[Answer]]:
        """For each instruction up to so many answers; where the model has no usable one, what the collection says."""
        known = [self._reader.answers(each, count=count) for each in instructions]
        able = set(self._uncertain(known))
        counted(self._model, len(known), len(able))
        for stage in (self._picked, self._written):
            places = [place for place, answers in enumerate(known) if place in able and _is_open(answers)]
            for place, answer in stage([known[place][0] for place in places], places):
                known[place] = [answer]
        return known

    def _uncertain(self, known: Sequence[Sequence[Answer]]) -> list[int]:
        """The places of those that may be asked about: nothing is known of them, and they are within the share."""
        certainties = [0.0 if _is_open(answers) else 1 + answers[0].confidence for answers in known]
        return [place for place in least_certain(certainties, self._share) if _is_open(known[place])]

    def questions(self, instructions: Sequence[str]) -> list[Question]:
        """All that would be asked at most, for a dry run."""
        known = [self._reader.answers(each) for each in instructions]
        unknown = [known[place][0] for place in self._uncertain(known)]
        choices = [_choice(each, near) for each in unknown if (near := self._reader.near(each.instruction))]
        return [*choices, *(self._draft(each) for each in unknown if self._can_write(each))]

    def _picked(self, unknown: Sequence[Answer], places: Sequence[int]) -> list[tuple[int, Answer]]:
        """Those that a near entry answers, as the model says."""
        near = [self._reader.near(each.instruction) for each in unknown]
        able = [number for number, entries in enumerate(near) if entries]
        outcomes = self._model.ask(_choice(unknown[number], near[number]) for number in able)
        found = []
        for number, outcome in zip(able, outcomes, strict=True):
            if outcome.answered and outcome.value <= len(near[number]) and (share := _share(outcome)) >= SURE:
                answer = near[number][outcome.value - 1]
                found.append((places[number], replace(answer, confidence=share, origin=PICKED)))
        return found

    def _written(self, unknown: Sequence[Answer], places: Sequence[int]) -> list[tuple[int, Answer]]:
        """Those that the model writes steps for; those that it was asked for in vain say so."""
        able = [number for number, each in enumerate(unknown) if self._can_write(each)]
        places, unknown = [places[number] for number in able], [unknown[number] for number in able]
        outcomes = self._model.ask(map(self._draft, unknown))
        return [
            (place, _answer(before, outcome) if outcome.answered else _unanswered(before))
            for place, before, outcome in zip(places, unknown, outcomes, strict=True)
        ]

    def _can_write(self, unknown: Answer) -> bool:
        """A small model of the list writes only where it is shown something like it."""
        return self._model.address.writes_alone or bool(self._reader.near(unknown.instruction, LIKE))

    def _draft(self, unknown: Answer) -> Question:
        """What is asked for steps; the nearest entry, should there be one, is shown with it."""
        near = self._reader.near(unknown.instruction, LIKE)[:1]
        shown = [f"How something similar is done ({each.entry}): {' '.join(each.steps)}" for each in near]
        return Question.form(
            _ASKED + _SIMILAR * bool(near),
            _FIELDS,
            material="\n".join([unknown.instruction, *shown]),
            max_tokens=420,
            accept=checked_against(unknown.instruction),
        )


def llm(model: str = "default", small: str = "", ask: float = 1.0) -> AskingReader:
    """The collection with a language model on top: `llm:MODEL@URL`, or a name in the user's settings."""
    from tacit.howto.answering import load

    return AskingReader(load(small or None), connect(model), ask)


def _is_open(answers: Sequence[Answer]) -> bool:
    """Is it an instruction that can be carried out, and nothing is known of it?"""
    return not answers[0].known and not answers[0].refused


def _choice(unknown: Answer, near: Sequence[Answer]) -> Question:
    options = [*(f"{each.entry}: {each.steps[0]}" for each in near), "none of these"]
    return Question.choice(_NEAR, options, material=unknown.instruction)


def _answer(before: Answer, outcome: AnswerOutcome) -> Answer:
    steps = tuple(map(_sentence, usable(before.instruction, outcome.value["steps"])))
    tools = dict.fromkeys(tool for each in outcome.value["tools"] if (tool := each.strip(" .").lower()))
    return Answer(before.instruction, steps, tuple(tools), origin=WRITTEN)


def _unanswered(before: Answer) -> Answer:
    return replace(before, why=f"{before.why.rstrip('.')}, and the model gave no usable answer.")


def _sentence(step: str) -> str:
    """A step without number, as a sentence."""
    bare = " ".join(_NUMBER.sub("", step).split())
    bare = bare[0].upper() + bare[1:]
    return bare if bare[-1] in ".!?" else f"{bare}."


def _share(outcome: AnswerOutcome) -> float:
    """How sure the model is of its choice; 1 where the server does not tell."""
    return 1.0 if outcome.probabilities is None else outcome.probabilities[outcome.value - 1]


def usable(instruction: str, steps: Sequence[str]) -> list[str]:
    """The steps without those that repeat the instruction or an earlier one; what is left has no numbers.

    >>> usable("wipe the table", ["1. Wipe the table.", "2. Wet a cloth.", "3. Wet a cloth!"])
    ['Wet a cloth.']
    """
    said, kept = {_bare(instruction)}, []
    for step in (_NUMBER.sub("", each) for each in steps):
        if (bare := _bare(step)) not in said:
            said.add(bare)
            kept.append(step)
    return kept


def checked_against(instruction: str) -> Callable[[Any], None]:
    """A check of steps: they are sentences of English that tell how the very thing is done, and do no harm."""
    wanted = content_words(instruction)

    def accept(value: Any) -> None:
        steps = usable(instruction, value["steps"])
        if len(steps) < _FEWEST:
            raise ShapeError("the steps repeat the instruction, or each other, instead of telling how it is done")
        whole = " ".join([*steps, *value["tools"]])
        for step in steps:
            if len(step.split()) < 2 or _NOT_STEPS.search(step) or not any(map(str.isalpha, step)):
                raise ShapeError("a step is not a plain sentence that says what to do")
            if len(set(step.lower().split())) < len(step.split()) / 2:
                raise ShapeError("a step repeats its words")
        if harms(whole) or is_foreign(whole):
            raise ShapeError("a step is harmful or not English")
        if wanted and not any(_is_about(word, wanted) for word in content_words(whole)):
            raise ShapeError("no step names what the instruction is about")

    return accept


def _is_about(word: str, wanted: Sequence[str]) -> bool:
    """Is a word, by its beginning, one of those, or part of one: *plants* or *plant* for *houseplant*?"""
    return any(word[:_STEM] == each[:_STEM] or (len(word) >= _STEM and word in each) for each in wanted)


def _bare(text: str) -> str:
    return " ".join(content_words(text))
