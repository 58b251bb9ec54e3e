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
from tacit.howto.differences import does_alike
from tacit.howto.finding import CANDIDATES, Finder, Found
from tacit.howto.phrases import (
    NO_ACTIONS,
    Phrase,
    alternatives,
    content_words,
    joined_by,
    read_phrase,
    singular,
    things,
)
from tacit.howto.refusals import why_not
from tacit.howto.surroundings import SurroundingText
from tacit.howto.task import HowTo
from tacit.language.english.wordlists import words
from tacit.learning import conformal

SURE = 0.4
"""An entry is given as the answer from this probability on."""
POSSIBLE = 0.08
"""An entry may be meant from this probability on; a language model that knows better may pick it."""
NEAREST = 3
"""How many known things are offered where there is no answer."""
_NO_PLACES = words(
    "rain snow wind sun sunshine shade dark cold heat open air morning afternoon evening night weekend winter summer "
    "spring"
) | {"open air", "same time", "same way"}
"""Where or when something is done, not where the thing is."""
_AFTER_A_THING = r"[.,;:]|$| (?:and|or|so|until|then|while|before|after|by|as|is|are|for)\b"
"""What follows where *the radiator* is the whole name, and not the beginning of *the radiator key*."""


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
        """What its steps tell one to do that the instruction does not say."""
        said = set(re.findall(r"[a-z]+", self.instruction.lower())) | NO_ACTIONS
        verbs = (read_phrase(part).verb for step in self.steps for part in re.split(r"(?<=[.!?;:])\s+", step))
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
    """Answers instructions from a collection; within a text only with what fits it."""

    def __init__(self, finder: Finder, context: SurroundingText | None = None) -> None:
        self._finder = finder
        self._context = context

    def within(self, text: str, instructions: Iterable[str] = ()) -> HowToReader:
        """The same for a text; the instructions in it that will be asked for are encoded together, which is faster."""
        self._finder.prepare(part for each in instructions for part in (read_phrase(each), *alternatives(each)))
        return HowToReader(self._finder, SurroundingText(text))

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
        whole = self._single(text, read_phrase(text), count)
        parts = alternatives(text)
        if len(parts) > 1 and not _covers(whole[0], parts) and (joined := self._joined(text, parts)):
            return [joined]
        both = things(text)
        if len(both) > 1 and not _covers(whole[0], both) and (joined := self._joined(text, both, all_known=True)):
            return [joined]
        return whole

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
        found = self._finder.find(phrase, count=max(count, NEAREST) if self._context is None else CANDIDATES)
        if self._context is not None:
            found = self._context.fitting(phrase, found)
        sure = [each for each in found if each.probability >= least][:count]
        if not sure:
            near = tuple(each.entry.do for each in found[:NEAREST])
            return [Answer(text, why="I do not know how that is done.", nearest=near)]
        return [_answer(text, phrase, each) for each in sure]

    def _joined(self, text: str, parts: Sequence[Phrase], *, all_known: bool = False) -> Answer | None:
        """One answer to *mow or rake the lawn*: what each of the two takes.

        Where only one of them is known, the other stands there as it was said, unless all must be known.
        """
        each = [self._single(part.core, part, 1)[0] for part in parts]
        known = [one for one in each if one.known]
        if not known or (all_known and len(known) < len(each)) or any(why_not(one.instruction) for one in each):
            return None
        if len({one.entry for one in each}) < len(each):
            return None
        word = joined_by(text)
        steps: list[str] = []
        for number, one in enumerate(each):
            link = "" if not number else "Or, " if word == "or" else "Then, "
            if one.known:
                opening = f"{link}to {one.instruction}: {_lowered(one.steps[0])}"
                steps += [opening[0].upper() + opening[1:], *one.steps[1:]]
            else:
                said = f"{link.rstrip(', ')} {one.instruction}".strip()
                steps.append(f"{said[0].upper()}{said[1:]}.")
        return Answer(
            text,
            tuple(steps),
            _union(one.tools for one in known),
            _union(one.materials for one in known),
            _union(one.caution for one in known),
            known[-1].done,
            f" {word} ".join(one.entry for one in known),
            known[0].domain,
            min(one.confidence for one in known),
        )


def _covers(whole: Answer, parts: Sequence[Phrase]) -> bool:
    """Do the steps of one answer tell how each of the parts is done?"""
    told = set(content_words(" ".join((whole.entry, *whole.steps))))
    return whole.known and all(part.verb in told and (not part.head or part.head in told) for part in parts)


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
    place = re.match(r"(?:in|on|at|under|behind|near|of) (?:the|my|your|our) ([a-z' -]{2,30})$", phrase.rest, re.I)
    if not place or place[1].lower() in _NO_PLACES or not phrase.head:
        return entry.steps
    if any(word in " ".join(entry.steps).lower() for word in phrase.rest.split()[2:]):
        return entry.steps
    pattern = re.compile(rf"\b(the (?:[a-z]+ )?{re.escape(phrase.head)}s?)(?={_AFTER_A_THING})", re.I)
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
