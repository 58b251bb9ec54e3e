from __future__ import annotations

import csv
import gzip
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Document
from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, recognise, table


def read(content, *, name="tea.csv", **options):
    return list(table.read(Source(name, content.encode()), FormatOptions(**options)))


def texts(content, **more):
    return [document.text for document in read(content, **more)]


def test_columns_are_text_id_and_metadata():
    assert read("id,text,year\nt,Tea is hot.,1999\nm,Milk.,\n") == [
        Document("Tea is hot.", "t", {"year": "1999"}),
        Document("Milk.", "m", {"year": ""}),
    ]


def test_columns_can_be_named():
    assert read("name,step\nt,Boil.\n", text_column="step", id_column="name") == [Document("Boil.", "t")]


def test_without_ids_the_line_names_the_row():
    rows = read('text\n"Boil\nwater."\n\nPour.\n')
    assert [(row.id, row.text) for row in rows] == [("tea-2", "Boil\nwater."), ("tea-5", "Pour.")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_found(delimiter):
    content = f'id{delimiter}text\nt{delimiter}"Boil{delimiter} then pour, or ; wait."\n'
    assert texts(content) == [f"Boil{delimiter} then pour, or ; wait."]


def test_a_tsv_may_use_quotation_marks_as_part_of_the_text():
    content = 'id\ttext\n1\t"Tea," she said.\n2\t"Or milk?\n3\tBoth\n'
    assert texts(content, name="tea.tsv") == ['"Tea," she said.', '"Or milk?', "Both"]


def test_a_tsv_may_use_quotation_marks_around_fields():
    content = 'id\ttext\n1\t"Boil\nwater, ""hot"""\n2\tPour\n'
    assert texts(content, name="tea.tsv") == ['Boil\nwater, "hot"', "Pour"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(st.sampled_from("ab ü🙂,;\t\"\n'"), min_size=1), min_size=1, max_size=5),
    st.sampled_from([("a.csv", ","), ("a.csv", ";"), ("a.tsv", "\t")]),
)
def test_what_the_csv_module_writes_is_read(values, kind):
    name, delimiter = kind
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([("number", "text"), *enumerate(values)])
    assert texts(stream.getvalue(), name=name) == values


def test_a_text_may_be_long():
    assert texts("text\n" + "tea " * 100_000) == ["tea " * 100_000]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("id,body\n1,Tea\n", "line 1: there is no 'text' among 'id', 'body'; name the text with `text_column`"),
        ("id,text\n1,Tea\n2,Tea,hot\n", "line 3: 3 fields, but the header names 2 columns"),
        ("id,text\n1\n", "line 2: 1 fields, but the header names 2 columns"),
        ('id,text\n1,"Tea\nMilk\n', "line 2: not a row of a table with a comma between fields"),
        ('id,text\n1,"Tea"s\n', "line 2: not a row of a table"),
        ("text,text\na,b\n", "line 1: the column 'text' stands twice"),
        ("\n\n", "line 1: there is no 'text' among none"),
    ],
)
def test_a_bad_table_gets_one_sentence(content, complaint):
    with pytest.raises(InputError, match=complaint):
        read(content)


def test_bad_rows_can_be_passed_over():
    bad = []
    source = Source("tea.csv", b"id,text\n1,Tea\n2\n3,Milk\n")
    source.on_bad_line = bad.append
    assert [document.text for document in table.read(source, FormatOptions())] == ["Tea", "Milk"]
    assert [error.line for error in bad] == [3]


def test_a_column_without_a_name_gets_its_number():
    assert dict(read(",text\n0,Tea\n")[0].metadata) == {"column 1": "0"}


def test_is_recognised_by_its_ending_alone():
    assert recognise(Source("a.CSV", b"x")).name == "table"
    assert recognise(Source("a.tsv.gz", gzip.compress(b"x"))).name == "table"
    assert recognise(Source("a.txt", b"id,text\n1,Tea\n")).name != "table"
