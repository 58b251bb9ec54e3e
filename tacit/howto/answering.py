"""An instruction in, concrete steps out: from knowledge, or an honest "I do not know" with the nearest known things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tacit.errors import MissingBackboneError, UsageError
from tacit.howto.collection import SHIPPED, Collection, Vectors
from tacit.howto.finding import CANDIDATES, Finder, Found, does_alike
from tacit.howto.phrases import Phrase, alternatives, joined_by, read_phrase, singular
from tacit.howto.refusals import why_not
from tacit.howto.task import HowTo
from tacit.learning import conformal

SURE = 0.4
"""An entry is given as the answer from this probability on."""
POSSIBLE = 0.08
"""An entry may be meant from this probability on; a language model that knows better may pick it."""
NEAREST = 3
"""How many known things are offered where there is no answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How an instruction is carried out; without steps, `why` says why there are none.

    `entry` names what the collection calls it, `adapted` holds where the steps were written for another thing. `origin`
    says who knows it: the collection, or a language model that was asked. `refused` holds for what is no instruction.
    """

    instruction: str
    steps: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    materials: tuple[str, ...] = ()
    caution: tuple[str, ...] = ()
    done: str = ""
    entry: str = ""
    domain: str = ""
    confidence: float = 0.0
    adapted: str = ""
    why: str = ""
    nearest: tuple[str, ...] = ()
    origin: str = "knowledge"
    refused: bool = False

    @property
    def known(self) -> bool:
        """Is there an answer?"""
        return bool(self.steps)

    @property
    def actions(self) -> tuple[str, ...]:
        """The verbs of its steps that the instruction does not have."""
        said = set(re.findall(r"[a-z]+", self.instruction.lower()))
        verbs = (read_phrase(part).verb for step in self.steps for part in re.split(r"(?<=[.!?;])\s+", step))
        return tuple(dict.fromkeys(verb for verb in verbs if verb.isalpha() and verb not in said))

    def to_dict(self) -> dict[str, Any]:
        """One alternative of `tacit steps elaborate`, as plain JSON."""
        return {
            "text": " ".join(self.steps),
            "steps": list(self.steps),
            "score": round(self.confidence, 3),
            "tools": list(self.tools),
            "actions": list(self.actions),
            "materials": list(self.materials),
            "caution": list(self.caution),
            "done": self.done,
            "entry": self.entry,
            "adapted": self.adapted,
            "from": self.origin,
        }


class HowToReader:
    """Answers instructions from a collection."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    @property
    def collection(self) -> Collection:
        """What it knows."""
        return self._finder.collection

    def answer(self, instruction: str) -> Answer:
        """The best answer to one instruction, or one that says why there is none."""
        [best, *_] = self.answers(instruction, count=1)
        return best

    def answers(self, instruction: str, *, count: int = 1, coverage: float | None = None) -> list[Answer]:
        """Up to so many answers, best first; exactly one without steps where nothing is known.

        With `coverage` there are as many as it takes for a good one to be among them that often: nine times of ten,
        say, with 0.9. Less than 0.5 or so makes tacit stricter than it is.
        """
        text = " ".join(instruction.split())
        if reason := why_not(text):
            return [Answer(text, why=reason, refused=True)]
        if coverage is not None:
            return self._single(text, read_phrase(text), CANDIDATES, conformal.cut(self.collection.scores, coverage))
        parts = alternatives(text)
        if len(parts) > 1 and (joined := self._joined(text, parts)):
            return [joined]
        return self._single(text, read_phrase(text), count)

    def near(self, instruction: str, least: float | None = None) -> list[Answer]:
        """What may be meant although that is not sure enough to be given as the answer, likeliest first.

        What does something quite different to the same thing is not among them.
        """
        text = " ".join(instruction.split())
        phrase = read_phrase(text)
        least = POSSIBLE if least is None else least
        found = [each for each in self._finder.find(phrase, count=NEAREST) if least <= each.probability < SURE]
        return [_answer(text, phrase, each) for each in found if does_alike(phrase, each.entry)]

    def _single(self, text: str, phrase: Phrase, count: int, least: float = SURE) -> list[Answer]:
        found = self._finder.find(phrase, count=max(count, NEAREST))
        sure = [each for each in found if each.probability >= least][:count]
        if not sure:
            near = tuple(each.entry.do for each in found[:NEAREST])
            return [Answer(text, why="I do not know how that is done.", nearest=near)]
        return [_answer(text, phrase, each) for each in sure]

    def _joined(self, text: str, parts: Sequence[Phrase]) -> Answer | None:
        """One answer to *mow or rake the lawn*: what each of the two takes; nothing where the whole is known better."""
        [whole] = self._single(text, read_phrase(text), 1)
        each = [self._single(part.core, part, 1)[0] for part in parts]
        if not all(one.known for one in each):
            return None
        if whole.known and whole.confidence >= max(one.confidence for one in each):
            return None
        if each[0].entry == each[1].entry:
            return None
        word = joined_by(text)
        steps: list[str] = []
        for number, one in enumerate(each):
            opening = (
                f"To {one.instruction}:" if not number else f"{'Or' if word == 'or' else 'Then'}, to {one.instruction}:"
            )
            steps += [f"{opening} {_lowered(one.steps[0])}", *one.steps[1:]]
        return Answer(
            text,
            tuple(steps),
            _union(one.tools for one in each),
            _union(one.materials for one in each),
            _union(one.caution for one in each),
            each[-1].done,
            f" {word} ".join(one.entry for one in each),
            each[0].domain,
            min(one.confidence for one in each),
        )


def _answer(text: str, phrase: Phrase, found: Found) -> Answer:
    entry = found.entry
    steps = list(_placed(entry, phrase))
    if phrase.condition:
        steps[0] = f"{phrase.condition[0].upper()}{phrase.condition[1:]}: {_lowered(steps[0])}"
    return Answer(
        text,
        tuple(steps),
        entry.tools,
        entry.materials,
        entry.caution,
        entry.done,
        entry.do,
        entry.domain,
        found.probability,
        _adapted(entry, phrase),
    )


def _placed(entry: HowTo, phrase: Phrase) -> tuple[str, ...]:
    """The steps, the place that the instruction names put in where the thing is first named: *the tap in the hall*."""
    place = re.match(r"(?:in|on|at|under|behind|near|of) (?:the|my|your|our) [a-z' -]{2,30}$", phrase.rest, re.I)
    if not place or not phrase.head or any(word in " ".join(entry.steps).lower() for word in phrase.rest.split()[2:]):
        return entry.steps
    pattern = re.compile(rf"\b(the (?:[a-z]+ )?{re.escape(phrase.head)}s?)\b(?! (?:in|on|at|of|to|with|from)\b)", re.I)
    for number, step in enumerate(entry.steps):
        if pattern.search(step):
            changed = pattern.sub(rf"\1 {phrase.rest}", step, count=1)
            return (*entry.steps[:number], changed, *entry.steps[number + 1 :])
    return entry.steps


def _adapted(entry: HowTo, phrase: Phrase) -> str:
    """The thing that the steps were written for, where the instruction names another one of its kind."""
    own = {read_phrase(wording).head for wording in entry.wordings} | {
        singular(entry.thing.split()[-1]) if entry.thing else ""
    }
    similar = {singular(each.split()[-1]) for each in entry.like}
    if not phrase.head or phrase.head in own or phrase.head in similar or not entry.thing:
        return ""
    return "" if phrase.head in " ".join(entry.steps).lower() else entry.thing


def _lowered(step: str) -> str:
    return step[0].lower() + step[1:] if step[:2] != "I " and not step[:2].isupper() else step


def _union(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))


@lru_cache(maxsize=2)
def load(folder: Path | None = None) -> HowToReader:
    """The reader of the shipped collection, or of another one; loaded once in a process."""
    from tacit.backbones import encoder

    if folder is None and not (SHIPPED / "config.json").is_file():
        raise MissingBackboneError(
            "the collection of how-tos is not there; make it with  tacit steps compile data/howto"
        )
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder with a collection of how-tos")
    collection = Collection.load(folder)

    def encode(sentences: Sequence[str]) -> Vectors:
        return encoder.load().encode(sentences)

    return HowToReader(Finder(collection, encode))
