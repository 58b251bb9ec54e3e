from __future__ import annotations

import io
import json

import pytest
from formats.strategies import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit import formats
from tacit.documents import Annotation, Document, Layer
from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, jsonl, recognise


def read(content, *, name="tea.jsonl", **options):
    content = content.encode() if isinstance(content, str) else content
    return list(jsonl.read(Source(name, content), FormatOptions(**options)))


@settings(max_examples=30, deadline=None)
@given(st.lists(documents(id=""), min_size=1, max_size=3))
def test_documents_come_back_to_the_character(given_documents):
    stream = io.StringIO()
    jsonl.write(given_documents, stream)
    assert read(stream.getvalue()) == given_documents


def test_other_objects_give_text_id_and_metadata():
    lines = '{"text": "Tea.", "id": 7, "tags": ["hot"]}\n\n{"text": "Milk."}\n'
    assert read(lines) == [Document("Tea.", "7", {"tags": ["hot"]}), Document("Milk.", "tea-3")]


def test_columns_can_be_named():
    line = '{"body": "Tea.", "name": "t", "text": "other", "id": 1}'
    assert read(line, text_column="body", id_column="name") == [Document("Tea.", "t", {"text": "other", "id": 1})]


def test_a_document_may_leave_out_what_is_empty():
    assert read('{"text": "Tea.", "metadata": {"year": 1}}') == [Document("Tea.", "", {"year": 1})]
    assert read('{"text": "Tea.", "metadata": "none"}') == [Document("Tea.", "tea-1", {"metadata": "none"})]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[1]", "must be a JSON object"),
        ("tea", r"not JSON: Expecting value \(character 1\)"),
        ('{"text": "Tea."', r"not JSON: Expecting ',' delimiter"),
        ('{"text": "Tea.", "n": NaN}', "NaN is not a JSON number"),
        ('{"text": "Tea.", "n": -Infinity}', "-Infinity is not a JSON number"),
        ('{"text": "Tea.", "n": 1e999}', "JSON value"),
        ('{"text": "Tea.", "n": ' + "9" * 5000 + "}", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"text": "Tea.", "n": ' + "[" * 300 + "]" * 300 + "}", "levels deep"),
        ('{"title": "Tea", "body": "Hot."}', "no 'text' among 'title', 'body'; name the text with `text_column`"),
        ('{"text": ["Tea."]}', "'text' must hold a text, not a list"),
        ('{"text": null}', "'text' must hold a text, not nothing"),
        ('{"text": "Tea.", "id": {}}', "'id' must hold a name or a number, not an object"),
        ('{"text": "Tea.", "id": true}', "'id' must hold a name or a number, not true or false"),
        ('{"text": "\\ud83d"}', "surrogate"),
        ('{"text": "Tea.", "layers": {"x": [{"spans": [[0, 9]]}]}}', "ends at 9"),
    ],
)
def test_a_bad_line_is_named(line, complaint):
    documents = jsonl.read(Source("a.jsonl", f'{{"text": "x", "id": "first"}}\n\n{line}'.encode()), FormatOptions())
    assert next(documents).id == "first"
    with pytest.raises(InputError, match=complaint) as caught:
        next(documents)
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("name", "content", "is_jsonl"),
    [
        ("a.jsonl", b"anything", True),
        ("a.ndjson.gz", b"", True),
        ("standard-input", b'{"text": "Tea."}\n', True),
        ("standard-input", b'\n{"text": "Tea."}', True),
        ("standard-input", b'{"text": "' + b"Tea. " * 50_000 + b'"}', True),
        ("a.txt", b"{tea} is hot\n", False),
        ("a.txt", b"[1, 2]\n", False),
        ("a.txt", b"{" * 60_000, False),
        ("a.txt", b"Tea.", False),
    ],
)
def test_is_recognised_by_ending_or_first_line(name, content, is_jsonl):
    assert (recognise(Source(name, content)).name == "jsonl") is is_jsonl


def test_a_json_file_may_hold_one_object_or_a_list():
    one = json.dumps({"text": "Tea."}, indent=2)
    assert read(one, name="tea.json") == [Document("Tea.", "tea-1")]
    assert read(f"[{one}, {one}]", name="tea.json") == [Document("Tea.", "tea-1"), Document("Tea.", "tea-2")]
    with pytest.raises(InputError, match="line 2: not JSON"):
        read('{"text":\n tea}', name="tea.json")


def test_bad_lines_can_be_passed_over():
    bad = []
    lines = b'{"text": "Tea."}\nnot JSON\n[1]\n{"title": "x"}\n{"text": "x", "layers": {"": []}}\n{"text": "Milk."}\n'
    source = Source("tea.jsonl", lines)
    source.on_bad_line = bad.append
    assert list(jsonl.read(source, FormatOptions())) == [Document("Tea.", "tea-1"), Document("Milk.", "tea-6")]
    assert [error.line for error in bad] == [2, 3, 4, 5]


def test_lines_are_read_as_they_are_asked_for(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "Tea."}\nnot JSON\n')
    assert next(jsonl.read(Source(tmp_path / "a.jsonl"), FormatOptions())).text == "Tea."


def test_a_reading_is_read_as_its_document(tmp_path):
    from tacit.reader import Reading

    document = Document("Ann sat down.", "a", layers=[Layer("mine", [Annotation.of(0, 3, "x", source="you")])])
    plain = {**Reading(document, (), "story").to_dict(), "llm": {"calls": 0}}
    (tmp_path / "reading.json").write_text(json.dumps(plain, indent=1))
    assert list(formats.open(tmp_path / "reading.json")) == [document]
    (tmp_path / "readings.jsonl").write_text(json.dumps(plain) + "\n" + document.to_json() + "\n")
    assert list(formats.open(tmp_path / "readings.jsonl")) == [document, document]


def test_a_folder_gives_its_saved_readings_and_no_other_json(tmp_path):
    from tacit.reader import Reading

    document = Document("Ann sat down.", "a", layers=[Layer("mine", [Annotation.of(0, 3, "x", source="you")])])
    plain = Reading(document, (), "story").to_dict()
    (tmp_path / "reading.json").write_text(json.dumps(plain, indent=1))
    (tmp_path / "reading (1).json").write_text(json.dumps([plain, plain]))
    (tmp_path / "corrections.json").write_text('{"id": "a", "text": "Ann sat down.", "corrections": []}')
    (tmp_path / "package.json").write_text('{"name": "a", "kind": "b"}')
    (tmp_path / "broken.json").write_bytes(b"\xff\xfe\x00")
    assert list(formats.open(tmp_path)) == [document] * 3
