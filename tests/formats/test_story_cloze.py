from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import story_cloze
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

HEADER = (
    "InputStoryid,InputSentence1,InputSentence2,InputSentence3,InputSentence4,"
    "RandomFifthSentenceQuiz1,RandomFifthSentenceQuiz2,AnswerRightEnding\n"
)
ROW = (
    'a1,Mia lost a glove.,"She looked in the hall, then outside.",It was snowing.,A dog came up.,'
    "It had the glove.,It sold tea.,1\n"
)


def read(content: str, name: str = "val.csv"):
    return list(story_cloze.read(Source(name, content.encode()), FormatOptions()))


def test_a_row_is_a_story_of_four_sentences_with_two_endings():
    (story,) = read(HEADER + ROW)
    assert story.id == "a1"
    assert story.text == "Mia lost a glove. She looked in the hall, then outside. It was snowing. A dog came up."
    assert [story.text_of(sentence) for sentence in story.sentences][1] == "She looked in the hall, then outside."
    assert story.metadata["endings"] == ("It had the glove.", "It sold tea.")
    assert story.metadata["right_ending"] == 1


def test_a_set_without_answers_has_no_right_ending():
    (story,) = read(HEADER.replace(",AnswerRightEnding", "") + ROW.replace(",1\n", "\n"))
    assert "right_ending" not in story.metadata
    assert len(story.metadata["endings"]) == 2


@pytest.mark.parametrize("answer", ["3", "", "one", "0", "1.0"])
def test_an_answer_outside_1_and_2_is_an_error_with_its_line(answer):
    with pytest.raises(InputError, match=r"line 3: 'AnswerRightEnding' must be 1 or 2"):
        read(HEADER + ROW + ROW.replace(",1\n", f",{answer}\n"))


def test_a_missing_column_is_an_error_that_names_it():
    header = HEADER.replace("RandomFifthSentenceQuiz2,", "")
    with pytest.raises(InputError, match=r"line 2: the column 'RandomFifthSentenceQuiz2' is missing"):
        read(header + ROW.replace("It sold tea.,", ""))


def test_a_row_of_another_length_and_an_empty_cell_are_errors():
    with pytest.raises(InputError, match="line 2: the row has 9 cells, but the header names 8"):
        read(HEADER + ROW.replace("It was", "It, was"))
    with pytest.raises(InputError, match="line 2: the cell 'InputSentence3' is empty"):
        read(HEADER + ROW.replace("It was snowing.", " "))


def test_an_unclosed_quotation_mark_is_an_error():
    with pytest.raises(InputError, match="not CSV"):
        read(HEADER + ROW.replace('outside."', "outside."))


def test_it_is_recognised_by_its_header():
    assert recognise(Source("x.csv", (HEADER + ROW).encode())).name == "story_cloze"
    assert recognise(Source("x.csv", b"id,text\n1,hello\n")).name != "story_cloze"
    assert recognise(Source("x.txt", HEADER.encode())).name != "story_cloze"


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(story_cloze, "val.csv", HEADER + ROW * 3) > 20
