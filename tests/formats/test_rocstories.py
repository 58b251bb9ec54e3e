from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import rocstories
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

NAMES = ["sentence1", "sentence2", "sentence3", "sentence4", "sentence5"]
SENTENCES = ["Jo had a kite.", 'It was "too big".', "The wind rose.", "Jo let go, sadly.", "A tree caught it."]
TSV = "\t".join(["id", *NAMES]) + "\n" + "\t".join(["k1", *SENTENCES]) + "\n"
CSV = (
    ",".join(["storyid", "storytitle", *NAMES])
    + '\nk1,The kite,Jo had a kite.,"It was ""too big"".",The wind rose.,"Jo let go, sadly.",A tree caught it.\n'
)


def read(content: str, name: str):
    return list(rocstories.read(Source(name, content.encode()), FormatOptions()))


@pytest.mark.parametrize(("content", "name"), [(TSV, "stories.tsv"), (CSV, "stories.csv")])
def test_a_row_is_a_story_of_five_sentences(content, name):
    (story,) = read(content, name)
    assert story.id == "k1"
    assert story.text == " ".join(SENTENCES)
    assert [story.text_of(sentence) for sentence in story.sentences] == SENTENCES


def test_only_the_original_has_titles():
    assert read(CSV, "s.csv")[0].metadata["title"] == "The kite"
    assert not read(TSV, "s.tsv")[0].metadata


def test_wrong_rows_are_errors_with_their_line():
    with pytest.raises(InputError, match="line 2: the row has 7 cells, but the header names 6"):
        read(TSV.replace("kite.", "kite.\t"), "s.tsv")
    with pytest.raises(InputError, match="line 2: the cell 'sentence5' is empty"):
        read(TSV.replace("A tree caught it.", ""), "s.tsv")
    with pytest.raises(InputError, match="line 2: the column 'id' is missing"):
        read(TSV.replace("id\t", "name\t", 1), "s.tsv")


def test_it_is_recognised_by_its_header():
    assert recognise(Source("a.tsv", TSV.encode())).name == "rocstories"
    assert recognise(Source("a.csv", CSV.encode())).name == "rocstories"
    assert recognise(Source("a.tsv", b"id\tsentence1\nx\ty\n")).name != "rocstories"


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(rocstories, "a.tsv", TSV + TSV.partition("\n")[2] * 2) > 20
    assert survive_damage(rocstories, "a.csv", CSV) > 20
