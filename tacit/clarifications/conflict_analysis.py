"""The analysis of section 4: which plausible clarifications of a sentence exclude each other, and do analysts agree?

Sentences with at least two clarifications rated 4.5 or better are looked at (table 4). Of each two of these an analyst
says that they are *equivalent*, or how they conflict; a sentence that shows none of the phenomena is *excluded*. The
rules of `conflicts` are one analyst; people's labels are TSV files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tacit.agreement import cohen_kappa
from tacit.clarifications.conflicts import Conflict, conflict
from tacit.clarifications.data import write_rows
from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import PLAUSIBLE, Instruction, Phenomenon
from tacit.errors import InputError
from tacit.formats.parts.cells import filled, named_rows, tsv_rows
from tacit.formats.source import Source

CLEARLY_PLAUSIBLE = 4.5
"""The paper's threshold: what is rated lower often has minor faults."""
EQUIVALENT, EXCLUDED = "equivalent", "excluded"
LABELS = (*(kind.value for kind in Conflict), EQUIVALENT, EXCLUDED)
"""What an analyst may say of two clarifications."""
_NUMBER = re.compile(r"[0-9]{1,6}")
_COLUMNS = ("Id", "First", "Second", "Label", "First filler", "Second filler", "Title", "Previous", "Sentence",
            "Following")  # fmt: skip

Pair = tuple[str, int, int]
"""The id of a sentence and the numbers of two of its fillers, from 1, the smaller first."""
Labels = Mapping[Pair, str]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sentence with several clearly plausible clarifications, by their numbers."""

    instruction: Instruction
    fillers: tuple[int, ...]

    @property
    def pairs(self) -> list[Pair]:
        """Each two of its clarifications."""
        return [(self.instruction.id, *both) for both in combinations(self.fillers, 2)]

    def text(self, number: int) -> str:
        """One of its fillers."""
        return self.instruction.fillers[number - 1].text


def several_plausible(instructions: Iterable[Instruction], *, least: float = CLEARLY_PLAUSIBLE) -> list[Chosen]:
    """The sentences with at least two clarifications rated `least` or better (plausible, where there are no scores)."""
    found = []
    for instruction in instructions:
        labelled = enumerate(zip(instruction.fillers, gold_labels(instruction), strict=True), 1)
        numbers = tuple(
            number
            for number, (filler, label) in labelled
            if (label == PLAUSIBLE if filler.score is None else filler.score >= least)
        )
        if len(numbers) > 1:
            found.append(Chosen(instruction, numbers))
    return found


def labels_by_rules(chosen: Iterable[Chosen]) -> dict[Pair, str]:
    """What the rules say of each pair."""
    return {
        pair: conflict(each.instruction, each.text(pair[1]), each.text(pair[2])) or EQUIVALENT
        for each in chosen
        for pair in each.pairs
    }


def write_labels(chosen: Sequence[Chosen], path: str | Path, labels: Labels | None = None) -> None:
    """A TSV with a row for each pair; without labels, the column is left empty for an analyst to fill in."""
    rows: list[Sequence[str]] = [_COLUMNS]
    for each in chosen:
        about = each.instruction
        for pair in each.pairs:
            texts = [each.text(number) for number in pair[1:]]
            label = "" if labels is None else labels[pair]
            around = (about.title, about.previous, about.sentence, about.following)
            rows.append((pair[0], str(pair[1]), str(pair[2]), label, *texts, *around))
    write_rows(path, rows)


def read_labels(path: str | Path, chosen: Sequence[Chosen]) -> dict[Pair, str]:
    """An analyst's labels of all pairs of these sentences; others in the file are passed over."""
    source = Source(path)
    wanted = {pair for each in chosen for pair in each.pairs}
    found: dict[Pair, str] = {}
    for line, row in named_rows(source, tsv_rows(source)):
        identity, first, second, label = (filled(source, row, name, line) for name in _COLUMNS[:4])
        if not (_NUMBER.fullmatch(first) and _NUMBER.fullmatch(second)):
            source.fail(f"First and Second are numbers of fillers, not {first!r} and {second!r}", line)
        if label not in LABELS:
            source.fail(f"a label must be one of {', '.join(LABELS)}, not {label!r}", line)
        numbers = sorted((int(first), int(second)))
        pair = (identity, numbers[0], numbers[1])
        if pair in wanted:
            found[pair] = label
    if missing := sorted(wanted - found.keys()):
        one = missing[0]
        raise InputError(
            f"{len(missing)} of {len(wanted)} pairs have no label, first fillers {one[1]} and {one[2]} of {one[0]!r}",
            path=path,
        )
    return found


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Of some sentences: how many, their clarifications (table 4), those with a conflict, and the kinds of conflicts.

    A sentence counts for each kind that two of its clarifications show.
    """

    sentences: int
    clarifications: int
    excluded: int
    conflicting: int
    kinds: dict[str, int]


@dataclass(frozen=True, slots=True)
class AnalystAgreement:
    """Of two analysts: sentences with the same pairs called conflicting (table 5), and kappa over pairs.

    `kappa` is that of conflicting, equivalent and excluded, `kappa_of_kinds` that of all labels.
    """

    sentences: int
    agreed: int
    kappa: float | None
    kappa_of_kinds: float | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The conflicts that one analyst found, and agreement with a second one; over all and by phenomenon."""

    total: Conflicts
    phenomena: dict[str, Conflicts]
    agreement: AnalystAgreement | None = None
    agreement_by_phenomenon: dict[str, AnalystAgreement] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return asdict(self)


def analysis(chosen: Sequence[Chosen], labels: Labels, second: Labels | None = None) -> Analysis:
    """What an analyst found, and how far a second one agrees."""
    by_kind = {
        kind.value: members
        for kind in Phenomenon
        if (members := [each for each in chosen if each.instruction.phenomenon is kind])
    }
    return Analysis(
        _conflicts(chosen, labels),
        {name: _conflicts(members, labels) for name, members in by_kind.items()},
        None if second is None else _agreement(chosen, labels, second),
        None if second is None else {name: _agreement(each, labels, second) for name, each in by_kind.items()},
    )


def _conflicts(chosen: Sequence[Chosen], labels: Labels) -> Conflicts:
    said = {each.instruction.id: {labels[pair] for pair in each.pairs} for each in chosen}
    kept = [each for each in chosen if EXCLUDED not in said[each.instruction.id]]
    kinds = Counter(label for each in kept for label in said[each.instruction.id] - {EQUIVALENT})
    return Conflicts(
        sentences=len(kept),
        clarifications=sum(len(each.fillers) for each in kept),
        excluded=len(chosen) - len(kept),
        conflicting=sum(bool(said[each.instruction.id] - {EQUIVALENT}) for each in kept),
        kinds={kind.value: kinds[kind.value] for kind in Conflict if kinds[kind.value]},
    )


def _agreement(chosen: Sequence[Chosen], first: Labels, second: Labels) -> AnalystAgreement:
    pairs = [pair for each in chosen for pair in each.pairs]
    agreed = sum(all(_verdict(first[pair]) == _verdict(second[pair]) for pair in each.pairs) for each in chosen)
    return AnalystAgreement(
        len(chosen),
        agreed,
        cohen_kappa([(_verdict(first[pair]), _verdict(second[pair])) for pair in pairs]),
        cohen_kappa([(first[pair], second[pair]) for pair in pairs]),
    )


def _verdict(label: str) -> str:
    return label if label in (EQUIVALENT, EXCLUDED) else "conflicting"
