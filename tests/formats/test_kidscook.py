from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import kidscook
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

ROW = "boil the rice .\tput water in a pot . add rice .\t1 0 1 1 0 1 1 1 1\n"


def read(content: str):
    return list(kidscook.read(Source("train.tsv", content.encode()), FormatOptions()))


def test_a_row_is_an_abstract_and_a_concrete_step_with_blanks():
    (document,) = read(ROW)
    assert document.id == "train-1"
    assert document.text == "boil the rice .\nput water in a pot . add rice ."
    assert [(document.text_of(step), step.label) for step in document.layer("steps")] == [
        ("boil the rice .", "abstract"),
        ("put water in a pot . add rice .", "concrete"),
    ]
    assert [document.text_of(token) for token in document.tokens] == document.text.split()
    assert [document.text_of(blank) for blank in document.layer("blanks")] == ["water", "pot"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("boil .\tadd water .\t1 0\n", "line 2: 2 tags for 3 words"),
        ("boil .\tadd water .\t1 0 2\n", "line 2: a tag must be 0"),
        ("boil .\tadd water .\n", "line 2: a row has three cells"),
        ("\tadd water .\t1 1 1\n", "line 2: an instruction is empty"),
    ],
)
def test_wrong_rows_are_errors_with_their_line(row, message):
    with pytest.raises(InputError, match=message):
        read(ROW + row)


def test_it_is_recognised_by_its_tags():
    assert recognise(Source("train.tsv", ROW.encode())).name == "kidscook"
    assert recognise(Source("train.tsv", b"a\tb\tc\n")).name != "kidscook"
    assert recognise(Source("train.txt", ROW.encode())).name != "kidscook"


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(kidscook, "train.tsv", ROW * 3) > 20
