"""Questions that show whether a rater reads with care: fillers that anyone finds plausible or not (section 3.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import IMPLAUSIBLE, NEUTRAL, PLAUSIBLE, Filler, Instruction, Phenomenon, label_of_score
from tacit.errors import InputError


def _question(
    kind: Phenomenon, title: str, previous: str, sentence: str, following: str, good: str, bad: str
) -> Instruction:
    before, after = sentence.split(Instruction.BLANK)
    fillers = Filler(good, PLAUSIBLE), Filler(bad, IMPLAUSIBLE)
    return Instruction("", kind, before, after, fillers, title, "", previous, following)


_OWN = (
    _question(
        Phenomenon.IMPLICIT_REFERENCE, "How to Mend a Puncture", "Take the tube out of the tyre.",
        "Hold ______ under water and look for bubbles.", "Mark the place with chalk.", "the tube", "your breakfast",
    ),
    _question(
        Phenomenon.IMPLICIT_REFERENCE, "How to Make Pancakes", "Beat the eggs with the flour and the milk.",
        "Pour ______ into a hot pan.", "Turn it after two minutes.", "the batter", "the calendar",
    ),
    _question(
        Phenomenon.FUSED_HEAD, "How to Keep Hens", "Give your hens a dry place to sleep.",
        "Most ______ lay an egg a day in spring.", "Collect them every morning.", "hens", "bridges",
    ),
    _question(
        Phenomenon.NOUN_COMPOUND, "How to Wash Windows", "Fill a bucket with warm water.",
        "Wipe the frame with a ______ cloth.", "Then start with the pane.", "cotton", "thunder",
    ),
    _question(
        Phenomenon.METONYMY, "How to Buy a Second-hand Car", "Ask for the papers first.",
        "Check the ______ of the tyres.", "Walk round the car once.", "condition", "opinion",
    ),
)  # fmt: skip


def questions(instructions: Sequence[Instruction] = ()) -> list[Instruction]:
    """The questions of the instructions given, or five of our own with two fillers each; numbered q1, q2, ...

    Each filler must be labelled plausible or implausible: what is neither shows nothing.
    """
    for instruction in instructions:
        if NEUTRAL in gold_labels(instruction) or not instruction.fillers:
            raise InputError(
                f"fillers of a qualification question are plausible or implausible, not so those of {instruction.id!r}"
            )
    return [replace(each, id=f"q{number}") for number, each in enumerate(instructions or _OWN, 1)]


def share_right(asked: Iterable[Instruction], ratings: Mapping[str, float]) -> float:
    """The share of qualification fillers that a rater put on the right side; what was not rated is wrong.

    >>> [own] = questions()[:1]
    >>> share_right([own], {"q1_1": 5, "q1_2": 3})
    0.5
    """
    right = [
        key in ratings and label_of_score(ratings[key]) == label
        for question in asked
        for key, label in ((f"{question.id}_{number}", label) for number, label in enumerate(gold_labels(question), 1))
    ]
    return sum(right) / len(right) if right else 1.0
