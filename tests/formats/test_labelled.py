"""Texts with a sentence and its labels on each line."""

import pytest

from tacit import formats
from tacit.errors import InputError

TWO_POSTS = """\
# tea: someone tired
I put the kettle on. | making tea
The bell rang. | making tea; answering the doorbell

Nobody there.
It sang. | making tea

# quiet: someone else
nothing today
"""


def test_sentences_and_paragraphs_become_text(tmp_path):
    tea, quiet = parse(tmp_path, TWO_POSTS)
    assert (tea.id, tea.metadata["voice"]) == ("tea", "someone tired")
    assert tea.text == "I put the kettle on. The bell rang.\n\nNobody there. It sang."
    assert [quiet.text_of(sentence) for sentence in quiet.sentences] == ["nothing today"]


def test_neighbouring_sentences_become_one_passage(tmp_path):
    tea, quiet = parse(tmp_path, TWO_POSTS)
    passages = [(passage.label, tea.text_of(passage)) for passage in tea.layer("scenarios")]
    assert passages == [
        ("making tea", "I put the kettle on. The bell rang."),
        ("answering the doorbell", "The bell rang."),
        ("making tea", "It sang."),
    ]
    assert "scenarios" in quiet.layers
    assert not quiet.layer("scenarios")


def test_a_sentence_without_a_post_is_an_error(tmp_path):
    with pytest.raises(InputError, match="line 2: a sentence stands before"):
        parse(tmp_path, "\nHello. | x\n")


def parse(tmp_path, markup):
    path = tmp_path / "texts.txt"
    path.write_text(markup)
    return list(formats.open(path, format="labelled"))


def test_it_is_recognised(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text(TWO_POSTS)
    assert [document.id for document in formats.open(path)] == ["tea", "quiet"]
    path.write_text("# A heading: with a colon\nNo label here.\n")
    assert [document.id for document in formats.open(path)] == ["texts"]
