"""A model as a teacher: it labels what a small system is least certain of, and is examined on what is known already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.llm.choosing import Choice, counted, shares
from tacit.llm.session import Model

SURE = 0.7
"""From this probability on, over both orders of the options, a teacher's choice is a label."""
EXAMINED = 20
"""Items with a known answer that a teacher is asked about, of a tenth of its calls at most."""
_ORDERS = 2
"""Calls that a choice takes."""


@dataclass(frozen=True, slots=True)
class TeacherLesson:
    """What a teacher was asked: about known items and how many it got right, about others and how many it labelled."""

    examined: int
    right: int
    asked: int
    labelled: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)

    def __str__(self) -> str:
        known = f"; of {self.examined:,} whose answer is known it got {self.right:,} right" if self.examined else ""
        return f"the teacher labelled {self.labelled:,} of {self.asked:,} items{known}"


@dataclass(frozen=True, slots=True)
class Labels:
    """For the places of items that the teacher was sure of: how probable each option is; and what it took."""

    by_place: Mapping[int, tuple[float, ...]]
    lesson: TeacherLesson


def teach(
    model: Model,
    choices: Sequence[Choice],
    certainties: Sequence[float],
    *,
    known: Sequence[tuple[Choice, int]] = (),
) -> Labels:
    """Have the least certain items labelled, as many as the budget suffices for, after an examination on known ones."""
    most = None if model.calls_left is None else model.calls_left // _ORDERS
    exam = list(known)[: EXAMINED if most is None else min(EXAMINED, most // 10)]
    places = sorted(range(len(choices)), key=lambda place: (certainties[place], place))
    places = places if most is None else places[: most - len(exam)]
    counted(model, len(choices), len(places))
    said = list(shares(model, [*(choice for choice, _ in exam), *(choices[place] for place in places)]))
    examined, rest = said[: len(exam)], said[len(exam) :]
    right = sum(each is not None and _best(each) == answer for each, (_, answer) in zip(examined, exam, strict=True))
    found = {place: each for place, each in zip(places, rest, strict=True) if each is not None and max(each) >= SURE}
    return Labels(dict(sorted(found.items())), TeacherLesson(len(exam), right, len(places), len(found)))


def _best(said: Sequence[float]) -> int:
    return max(range(len(said)), key=said.__getitem__)


def gain(before: float, after: float, calls: int) -> float | None:
    """What a thousand calls to the teacher would gain at this rate.

    >>> gain(0.75, 0.76, 200)
    0.05
    """
    return round((after - before) * 1000 / calls, 6) if calls else None
