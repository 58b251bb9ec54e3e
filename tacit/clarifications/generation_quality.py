"""How good generated fillers are: how often a filler that people find plausible is among them (section 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.generate import DIVERSE, TOP, FillerGenerator
from tacit.clarifications.task import PLAUSIBLE, Instruction, Phenomenon
from tacit.errors import InputError
from tacit.progress import Progress, no_progress


@dataclass(frozen=True, slots=True)
class GenerationQuality:
    """The share of sentences with a plausible filler among the best, and in the diverse set; by phenomenon too."""

    n: int
    top_share: float
    diverse_share: float
    phenomena: dict[str, tuple[float, float]]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return asdict(self)


def measure(
    generator: FillerGenerator, instructions: Sequence[Instruction], *, progress: Progress = no_progress
) -> GenerationQuality:
    """Generate for each sentence that has a plausible filler, and look for it."""
    found: list[tuple[Phenomenon, bool, bool]] = []
    for number, instruction in enumerate(instructions, 1):
        wanted = plausible_fillers(instruction)
        if wanted:
            candidates = generator.generate(instruction, TOP)
            diverse = generator.diverse(instruction, candidates, DIVERSE)
            top = {candidate.text for candidate in candidates}
            found.append((instruction.phenomenon, bool(wanted & top), bool(wanted.intersection(diverse))))
        progress("generating", number, len(instructions))
    if not found:
        raise InputError("no sentence has a filler that is rated plausible")
    kinds = [kind for kind in Phenomenon if any(row[0] is kind for row in found)]
    shares = {kind.value: _shares([row for row in found if row[0] is kind]) for kind in kinds}
    return GenerationQuality(len(found), *_shares(found), shares)


def plausible_fillers(instruction: Instruction) -> set[str]:
    """The fillers rated plausible, in lower case."""
    labelled = zip(instruction.fillers, gold_labels(instruction), strict=True)
    return {filler.text.lower() for filler, label in labelled if label == PLAUSIBLE}


def _shares(rows: Sequence[tuple[Phenomenon, bool, bool]]) -> tuple[float, float]:
    return sum(row[1] for row in rows) / len(rows), sum(row[2] for row in rows) / len(rows)
