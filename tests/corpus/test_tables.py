import io

import pyarrow.parquet
import pytest

from tacit.corpus.tables import (
    COLUMNS,
    column_names,
    common_kind,
    kind_of,
    metadata_cells,
    metadata_columns,
    metadata_value,
    parquet,
)
from tacit.values import Features


def read(content):
    return pyarrow.parquet.read_table(io.BytesIO(content))


def test_rows_come_back_and_bytes_repeat():
    rows = [("a", 0, 0, 5), ("b", 1, 6, 9)]
    content = parquet(COLUMNS["sentences"], rows)
    assert content == parquet(COLUMNS["sentences"], iter(rows))
    assert read(content).to_pylist()[1] == {"document": "b", "sentence": 1, "start": 6, "end": 9}


def test_a_table_without_rows_keeps_its_columns():
    assert read(parquet(COLUMNS["events"], [])).column_names == list(COLUMNS["events"])


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "bool"),
        (3, "int64"),
        (1 << 70, "json"),
        (0.5, "double"),
        ("x", "string"),
        (("a", "b"), "list"),
        ((), "list"),
        ((1, "b"), "json"),
        (Features({"a": 1}), "json"),
    ],
)
def test_kinds_of_metadata(value, kind):
    assert kind_of(value) == kind


def test_mixed_kinds_become_text():
    kinds = {"year": common_kind("int64", "string"), "score": common_kind("int64", "double"), "tags": "list"}
    assert metadata_columns(kinds) == {"score": "double", "tags": "list", "year": "string"}
    assert metadata_cells(Features({"year": 1987, "score": 2, "tags": ["a"]}), kinds) == [2.0, ["a"], "1987"]
    assert metadata_cells(Features({"year": "’87"}), kinds) == [None, None, '"’87"']


def test_a_text_among_lists_is_a_list_of_one():
    kinds = {"tags": common_kind("string", "list"), "other": common_kind(common_kind("list", "string"), "int64")}
    assert kinds == {"tags": "list", "other": "json"}
    assert metadata_cells(Features({"tags": "a", "other": "b"}), kinds) == ['"b"', ["a"]]


def test_what_json_holds_comes_back():
    assert metadata_value('{"a": [1]}', "json") == {"a": [1]}
    assert metadata_value("[1]", "string") == "[1]"
    assert metadata_value("written before it was JSON", "json") == "written before it was JSON"
    assert metadata_value(None, "json") is None


def test_ordinary_keys_keep_their_names():
    assert column_names(["year", "source", "tags"]) == {"source": "metadata_source", "tags": "tags", "year": "year"}


def test_no_two_columns_have_one_name_in_any_case():
    keys = ["id", "ID", "Id", "metadata_ID", "metadata_id_2", "Straße", "STRASSE"]
    names = column_names(keys)
    assert list(names) == sorted(keys)
    assert len({name.casefold() for name in (*names.values(), "id", "text", "source", "words")}) == len(keys) + 4
