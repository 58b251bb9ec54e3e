"""A language model on events: which of those that a small system is unsure of a passage tells or leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NoReturn

from tacit.documents import Span
from tacit.errors import UsageError
from tacit.llm import Model, Question, connect
from tacit.llm.choosing import Choice, combined, counted, even, least_certain, picked, shares
from tacit.llm.quotes import QUOTE_FIELDS, ROOM, align, numbered
from tacit.llm.quotes import parts as stretches
from tacit.scripts.omitting import SURE, Omission
from tacit.scripts.recognising import TOLD, ToldEvent
from tacit.scripts.task import OmissionSystem, Proposal, Script

CANDIDATES = 6
"""Events that are offered for one place."""
_HIDDEN = "Which option most likely happened as well, although it is not among what was told?"
_TELLS = "Does the text say that this happens: {}?"
_YES_NO = ("no, the text does not say so", "yes, the text says so")
_HAPPENED = "The text does not mention this: {}. Did it happen all the same?"
_SURELY = ("it may well not have happened", "it must have happened")
_WHERE = "Which sentence says that this happens: {}? Give its number, and the words that say so, copied from it."


class AskingOmissions(OmissionSystem):
    """What a small system proposes, and a model's pick among its first proposals where it is least certain.

    With `alone` the small system only says which events come into question.
    """

    name: ClassVar[str] = "llm"

    def __init__(self, small: OmissionSystem, model: Model, share: float = 1.0, *, alone: bool = False) -> None:
        self.small = small
        self.model = model
        self.share = share
        self.alone = alone

    def fit(self, scripts: Sequence[Script]) -> NoReturn:
        """A model that is asked learns nothing."""
        raise UsageError("a language model that is asked learns nothing: train the system below it")

    def propose(self, script: Script, told: Sequence[int]) -> list[Proposal]:
        """The proposals for one text."""
        return self.propose_many([(script, told)])[0]

    def propose_many(self, cases: Sequence[tuple[Script, Sequence[int]]]) -> list[list[Proposal]]:
        """The small system's proposals, in another order where the model has a usable answer."""
        found = self.small.propose_many(cases)
        places = [place for place in self._uncertain(found) if len(found[place]) > 1]
        choices = [_choice(*cases[place], found[place]) for place in places]
        counted(self.model, len(cases), len(places))
        for place, said in zip(places, shares(self.model, choices), strict=True):
            if said is not None:
                found[place] = _reordered(found[place], said, alone=self.alone)
        return found

    def _uncertain(self, found: Sequence[Sequence[Proposal]]) -> list[int]:
        return least_certain([_margin(each) for each in found], self.share)


def llm(model: str = "default", small: str = "tacit", ask: float = 1.0) -> AskingOmissions:
    """A language model as a system of this task: `llm:MODEL@URL`, or a name in the user's settings."""
    from tacit.scripts.train import load

    return AskingOmissions(load(small).system, connect(model), ask, alone=ask == 1.0)


def _margin(proposals: Sequence[Proposal]) -> float:
    return proposals[0].probability - proposals[1].probability if len(proposals) > 1 else 1.0


def _choice(script: Script, told: Sequence[int], proposals: Sequence[Proposal]) -> Choice:
    names = [event.name for event in script.events]
    said = ", ".join(names[each] for each in dict.fromkeys(told)) or "nothing yet"
    options = tuple(names[each.event] for each in proposals[:CANDIDATES])
    return Choice(_HIDDEN, options, f"Somebody tells about {script.scenario}.\nTold: {said}.")


def _reordered(proposals: Sequence[Proposal], said: Sequence[float], *, alone: bool) -> list[Proposal]:
    """The offered ones by both together, with the probability that they had among them; the others behind."""
    offered, rest = proposals[:CANDIDATES], list(proposals[CANDIDATES:])
    total = sum(each.probability for each in offered) or 1.0
    small = even(len(offered)) if alone else [max(each.probability, 1e-9) / total for each in offered]
    both = combined(small, said)
    new = [Proposal(each.event, share * total) for each, share in zip(offered, both, strict=True)]
    return sorted(new, key=lambda each: -each.probability) + rest


class EventAsker:
    """A model's word on which events a passage tells, where, and which it leaves out."""

    def __init__(self, model: Model, share: float) -> None:
        self._model = model
        self._share = share

    def told(
        self, text: str, sentences: Sequence[tuple[int, int]], script: Script, found: Sequence[ToldEvent]
    ) -> list[ToldEvent]:
        """Events with how likely they are told; what only the model finds must be quoted from the text."""
        after = list(found)
        places = picked(self._model, [abs(each.probability - TOLD) for each in found], self._share)
        choices = [
            Choice(
                _TELLS.format(script.events[found[place].event].name), _YES_NO, _around(text, sentences, found[place])
            )
            for place in places
        ]
        for place, said in zip(places, shares(self._model, choices), strict=True):
            if said is not None:
                before = found[place].probability
                after[place] = found[place]._replace(probability=combined((1 - before, before), said)[1])
        gained = [place for place in places if found[place].probability < TOLD <= after[place].probability]
        for place, span in zip(gained, self._quoted(text, sentences, script, [found[p] for p in gained]), strict=True):
            after[place] = found[place] if span is None else after[place]._replace(span=span)
        return after

    def _quoted(
        self, text: str, sentences: Sequence[tuple[int, int]], script: Script, events: Sequence[ToldEvent]
    ) -> Iterator[Span | None]:
        near = [_stretch(sentences, each.span) for each in events]
        asked = [
            Question.form(
                _WHERE.format(script.events[each.event].name),
                QUOTE_FIELDS,
                material=numbered(text, part),
                max_tokens=120,
            )
            for each, part in zip(events, near, strict=True)
        ]
        for part, outcome in zip(near, self._model.ask(asked), strict=True):
            if not outcome.answered:
                yield None
                continue
            place = align(text, part, outcome.value["sentence"], outcome.value["quote"], self._model.costs)
            yield None if place is None else Span(place.start, place.end)

    def omitted(
        self, text: str, sentences: Sequence[tuple[int, int]], script: Script, found: Sequence[Omission]
    ) -> list[Omission]:
        """Omissions with how likely they happened, the likeliest first."""
        after = list(found)
        places = picked(self._model, [abs(each.probability - SURE) for each in found], self._share)
        whole = next(stretches(sentences), [])
        material = text[whole[0][0] : whole[-1][1]] if whole else text[:ROOM]
        choices = [
            Choice(_HAPPENED.format(script.events[found[place].event].name), _SURELY, material) for place in places
        ]
        for place, said in zip(places, shares(self._model, choices), strict=True):
            if said is not None:
                before = found[place].probability
                after[place] = found[place]._replace(probability=combined((1 - before, before), said)[1])
        return sorted(after, key=lambda each: (-each.probability, each.event))


def _stretch(sentences: Sequence[tuple[int, int]], span: Span) -> list[tuple[int, int]]:
    """The sentences that go with a place in one question."""
    for part in stretches(sentences):
        if part[-1][1] > span.start:
            return part
    return list(sentences[-1:])


def _around(text: str, sentences: Sequence[tuple[int, int]], event: ToldEvent) -> str:
    part = _stretch(sentences, event.span)
    return text[part[0][0] : part[-1][1]] if part else text[:ROOM]
