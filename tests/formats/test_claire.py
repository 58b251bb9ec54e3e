from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import claire
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

HEADER = (
    "Id\tResolved pattern\tArticle title\tSection header\tPrevious context\tSentence\tFollow-up context\t"
    "Filler1\tFiller2\tFiller3\tFiller4\tFiller5\n"
)
ROW = (
    "7\tFUSED HEAD\tHow to Fold a Boat\t Steps \t 1. Take two sheets. \tFold one ______ in half. \t Press it.\t"
    "sheet\tboat\tside\tpaper\triver\n"
)


def read(content: str):
    return list(claire.read(Source("dev_data.tsv", content.encode()), FormatOptions()))


def test_a_row_is_a_passage_with_a_blank_and_five_fillers():
    (document,) = read(HEADER + ROW)
    assert document.id == "7"
    assert document.text == "1. Take two sheets.\nFold one ______ in half.\nPress it."
    (blank,) = document.layer("blanks")
    assert (document.text_of(blank), blank.label) == ("______", "FUSED HEAD")
    assert [(part.label, document.text_of(part)) for part in document.layer("parts")] == [
        ("previous", "1. Take two sheets."),
        ("sentence", "Fold one ______ in half."),
        ("following", "Press it."),
    ]
    assert document.metadata["title"] == "How to Fold a Boat"
    assert document.metadata["section"] == "Steps"
    assert document.metadata["phenomenon"] == "FUSED HEAD"
    assert [dict(filler) for filler in document.metadata["fillers"]] == [
        {"text": text} for text in ("sheet", "boat", "side", "paper", "river")
    ]


def test_a_blank_in_the_context_is_not_the_blank():
    (document,) = read(HEADER + ROW.replace("Take two sheets", "Write ______ on it"))
    (blank,) = document.layer("blanks")
    assert document.text[: blank.start].endswith("Fold one ")


def test_contexts_may_be_empty():
    (document,) = read(HEADER + ROW.replace(" 1. Take two sheets. ", " ").replace(" Press it.", ""))
    assert document.text == "Fold one ______ in half."


def write_neighbours(folder, labels: str, scores: str):
    (folder / "dev_data.tsv").write_text(HEADER + ROW)
    (folder / "dev_labels.tsv").write_text(labels)
    (folder / "dev_scores.tsv").write_text(scores)
    return list(claire.read(Source(folder / "dev_data.tsv"), FormatOptions()))


def test_neighbouring_files_judge_the_fillers(tmp_path):
    (document,) = write_neighbours(tmp_path, "7_1\tPLAUSIBLE\n7_2\tIMPLAUSIBLE\n", "7_1\t4.5\n")
    first, second, third, *_ = document.metadata["fillers"]
    assert dict(first) == {"text": "sheet", "label": "PLAUSIBLE", "score": 4.5}
    assert dict(second) == {"text": "boat", "label": "IMPLAUSIBLE"}
    assert dict(third) == {"text": "side"}


@pytest.mark.parametrize(
    ("labels", "scores", "message"),
    [
        ("7_1\tMAYBE\n", "", r"dev_labels.tsv, line 1: a label must be one of"),
        ("7_1\n", "7_1\t1\n", r"dev_labels.tsv, line 1: a row has two cells"),
        ("7_1\tNEUTRAL\n", "7_1\t2\n7_2\tnan\n", r"dev_scores.tsv, line 2: a score must be a number"),
        ("7_1\tNEUTRAL\n", "7_1\tmuch\n", r"dev_scores.tsv, line 1: a score must be a number"),
    ],
)
def test_wrong_judgements_are_errors_in_their_own_file(tmp_path, labels, scores, message):
    with pytest.raises(InputError, match=message if scores else "dev_labels.tsv"):
        write_neighbours(tmp_path, labels, scores)


@pytest.mark.parametrize("sentence", ["Fold one in half.", "Fold ______ in ______."])
def test_a_sentence_needs_exactly_one_blank(sentence):
    with pytest.raises(InputError, match="line 2: the sentence must have one blank"):
        read(HEADER + ROW.replace("Fold one ______ in half.", sentence))


def test_fillers_after_the_first_may_be_missing():
    (document,) = read(HEADER + ROW.replace("boat", ""))
    assert [filler["text"] for filler in document.metadata["fillers"]] == ["sheet", "side", "paper", "river"]


def test_wrong_rows_are_errors_with_their_line():
    with pytest.raises(InputError, match="line 2: the cell 'Filler1' is empty"):
        read(HEADER + ROW.replace("sheet\tboat", "\tboat"))
    with pytest.raises(InputError, match="line 2: the row has 11 cells"):
        read(HEADER + ROW.replace("\triver", ""))


def test_it_is_recognised_by_its_header():
    assert recognise(Source("dev_data.tsv", (HEADER + ROW).encode())).name == "claire"
    assert recognise(Source("dev_labels.tsv", b"7_1\tPLAUSIBLE\n")).name != "claire"


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(claire, "dev_data.tsv", HEADER + ROW * 2) > 20
