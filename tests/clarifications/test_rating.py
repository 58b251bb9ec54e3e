import json
import re

import pytest
from clarifications.passages import shed, tea
from hypothesis import given
from hypothesis import strategies as st

from tacit.clarifications import Filler, read_instructions, write_instructions
from tacit.clarifications.qualification import questions, share_right
from tacit.clarifications.rating import rated, read_sheets, sheets, write_sheet
from tacit.errors import InputError, UsageError
from tacit.report.rating.pages import page

PLACES = [tea().with_fillers(["the kettle", "the pot"]), shed().with_fillers(["garden", "soup"])]
ASKED = questions()
CAREFUL = {f"{each.id}_{number}": 5 if number == 1 else 1 for each in ASKED for number in (1, 2)}
CARELESS = {f"{each.id}_{number}": 3 for each in ASKED for number in (1, 2)}


def all_of(value):
    return {f"{place.id}_{number}": value for place in PLACES for number in (1, 2)}


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 9))
def test_each_sentence_is_on_as_many_sheets_as_asked_for(count, ratings, several):
    places = [tea(id=str(number)) for number in range(several)]
    if ratings > count:
        with pytest.raises(UsageError, match="at least as many sheets"):
            sheets(places, ASKED, count=count, ratings=ratings)
        return
    made = sheets(places, ASKED, count=count, ratings=ratings, seed=several)
    assert len(made) == count
    for sheet in made:
        names = [item.id for item in sheet]
        assert len(set(names)) == len(names)
        assert set(names[:10]) == CAREFUL.keys()
    every = [item.id for sheet in made for item in sheet[10:]]
    assert all(every.count(f"{place.id}_{number}") == ratings for place in places for number in (1, 2, 3))


def test_the_same_seed_makes_the_same_sheets():
    once, twice = (sheets(PLACES, ASKED, count=2, ratings=2, seed=7) for _ in range(2))
    assert once == twice
    assert sheets(PLACES * 1, ASKED, count=2, ratings=2, seed=8) != once


def test_a_sentence_must_not_be_taken_for_a_question():
    with pytest.raises(InputError, match="'q1' is that of a qualification question"):
        sheets([tea(id="q1")], ASKED, count=1, ratings=1)


def test_questions_are_clear():
    assert share_right(ASKED, CAREFUL) == 1
    assert share_right(ASKED, CARELESS) == 0
    assert share_right(ASKED, {}) == 0
    own = questions([tea(fillers=(Filler("the kettle", "PLAUSIBLE"),))])
    assert [each.id for each in own] == ["q1"]
    with pytest.raises(InputError, match="plausible or implausible, not so those of 'tea'"):
        questions([tea()])


def test_ratings_are_averaged_over_those_who_passed():
    given = {
        "ann": {**CAREFUL, **all_of(5), "tea_2": 2},
        "bob": {**CAREFUL, **all_of(4), "tea_2": 3, "shed_2": 2},
        "cy": {**CARELESS, **all_of(1)},
    }
    found = rated(PLACES, ASKED, given)
    assert [[filler.score for filler in each.fillers] for each in found.instructions] == [[4.5, 2.5], [4.5, 3.5]]
    assert [filler.label for each in found.instructions for filler in each.fillers] == [
        "PLAUSIBLE",
        "IMPLAUSIBLE",
        "PLAUSIBLE",
        "NEUTRAL",
    ]
    assert [(rater.name, rater.passed) for rater in found.raters] == [("ann", True), ("bob", True), ("cy", False)]
    assert (found.dropped, found.ratings) == (0, 8)
    everyone = rated(PLACES, ASKED, given, passed_from=0)
    assert everyone.instructions[0].fillers[0].score == pytest.approx(10 / 3)
    assert everyone.alpha < found.alpha


def test_sentences_with_too_few_ratings_are_left_out():
    given = {"ann": {**CAREFUL, **all_of(5)}, "bob": {**CAREFUL, "tea_1": 5, "tea_2": 5, "shed_1": 5}}
    found = rated(PLACES, ASKED, given)
    assert ([each.id for each in found.instructions], found.dropped) == (["tea"], 1)
    assert len(rated(PLACES, ASKED, given, least=1).instructions) == 2


def test_ratings_of_other_data_are_refused():
    with pytest.raises(InputError, match="'ann' has rated 'jam_1', which is not in the data"):
        rated(PLACES, ASKED, {"ann": {"jam_1": 4}})


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("tea_1\t6", r"sheet\.tsv, line 2: a rating is a number from 1 to 5, not '6'"),
        ("tea_1\tgood", "not 'good'"),
        ("tea_1\tnan", "not 'nan'"),
        ("tea_1\t4\ntea_1\t4", r"sheet\.tsv, line 3: 'sheet' has rated 'tea_1' twice"),
        ("\t4", "the cell 'Item' is empty"),
    ],
)
def test_sheets_that_cannot_be_read(rows, message, tmp_path):
    (tmp_path / "sheet.tsv").write_text(f"Item\tRating\n{rows}\n")
    with pytest.raises(InputError, match=message):
        read_sheets([tmp_path / "sheet.tsv"])


def test_a_sheet_without_ratings_is_a_mistake(tmp_path):
    (tmp_path / "sheet.tsv").write_text("Item\nx\n")
    with pytest.raises(InputError, match="the column 'Rating' is missing"):
        read_sheets([tmp_path / "sheet.tsv"])


def test_a_filled_in_sheet_is_read(tmp_path):
    [items] = sheets(PLACES, [], count=1, ratings=1)
    write_sheet(items, tmp_path / "ann.tsv")
    assert read_sheets([tmp_path / "ann.tsv"]) == {}
    header, *rows = (tmp_path / "ann.tsv").read_text().splitlines()
    (tmp_path / "ann.tsv").write_text("\n".join([header, *(f"{row}4,5" for row in rows)]) + "\n")
    assert read_sheets([tmp_path / "ann.tsv"]) == {"ann": all_of(4.5)}


def test_a_page_asks_for_every_item_and_nothing_of_anyone():
    hostile = tea(title="<script>alert(1)</script>", id='"><img src=x>').with_fillers(["<b>pot</b>"])
    [items] = sheets([hostile, *PLACES], ASKED, count=1, ratings=1)
    shown = page(items, sheet='a"b')
    assert shown.count("<fieldset data-item=") == len(items)
    assert shown.count('type="radio"') == 5 * len(items)
    assert shown.count("<script>") == 1
    assert "<img" not in shown
    assert "<b>pot" not in shown
    assert not re.search(r"""(?:src|href)=["']?http""", shown)
    assert "PLAUSIBLE" not in shown


def test_a_whole_round(tacit, tmp_path):
    write_instructions(PLACES, tmp_path / "built")
    out = tmp_path / "round" / "sheet"
    done = tacit("clarify", "rate", tmp_path / "built", "--out", out, "--sheets", "3", "--ratings", "2", "--json")
    made = json.loads(done.stdout)
    assert (done.code, made["qualification"], len(made["sheets"])) == (0, 10, 3)
    assert sorted(path.name for path in out.parent.iterdir()) == [
        f"sheet-{number}.{ending}" for number in (1, 2, 3) for ending in ("html", "tsv")
    ]
    answers = [tmp_path / f"{name}.tsv" for name in ("ann", "bob")]
    for path, value in zip(answers, (5, 4), strict=True):
        rows = [f"{key}\t{rating}\t{path.stem}" for key, rating in {**CAREFUL, **all_of(value)}.items()]
        path.write_text("\n".join(["Item\tRating\tRater", *rows]) + "\n")
    arguments = ("clarify", "ratings", *answers, "--data", tmp_path / "built", "--out", tmp_path / "rated")
    found = json.loads(tacit(*arguments, "--json").stdout)
    assert (found["sentences"], found["n"], found["classes"]["PLAUSIBLE"]) == (2, 4, 4)
    assert [filler.score for each in read_instructions(tmp_path / "rated") for filler in each.fillers] == [4.5] * 4
    assert "Krippendorff" in tacit(*arguments).stdout
    assert tacit(*arguments[:3], *arguments[4:]).code == 2  # one rating a filler is too few
