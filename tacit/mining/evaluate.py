"""How well mining recognises phenomena: each instruction with its best filler as a revision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tacit.clarifications.task import Instruction, Phenomenon
from tacit.mining.mine import Revision, recognised

_OF = re.compile(r"^\s*of\b")
_GENITIVE = re.compile(r"\s*['’]s?\s*$")


@dataclass(frozen=True, slots=True)
class MiningScores:
    """The share of revisions whose phenomenon is recognised, in all and for each phenomenon."""

    n: int
    accuracy: float
    by_phenomenon: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {"n": self.n, "accuracy": self.accuracy, "phenomena": self.by_phenomenon}


def revision_of(instruction: Instruction) -> Revision:
    """The sentence without and with its best-rated filler (the first where ratings are missing).

    What belongs to the insertion of a metonymy goes with it: *of*, or the genitive.
    """
    best = max(instruction.fillers, key=lambda filler: filler.score or 0.0)
    before, after = instruction.before, instruction.after
    if instruction.phenomenon is Phenomenon.METONYMY:
        if _OF.match(after):
            after = _OF.sub("", after)
        else:
            before = _GENITIVE.sub("", before)
    original = f"{before.rstrip()} {after.lstrip()}"
    return Revision(
        original,
        instruction.filled(best.text),
        instruction.title,
        instruction.section,
        instruction.previous,
        instruction.following,
    )


def evaluate(instructions: Sequence[Instruction]) -> MiningScores:
    """Mine each instruction's own revision and compare the phenomenon."""
    found = recognised([revision_of(instruction) for instruction in instructions])
    gold = [instruction.phenomenon for instruction in instructions]
    counts = Counter(gold)
    hits = Counter(wanted for wanted, got in zip(gold, found, strict=True) if wanted is got)
    return MiningScores(
        len(gold),
        sum(hits.values()) / len(gold) if gold else 0.0,
        {phenomenon.value: hits[phenomenon] / counts[phenomenon] for phenomenon in Phenomenon if counts[phenomenon]},
    )
