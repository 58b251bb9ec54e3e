"""A few instructions by which each system is checked."""

from __future__ import annotations

from tacit.clarifications.task import (
    IMPLAUSIBLE,
    MAX_SCORE,
    MIN_SCORE,
    NEUTRAL,
    PLAUSIBLE,
    Filler,
    Instruction,
    Phenomenon,
)
from tacit.clarifications.train import create
from tacit.self_checks import expect

_INSTRUCTIONS = (
    ("Rinse ", " before you put it back.", ("the filter", "the lid", "the weather")),
    ("Let ", " dry in the sun.", ("the paint", "the brush", "the rain")),
    ("Turn ", " off first.", ("the tap", "the heating", "the mountain")),
    ("Cut ", " into two halves.", ("the apple", "the bread", "the question")),
)
_RATINGS = ((PLAUSIBLE, 4.6), (NEUTRAL, 3.2), (IMPLAUSIBLE, 1.4))


def check(name: str) -> None:
    """Each filler must get a score and three probabilities."""
    instructions = [
        Instruction(
            f"{copy}-{number}",
            Phenomenon.IMPLICIT_REFERENCE,
            before,
            after,
            fillers=tuple(Filler(text, *rating) for text, rating in zip(fillers, _RATINGS, strict=True)),
        )
        for copy in range(2)
        for number, (before, after, fillers) in enumerate(_INSTRUCTIONS)
    ]
    for judgements in create(name).fit(instructions, seed=1).judge(instructions[:2]):
        expect(len(judgements) == 3, f"{len(judgements)} judgements of 3 fillers")
        for judgement in judgements:
            expect(abs(sum(judgement.probabilities) - 1) < 1e-6, f"{judgement} does not sum to one")
            expect(MIN_SCORE <= judgement.score <= MAX_SCORE, f"a score of {judgement.score}")
