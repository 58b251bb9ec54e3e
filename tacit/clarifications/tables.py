"""The tables of the paper for any rated data: classes (3), several plausible ones (4), confusions (7), errors (8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.clarifications.conflict_analysis import Chosen
from tacit.clarifications.evaluate import confusion_matrix, gold_labels
from tacit.clarifications.task import CLASSES, IMPLAUSIBLE, NEUTRAL, PLAUSIBLE, Instruction, Judgement, Phenomenon
from tacit.errors import InputError


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many fillers are of each class (table 3), and the plausible ones of a sentence on average."""

    sentences: int
    n: int
    classes: dict[str, int]
    plausible_per_sentence: float


@dataclass(frozen=True, slots=True)
class SeveralPlausible:
    """Sentences with several clearly plausible clarifications, and how many these are (table 4)."""

    sentences: int
    clarifications: int


@dataclass(frozen=True, slots=True)
class Confusions:
    """Gold classes by predicted ones (table 7), accuracy, and recall of each class."""

    matrix: tuple[tuple[int, ...], ...]
    accuracy: float
    recalls: dict[str, float | None]


@dataclass(frozen=True, slots=True)
class SeriousError:
    """A plausible filler judged implausible or the other way round (table 8), and how sure the judge was."""

    id: str
    phenomenon: str
    title: str
    section: str
    previous: str
    sentence: str
    following: str
    filler: str
    human: str | None
    predicted: str
    label: str
    probability: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return asdict(self)


def class_distribution(instructions: Sequence[Instruction]) -> Distribution:
    """Table 3, and the mean of section 3.5 below it."""
    if not instructions:
        raise InputError("there is no sentence to count")
    counts = Counter(label for each in instructions for label in gold_labels(each))
    return Distribution(
        len(instructions),
        sum(counts.values()),
        {label: counts[label] for label in CLASSES},
        counts[PLAUSIBLE] / len(instructions),
    )


def distributions(instructions: Sequence[Instruction]) -> dict[str, Distribution]:
    """Table 3 by phenomenon."""
    return {name: class_distribution(members) for name, members in by_phenomenon(instructions).items()}


def several_by_phenomenon(chosen: Sequence[Chosen]) -> dict[str, SeveralPlausible]:
    """Table 4; the last row is over all."""
    kinds = {kind.value: [each for each in chosen if each.instruction.phenomenon is kind] for kind in Phenomenon}
    kinds = {name: members for name, members in kinds.items() if members}
    return {
        name: SeveralPlausible(len(members), sum(len(each.fillers) for each in members))
        for name, members in (*kinds.items(), ("all", list(chosen)))
    }


def by_phenomenon(instructions: Sequence[Instruction]) -> dict[str, list[Instruction]]:
    """The instructions of each phenomenon that there is."""
    kinds = {kind.value: [each for each in instructions if each.phenomenon is kind] for kind in Phenomenon}
    return {name: members for name, members in kinds.items() if members}


def confusions(instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]]) -> dict[str, Confusions]:
    """Table 7 for each phenomenon and, last, over all."""
    both = list(zip(instructions, judgements, strict=True))
    kinds = {kind.value: [pair for pair in both if pair[0].phenomenon is kind] for kind in Phenomenon}
    found = {name: _confusions(pairs) for name, pairs in kinds.items() if any(pair[1] for pair in pairs)}
    return {**found, "all": _confusions(both)}


def _confusions(pairs: Sequence[tuple[Instruction, Sequence[Judgement]]]) -> Confusions:
    gold = [label for instruction, _ in pairs for label in gold_labels(instruction)]
    predicted = [judgement.label for _, row in pairs for judgement in row]
    if not gold:
        raise InputError("there is no filler to judge")
    matrix = confusion_matrix(gold, predicted)
    hits = sum(matrix[place][place] for place in range(len(CLASSES)))
    recalls = {
        label: matrix[place][place] / sum(matrix[place]) if sum(matrix[place]) else None
        for place, label in enumerate(CLASSES)
    }
    return Confusions(matrix, hits / len(gold), recalls)


def serious_errors(
    instructions: Sequence[Instruction],
    judgements: Sequence[Sequence[Judgement]],
    *,
    most: int,
    human: Mapping[str, int] | None = None,
) -> list[SeriousError]:
    """Table 8: of each phenomenon the errors between implausible and plausible that the judge was surest of.

    `human` says which filler of a sentence a writer inserted, where that is known.
    """
    found = [
        _error(instruction, number, judgement, label, (human or {}).get(instruction.id))
        for instruction, row in zip(instructions, judgements, strict=True)
        for number, (judgement, label) in enumerate(zip(row, gold_labels(instruction), strict=True))
        if {judgement.label, label} == {IMPLAUSIBLE, PLAUSIBLE} and NEUTRAL not in (judgement.label, label)
    ]
    found.sort(key=lambda error: -error.probability)
    kept = []
    for kind in Phenomenon:
        kept += [error for error in found if error.phenomenon == kind][:most]
    return kept


def _error(instruction: Instruction, place: int, judgement: Judgement, label: str, human: int | None) -> SeriousError:
    known = human is not None and 1 <= human <= len(instruction.fillers)
    return SeriousError(
        instruction.id,
        instruction.phenomenon.value,
        instruction.title,
        instruction.section,
        instruction.previous,
        instruction.sentence,
        instruction.following,
        instruction.fillers[place].text,
        instruction.fillers[human - 1].text if known and human is not None else None,
        judgement.label,
        label,
        max(judgement.probabilities),
    )
