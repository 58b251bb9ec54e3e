"""Schemas in files: there and back, and what is said of files that are none."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schemas.made_schemas import ARREST, WEDDING, made_schemas

from tacit.errors import InputError
from tacit.schemas.storage import FORMAT, read_schemas, write_schemas


@settings(max_examples=40, deadline=None)
@given(st.lists(made_schemas(), max_size=4))
def test_there_and_back(tmp_path_factory, schemas):
    path = tmp_path_factory.mktemp("schemas") / "schemas.json"
    write_schemas(path, schemas, {"germinator": "linear"})
    read = read_schemas(path)
    assert read.schemas == tuple(schemas)
    assert read.settings == {"germinator": "linear"}


def test_one_schema_a_line(tmp_path):
    path = tmp_path / "schemas.json"
    write_schemas(path, [ARREST, WEDDING], {})
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4
    assert json.loads(path.read_text(encoding="utf-8"))["format"] == FORMAT


BAD = {
    "number": ({**WEDDING.to_dict(), "scores": [1, "2"]}, "schema 1: 'scores'"),
    "infinite": ({**WEDDING.to_dict(), "scores": [1, float("inf")]}, "schema 1: 'scores'"),
    "huge": ({**WEDDING.to_dict(), "scores": [1, 10**400]}, "schema 1: 'scores'"),
    "too-few-scores": ({**WEDDING.to_dict(), "scores": [1]}, "'scores' must hold a finite number for each event"),
    "no-event": ({**WEDDING.to_dict(), "events": [], "scores": []}, "'events' must hold one event or more"),
    "twice": ({**WEDDING.to_dict(), "events": ["meet", "meet"]}, "each once"),
    "role": ({**WEDDING.to_dict(), "attested": [["meet", "IOBJ"]]}, "['meet', 'IOBJ']"),
    "foreign-slot": ({**WEDDING.to_dict(), "attested": [["eat", "SUBJ"]]}, "['eat', 'SUBJ']"),
    "slot-of-three": ({**WEDDING.to_dict(), "attested": [["meet", "SUBJ", 1]]}, "a slot must be"),
    "chain": ({**WEDDING.to_dict(), "chains": ["marry"]}, "a chain must be"),
    "weights": ({**WEDDING.to_dict(), "chains": [{"slots": [], "types": {"man": True}}]}, "weights"),
    "surrogate": ({**WEDDING.to_dict(), "documents": ["\ud800"]}, "surrogate"),
    "list": ([], "schema 1: it must be an object"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_schema_is_named(tmp_path, case):
    entry, expected = BAD[case]
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"format": FORMAT, "schemas": [entry]}))
    with pytest.raises(InputError) as error:
        read_schemas(path)
    assert expected in str(error.value)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "not JSON"),
        ('{"format": ', "not JSON"),
        ("[" * 200_000, "not JSON"),
        ("[1, 2]", "not a file of schemas"),
        ('{"format": "tacit schemas 1"}', "'schemas' must hold a list"),
        ("\x00\x01", "not JSON"),
    ],
)
def test_other_files(tmp_path, content, expected):
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(InputError, match=expected):
        read_schemas(path)


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(InputError, match="there is no such file"):
        read_schemas(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot be read"):
        read_schemas(tmp_path)
