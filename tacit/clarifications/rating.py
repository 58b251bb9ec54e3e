"""A rating round: sheets for raters, and from the sheets they fill in to scores and classes (section 3.5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from tacit.agreement import krippendorff_alpha
from tacit.clarifications.data import write_rows
from tacit.clarifications.qualification import share_right
from tacit.clarifications.task import CLASSES, MAX_SCORE, MIN_SCORE, Filler, Instruction, label_of_score
from tacit.errors import InputError, UsageError
from tacit.formats.parts.cells import filled, named_rows, tsv_rows
from tacit.formats.source import Source

COLUMNS = ("Item", "Title", "Section", "Previous", "Before", "Filler", "After", "Following", "Rating")
ITEM, RATING, RATER = "Item", "Rating", "Rater"
Value = TypeVar("Value")
PASSED_FROM = 0.8
"""The share of qualification questions that a rater must get right. The paper gives no number."""


@dataclass(frozen=True, slots=True)
class Item:
    """One filler to rate in its place; the id is that of CLAIRE's labels: sentence and number of the filler."""

    id: str
    instruction: Instruction
    filler: str


def sheets(
    instructions: Sequence[Instruction], asked: Sequence[Instruction], *, count: int, ratings: int, seed: int = 0
) -> list[list[Item]]:
    """So many sheets that each sentence is in `ratings` of them; qualification questions first in each.

    The fillers of a sentence stay together, in an order of their own, and a rater sees each sentence once.
    """
    if not 1 <= ratings <= count:
        raise UsageError(f"each filler cannot be rated on {ratings} of {count} sheets: make at least as many sheets")
    if clash := sorted({each.id for each in instructions} & {each.id for each in asked}):
        raise InputError(f"the id {clash[0]!r} is that of a qualification question: give the sentence another")
    random = np.random.default_rng(seed)
    shares: list[list[Instruction]] = [[] for _ in range(count)]
    for number, instruction in enumerate(_shuffled(instructions, random)):
        for turn in range(ratings):
            shares[(number + turn) % count].append(instruction)
    return [[item for each in (*asked, *_shuffled(share, random)) for item in _items(each, random)] for share in shares]


def _shuffled(values: Sequence[Value], random: np.random.Generator) -> list[Value]:
    return [values[place] for place in random.permutation(len(values)).tolist()]


def _items(instruction: Instruction, random: np.random.Generator) -> list[Item]:
    items = [
        Item(f"{instruction.id}_{number}", instruction, filler.text)
        for number, filler in enumerate(instruction.fillers, 1)
    ]
    return _shuffled(items, random)


def write_sheet(items: Iterable[Item], path: str | Path) -> None:
    """A TSV whose last column is for the rating."""
    rows: list[Sequence[str]] = [COLUMNS]
    for item in items:
        about = item.instruction
        sentence = (about.before, item.filler, about.after)
        rows.append((item.id, about.title, about.section, about.previous, *sentence, about.following, ""))
    write_rows(path, rows)


Ratings = dict[str, dict[str, float]]
"""For each rater the rating of each item."""


def read_sheets(paths: Iterable[str | Path]) -> Ratings:
    """The ratings in filled-in sheets. A rater is named by a column Rater, or else by the name of the file."""
    found: Ratings = defaultdict(dict)
    for path in paths:
        source = Source(path)
        for line, row in named_rows(source, tsv_rows(source)):
            item = filled(source, row, ITEM, line)
            if RATING not in row:
                source.fail(f"the column {RATING!r} is missing; the header names {', '.join(map(repr, row))}", line)
            cell = row[RATING].strip()
            if not cell:
                continue  # a rater may leave out what they cannot rate
            rater = row.get(RATER, "").strip() or Path(path).stem
            if item in found[rater]:
                source.fail(f"{rater!r} has rated {item!r} twice", line)
            found[rater][item] = _rating(source, cell, line)
    return dict(found)


def _rating(source: Source, cell: str, line: int) -> float:
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not MIN_SCORE <= value <= MAX_SCORE:
        source.fail(f"a rating is a number from {MIN_SCORE:g} to {MAX_SCORE:g}, not {cell!r}", line)
    return value


@dataclass(frozen=True, slots=True)
class Rater:
    """One rater: fillers rated, the share of qualification questions answered rightly, and whether that was enough."""

    name: str
    rated: int
    qualification: float
    passed: bool


@dataclass(frozen=True, slots=True)
class RatingRound:
    """What a rating round gave: instructions with scores and classes, what was left out, and agreement.

    `alpha` is Krippendorff's for ordinal ratings, over the raters that passed. `dropped` counts sentences of which a
    filler got too few ratings.
    """

    instructions: list[Instruction]
    raters: list[Rater]
    dropped: int
    ratings: int
    alpha: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys; without the instructions."""
        fillers = [filler for each in self.instructions for filler in each.fillers]
        classes = Counter(filler.label for filler in fillers)
        return {
            "sentences": len(self.instructions),
            "n": len(fillers),
            "dropped": self.dropped,
            "ratings": self.ratings,
            "alpha": self.alpha,
            "classes": {label: classes[label] for label in CLASSES},
            "raters": [asdict(rater) for rater in self.raters],
        }


def rated(
    instructions: Sequence[Instruction],
    asked: Sequence[Instruction],
    ratings: Mapping[str, Mapping[str, float]],
    *,
    passed_from: float = PASSED_FROM,
    least: int = 2,
) -> RatingRound:
    """Average the ratings of those who passed the qualification, and apply the thresholds 2.5 and 4.0.

    A sentence is left out if one of its fillers has fewer than `least` ratings.
    """
    known = {f"{each.id}_{number}" for each in instructions for number in range(1, len(each.fillers) + 1)}
    qualifying = {f"{each.id}_{number}" for each in asked for number in range(1, len(each.fillers) + 1)}
    raters, given = [], defaultdict(list)
    for name, own in sorted(ratings.items()):
        if unknown := sorted(own.keys() - known - qualifying):
            raise InputError(
                f"{name!r} has rated {unknown[0]!r}, which is not in the data: give the data of this round"
            )
        right = share_right(asked, own)
        raters.append(Rater(name, len(own.keys() & known), right, right >= passed_from))
        if right >= passed_from:
            for key in own.keys() & known:
                given[key].append(own[key])
    judged = [_averaged(each, given) for each in instructions]
    kept = [each for each in judged if _is_rated(each, given, least)]
    units = [given[f"{each.id}_{number}"] for each in kept for number in range(1, len(each.fillers) + 1)]
    return RatingRound(kept, raters, len(judged) - len(kept), sum(map(len, units)), krippendorff_alpha(units))


def _averaged(instruction: Instruction, given: Mapping[str, list[float]]) -> Instruction:
    fillers = []
    for number, filler in enumerate(instruction.fillers, 1):
        values = given.get(f"{instruction.id}_{number}")
        mean = sum(values) / len(values) if values else None
        fillers.append(Filler(filler.text, None if mean is None else label_of_score(mean), mean))
    return replace(instruction, fillers=tuple(fillers))


def _is_rated(instruction: Instruction, given: Mapping[str, list[float]], least: int) -> bool:
    numbers = range(1, len(instruction.fillers) + 1)
    return bool(numbers) and all(len(given.get(f"{instruction.id}_{number}", ())) >= least for number in numbers)
