"""Build cases as the Story Cloze Test was built (Mostafazadeh et al. 2016, 2017), from plain tables.

1. Stories are drawn, and a sheet shows each without its ending; a person writes a right and a wrong one.
2. Each case becomes two whole stories, one for each ending. Judges who do not know which is which say of every story
   whether it makes sense: 1 yes, 0 no, -1 cannot tell.
3. Kept are the cases whose right ending was rated 1 by all judges and whose wrong one was rated 0 by all.

Stories that were drawn must not be learnt from any more.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tacit.endings.data import check_lengths, numbered, problem_of
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError, UsageError
from tacit.files import atomic_write
from tacit.formats import Source
from tacit.formats.parts.cells import csv_rows, filled, named_rows, tsv_rows
from tacit.text import squeezed

SENSE, NO_SENSE = 1, 0
RATINGS = ("-1", "0", "1")
_ID, _SENTENCE, _RIGHT, _WRONG = "InputStoryid", "InputSentence", "RightEnding", "WrongEnding"
_ITEM, _PART, _RATING = "Item", "Sentence", "Rating"


class WrittenCase(NamedTuple):
    """A story without its ending, and the two endings that somebody wrote for it."""

    id: str
    story: tuple[str, ...]
    right: str
    wrong: str

    @property
    def items(self) -> tuple[str, str]:
        """The names of its two whole stories, which do not say which of them is right."""
        return _item(self.story, self.right), _item(self.story, self.wrong)


@dataclass(frozen=True, slots=True)
class Verified:
    """What the judges made of the cases.

    `agreement` is the share of rated stories that all judges rated alike.
    """

    kept: tuple[Cloze, ...]
    cases: int
    right_unclear: int
    wrong_unclear: int
    unrated: int
    agreement: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON: counts."""
        return {**asdict(self), "kept": len(self.kept)}


def draw(stories: Sequence[Story], count: int, *, seed: int = 0) -> tuple[list[Story], list[Story]]:
    """Stories to build cases from, at random, and the others, which may still be learnt from."""
    check_lengths(stories)
    repeated = len(stories) - len({story.id for story in stories})
    if repeated:
        raise InputError(f"{repeated} stories share their name with another; each needs one of its own")
    if not 1 <= count <= len(stories):
        raise UsageError(f"{count} stories cannot be drawn from {len(stories)}; give a number from 1 to {len(stories)}")
    drawn = Random(seed).sample(range(len(stories)), count)  # noqa: S311 (reproducible, not secret)
    chosen = set(drawn)
    return [stories[place] for place in drawn], [each for place, each in enumerate(stories) if place not in chosen]


def write_sheet(stories: Sequence[Story], path: str | Path) -> None:
    """A row for each story without its ending, with empty cells for a right and a wrong one."""
    bodies = len(stories[0].body)
    header = [_ID, *(f"{_SENTENCE}{number + 1}" for number in range(bodies)), _RIGHT, _WRONG]
    _write(path, header, ([story.id, *story.body, "", ""] for story in stories))


def write_stories(stories: Sequence[Story], path: str | Path) -> None:
    """A table of whole stories, as tacit reads them."""
    count = len(stories[0].sentences) if stories else 0
    header = ["id", *(f"sentence{number + 1}" for number in range(count))]
    _write(path, header, ([story.id, *story.sentences] for story in stories))


def read_cases(path: str | Path) -> list[WrittenCase]:
    """The filled-in sheet: every story must have both endings."""
    source, cases, seen = Source(path), [], set()
    for line, row in _rows(source):
        name, *sentences = (squeezed(filled(source, row, column, line)) for column in (_ID, *numbered(row, _SENTENCE)))
        case = WrittenCase(
            name, tuple(sentences), *(squeezed(filled(source, row, column, line)) for column in (_RIGHT, _WRONG))
        )
        if problem := problem_of(Cloze(case.id, case.story, (case.right, case.wrong))):
            source.fail(problem, line)
        if case.id in seen:
            source.fail(f"the story {case.id!r} stands twice", line)
        seen.add(case.id)
        cases.append(case)
    if not cases:
        source.fail("there is no story in the file; each row after the header should be one")
    return cases


def write_rating_sheets(cases: Sequence[WrittenCase], paths: Sequence[str | Path], *, seed: int = 0) -> None:
    """A sheet for each judge, all with the same whole stories, each in an order of its own."""
    items = [
        [item, *case.story, ending]
        for case in cases
        for item, ending in zip(case.items, (case.right, case.wrong), strict=True)
    ]
    width = len(items[0]) - 1
    if any(len(item) != width + 1 for item in items):
        raise InputError("the stories have unequally many sentences; a table needs the same of all")
    header = [_ITEM, *(f"{_PART}{number + 1}" for number in range(width)), _RATING]
    for judge, path in enumerate(paths):
        shuffled = Random(f"{seed}-{judge}").sample(items, len(items))  # noqa: S311
        _write(path, header, ([*item, ""] for item in shuffled))


def read_ratings(paths: Iterable[str | Path]) -> list[dict[str, int]]:
    """What each judge said of each whole story; stories that a judge left out are missing."""
    return [dict(_ratings(Source(path))) for path in paths]


def _ratings(source: Source) -> Iterator[tuple[str, int]]:
    seen = set()
    for line, row in _rows(source):
        item = filled(source, row, _ITEM, line)
        if item in seen:
            source.fail(f"the story {item!r} is rated twice", line)
        seen.add(item)
        if _RATING not in row:
            source.fail(f"the column {_RATING!r} is missing; the header names {', '.join(map(repr, row))}", line)
        given = row[_RATING].strip()
        if not given:
            continue
        if given not in RATINGS:
            source.fail(f"{_RATING!r} must be 1 (makes sense), 0 (does not) or -1 (cannot tell), not {given!r}", line)
        yield item, int(given)


def verify(
    cases: Sequence[WrittenCase],
    judges: Sequence[Mapping[str, int]],
    *,
    wrong: Sequence[int] = (NO_SENSE,),
    seed: int = 0,
) -> Verified:
    """Keep the cases on which all judges agree; the right ending comes first or second by chance.

    `wrong` are the ratings that a wrong ending may have.
    """
    if not judges:
        raise UsageError("there are no ratings: give the sheet of each judge")
    names = {item for case in cases for item in case.items}
    if strange := [item for judge in judges for item in judge if item not in names]:
        raise InputError(f"the story {strange[0]!r} was rated but belongs to no case: these are sheets of other cases")
    random = Random(seed)  # noqa: S311 (reproducible, not secret)
    kept: list[Cloze] = []
    counts = dict.fromkeys(("right_unclear", "wrong_unclear", "unrated"), 0)
    alike: list[bool] = []
    for case in cases:
        right, other = ([judge[item] for judge in judges if item in judge] for item in case.items)
        alike += [len(set(said)) == 1 for said in (right, other) if len(said) == len(judges)]
        if min(len(right), len(other)) < len(judges):
            counts["unrated"] += 1
            continue
        right_is_clear, wrong_is_clear = set(right) == {SENSE}, set(other) <= set(wrong)
        counts["right_unclear"] += not right_is_clear
        counts["wrong_unclear"] += not wrong_is_clear
        answer = random.randrange(2)  # drawn for each, so that what is dropped moves no other
        if right_is_clear and wrong_is_clear:
            endings = (case.right, case.wrong) if answer == 0 else (case.wrong, case.right)
            kept.append(Cloze(case.id, case.story, endings, answer))
    agreement = sum(alike) / len(alike) if alike else None
    return Verified(tuple(kept), len(cases), agreement=agreement, **counts)


def _item(story: Sequence[str], ending: str) -> str:
    return hashlib.sha256("\n".join((*story, ending)).encode()).hexdigest()[:12]


def _rows(source: Source) -> Iterator[tuple[int, dict[str, str]]]:
    """Tabs or commas: what the first line has."""
    tabbed = "\t" in source.head.partition("\n")[0]
    return named_rows(source, tsv_rows(source) if tabbed else csv_rows(source))


def _write(path: str | Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    tabbed = Path(path).suffix.lower() == ".tsv"
    with atomic_write(path) as stream:
        if tabbed:
            stream.writelines("\t".join(map(squeezed, row)) + "\n" for row in (header, *rows))
        else:
            csv.writer(stream, lineterminator="\n").writerows([header, *rows])
