from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from endings.made_stories import stories
from hypothesis import given
from hypothesis import strategies as st

from tacit.endings.data import read_clozes, read_stories
from tacit.endings.making.building import (
    WrittenCase,
    draw,
    read_cases,
    read_ratings,
    verify,
    write_rating_sheets,
    write_sheet,
)
from tacit.endings.task import Story
from tacit.errors import InputError, UsageError

CASES = [
    WrittenCase("a", ("Mia lost a glove.", "A dog came up."), "It had the glove.", "It sold tea."),
    WrittenCase("b", ("Ben baked bread.", "It burnt."), "He began again.", "The bread sang."),
    WrittenCase("c", ("Eve ran.", "She was late."), "She missed the bus.", "She slept for a year."),
]


def judges(*said):
    """What each judge says of the endings of all cases: pairs for the right and the wrong one."""
    return [
        {
            item: rating
            for case, pair in zip(CASES, each, strict=True)
            for item, rating in zip(case.items, pair, strict=True)
        }
        for each in said
    ]


def test_only_what_all_judges_find_clear_is_kept():
    found = verify(CASES, judges([(1, 0), (1, 0), (1, 0)], [(1, 0), (1, -1), (1, 0)], [(1, 0), (1, 0), (0, 0)]))
    assert [cloze.id for cloze in found.kept] == ["a"]
    assert (found.cases, found.wrong_unclear, found.right_unclear, found.unrated) == (3, 1, 1, 0)
    assert found.agreement == pytest.approx(4 / 6)
    [kept] = found.kept
    assert kept.endings[kept.answer] == "It had the glove."


def test_a_lenient_reading_and_a_case_that_somebody_left_out():
    said = judges([(1, 0), (1, 0), (1, 0)], [(1, 0), (1, -1), (1, 0)])
    del said[1][CASES[2].items[0]]
    found = verify(CASES, said, wrong=(0, -1))
    assert [cloze.id for cloze in found.kept] == ["a", "b"]
    assert found.unrated == 1


@given(
    st.lists(st.lists(st.tuples(*[st.sampled_from([-1, 0, 1])] * 2), min_size=3, max_size=3), min_size=1, max_size=3)
)
def test_every_case_is_kept_or_has_a_reason(said):
    found = verify(CASES, judges(*said))
    expected = [case.id for number, case in enumerate(CASES) if all(each[number] == (1, 0) for each in said)]
    assert [cloze.id for cloze in found.kept] == expected
    assert found.right_unclear + found.wrong_unclear >= len(CASES) - len(expected)


def test_ratings_of_other_cases_are_refused():
    with pytest.raises(InputError, match="belongs to no case"):
        verify(CASES[:1], judges([(1, 0)] * 3))
    with pytest.raises(UsageError, match="no ratings"):
        verify(CASES, [])


def test_what_is_drawn_is_not_left_and_the_seed_decides():
    told = stories(20)
    drawn, others = draw(told, 5, seed=1)
    assert len(drawn) == 5
    assert sorted((*drawn, *others), key=lambda story: story.id) == sorted(told, key=lambda story: story.id)
    assert draw(told, 5, seed=1)[0] == drawn != draw(told, 5, seed=2)[0]
    with pytest.raises(UsageError, match="21 stories cannot be drawn from 20"):
        draw(told, 21)
    with pytest.raises(InputError, match="1 stories share their name"):
        draw([*told, told[0]], 2)


def test_rating_sheets_do_not_say_which_ending_is_right(tmp_path):
    paths = [tmp_path / f"r{number}.csv" for number in range(3)]
    write_rating_sheets(CASES, paths)
    tables = [list(csv.DictReader(path.read_text().splitlines())) for path in paths]
    assert all(set(row) == {"Item", "Sentence1", "Sentence2", "Sentence3", "Rating"} for row in tables[0])
    orders = [[row["Item"] for row in table] for table in tables]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(item for case in CASES for item in case.items)
    assert len({tuple(order) for order in orders}) > 1


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_from_stories_to_cases_on_the_command_line(tacit, tmp_path, ending):
    told = tmp_path / "told.tsv"
    rows = ("\t".join((story.id, *story.sentences)) for story in stories(12))
    told.write_text("\n".join(("id\t" + "\t".join(f"sentence{n}" for n in range(1, 6)), *rows)) + "\n")
    sheet, rest, out = tmp_path / f"sheet.{ending}", tmp_path / "rest.tsv", tmp_path / "cases.csv"
    done = tacit("endings", "build", "sheet", told, "--count", 4, "--out", sheet, "--rest", rest, "--json")
    assert json.loads(done.stdout) == {"stories": 4, "rest": 8, "output": str(sheet)}
    assert len(read_stories([rest])) == 8
    fill(sheet, lambda number, row: row | {"RightEnding": f"All went well, {number}.", "WrongEnding": f"No, {number}."})
    done = tacit("endings", "build", "ratings", sheet, "--out", tmp_path / f"r.{ending}", "--json")
    sheets = json.loads(done.stdout)["outputs"]
    assert len(sheets) == 3
    for path in sheets:
        fill(path, lambda _, row: row | {"Rating": "1" if row["Sentence5"].startswith("All") else "0"})
    fill(sheets[0], lambda number, row: row | ({"Rating": "-1"} if number == 0 else {}))
    options = [part for path in sheets for part in ("--ratings", path)]
    done = tacit("endings", "build", "cases", sheet, *options, "--out", out, "--json")
    figures = json.loads(done.stdout)
    assert (figures["cases"], figures["kept"], figures["judges"]) == (4, 3, 3)
    kept = read_clozes([out], answered=True)
    assert all(cloze.endings[cloze.answer].startswith("All") for cloze in kept)
    done = tacit("endings", "build", "cases", sheet, *options[:2], "--out", out)
    assert (done.code, "1 sheets of ratings, but 3 judges" in " ".join(done.stderr.split())) == (2, True)


def fill(path, change):
    """Fill in a sheet as a person does."""
    delimiter = "\t" if str(path).endswith("tsv") else ","
    with Path(path).open(newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter=delimiter))
    with Path(path).open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(change(number, row) for number, row in enumerate(rows))


def test_what_is_wrong_in_a_sheet_is_said_with_its_line(tmp_path):
    sheet = tmp_path / "sheet.csv"
    write_sheet([Story("a", ("It rained.", "We ran.", "End."))], sheet)
    with pytest.raises(InputError, match=r"line 2: the cell 'RightEnding' is empty"):
        read_cases(sheet)
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("Item,Rating\nx,2\n")
    with pytest.raises(InputError, match=r"line 2: 'Rating' must be 1 .* not '2'"):
        read_ratings([ratings])
    ratings.write_text("Item,Rating\nx,1\nx,0\n")
    with pytest.raises(InputError, match=r"line 3: the story 'x' is rated twice"):
        read_ratings([ratings])
