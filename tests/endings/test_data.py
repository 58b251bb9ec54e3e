from __future__ import annotations

import pytest
from endings.made_stories import HEADER, ROW, clozes
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.endings.data import problem_of, read_clozes, read_stories, read_training, write_clozes
from tacit.endings.task import Cloze
from tacit.errors import InputError


@pytest.fixture
def csv(tmp_path):
    def write(content, name="val.csv"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return path

    return write


def test_a_row_is_a_story_with_endings_and_an_answer_from_0(csv):
    (cloze,) = read_clozes([csv(HEADER + ROW)])
    assert cloze == Cloze(
        "a1",
        ("Mia lost a glove.", "She looked around.", "It was snowing.", "A dog came up."),
        ("It had the glove.", "It sold tea."),
        0,
    )


def test_a_file_without_answers_is_read_unless_they_are_needed(csv):
    path = csv(HEADER.replace(",AnswerRightEnding", "") + ROW.replace(",1\n", "\n"))
    assert read_clozes([path])[0].answer is None
    with pytest.raises(InputError, match=r"line 2: the column 'AnswerRightEnding' is missing"):
        read_clozes([path], answered=True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEADER.replace("RandomFifthSentenceQuiz2,", "") + ROW.replace("It sold tea.,", ""),
         r"line 2: the column 'RandomFifthSentenceQuiz2' is missing; the header names 'InputStoryid'"),
        (HEADER.replace("InputStoryid", "id") + ROW, "the column 'InputStoryid' is missing"),
        (HEADER + ROW.replace("It was snowing.", " "), "line 2: the cell 'InputSentence3' is empty"),
        (HEADER + ROW.replace("It sold tea.", "it had  the glove."),
         "line 2: the endings 1 and 2 are equal; each candidate must differ from the others"),
        (HEADER + ROW.replace(",1\n", ",3\n"), "line 2: 'AnswerRightEnding' must be 1 or 2, not '3'"),
        (HEADER + ROW.replace(",1\n", ",\n"), "'AnswerRightEnding' must be 1 or 2, not ''"),
        (HEADER + ROW + ROW, r"line 3: the story 'a1' stands twice \(first in .*line 2\)"),
        (HEADER, "there is no story in the file"),
        ("", "the file is empty"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_with_its_line(csv, content, message):
    with pytest.raises(InputError, match=message):
        read_clozes([csv(content)])


def test_fifty_candidates_and_a_story_of_one_sentence_are_read(csv):
    endings = ",".join(f"RandomFifthSentenceQuiz{number}" for number in range(1, 51))
    said = ",".join(f"It was day {number}." for number in range(1, 51))
    path = csv(f"InputStoryid,InputSentence1,{endings},AnswerRightEnding\nx,It rained.,{said},50\n")
    (cloze,) = read_clozes([path])
    assert (len(cloze.story), len(cloze.endings), cloze.answer) == (1, 50, 49)
    with pytest.raises(InputError, match="must be a number from 1 to 50, not '51'"):
        read_clozes([csv(path.read_text().replace(",50\n", ",51\n"))])


def test_stories_come_from_any_format_and_need_two_sentences(csv):
    table = csv(
        "id\tsentence1\tsentence2\tsentence3\tsentence4\tsentence5\nx\tA b.\tC d.\tE f.\tG h.\tI j.\n", "roc.tsv"
    )
    (story,) = read_stories([table])
    assert (story.body, story.ending) == (("A b.", "C d.", "E f.", "G h."), "I j.")
    plain = csv("It rained all day.  We stayed in.", "plain.txt")
    assert read_stories([plain])[0].sentences == ("It rained all day.", "We stayed in.")
    short = csv("It rained.", "short.txt")
    with pytest.raises(InputError, match=r"short\.txt: the story 'short' has one sentence; it needs two or more"):
        read_stories([short])
    assert len(read_stories([table, plain], most=1)) == 1


def test_training_files_are_told_apart_by_their_header(csv):
    answered = csv(HEADER + ROW)
    whole = csv("It rained all day. We stayed in.", "plain.txt")
    found, stories = read_training([whole, answered])
    assert [cloze.id for cloze in found] == ["a1"]
    assert [story.id for story in stories] == ["plain"]


def test_what_is_written_is_read_back(tmp_path):
    made = clozes(5)
    write_clozes(made, tmp_path / "made.csv")
    assert read_clozes([tmp_path / "made.csv"]) == made
    ragged = [made[0], Cloze("x", ("One.",), ("A.", "B."), 1)]
    with pytest.raises(InputError, match="the story 'x' has 1 sentences and 2 endings, but the first has 4 and 2"):
        write_clozes(ragged, tmp_path / "ragged.csv")


@pytest.mark.parametrize(
    ("cloze", "problem"),
    [
        (Cloze("a", (), ("x", "y")), "the story is empty"),
        (Cloze("a", ("One.", " "), ("x", "y")), "empty sentence"),
        (Cloze("a", ("One.",), ("x",)), "at least two endings"),
        (Cloze("a", ("One.",), ("x", " ")), "the ending 2 is empty"),
    ],
)
def test_what_keeps_a_cloze_from_being_one(cloze, problem):
    assert problem in problem_of(cloze)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200))
def test_any_text_gives_clozes_or_one_error(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("any") / "any.csv"
    path.write_text(HEADER + ROW + text, encoding="utf-8", errors="replace")
    try:
        assert read_clozes([path])[0].id == "a1"
    except InputError as error:
        assert str(path) in str(error)
