import json

import pytest

import tacit
from tacit import reader
from tacit.capability import Facts, Passages, Section, Table
from tacit.documents import Annotation, Document, Layer
from tacit.errors import InputError, UnknownNameError, UsageError
from tacit.reader import Reading

STORY = "Ann came in.\nShe sat down."


@pytest.fixture
def asked(monkeypatch):
    """What the reader is asked for, without reading."""
    calls = []

    def read(document, *, only=None, **options):
        calls.append((document, only))
        return Reading(document, ())

    monkeypatch.setattr(reader, "read", read)
    monkeypatch.setattr(reader, "pipe", lambda texts, **options: (read(each, **options) for each in texts))
    return calls


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("Ann came in.")
    (tmp_path / "b.md").write_text("# Tea\n\n1. Boil water.\n")
    (tmp_path / "many.jsonl").write_text('{"text": "One."}\n{"text": "Two."}\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_text_is_read_as_it_is(asked):
    for text in (STORY, "Ann came in.", "", "   ", "story", "A long text " * 200 + "a.txt", "nul\0.txt", "a.txt\n"):
        assert tacit.read(text).text == text


def test_a_document_is_never_a_path(asked, folder):
    assert tacit.read(Document("a.txt")).text == "a.txt"
    assert [each.text for each in tacit.read_all([Document("a.txt")])] == ["a.txt"]


def test_a_name_of_a_file_is_a_path(asked, folder):
    assert tacit.read("a.txt").text == "Ann came in."
    assert tacit.read(folder / "b.md").document.layer("headings")
    assert tacit.read(str(folder / "a.txt")).document.id == "a"


def test_what_looks_like_a_file_and_is_none_is_an_error(asked, folder):
    for name in ("c.txt", "nowhere/c.md", "c.jsonl.gz", "c.rst"):
        with pytest.raises(InputError, match=r"there is no such file; if this is a text, give tacit\.Document"):
            tacit.read(name)
    with pytest.raises(InputError, match="there is no such file"):
        tacit.read(folder / "c")


def test_a_file_of_many_texts_and_a_folder_are_for_read_all(asked, folder):
    with pytest.raises(InputError, match=r"many\.jsonl: holds several texts; tacit\.read_all"):
        tacit.read("many.jsonl")
    for path in (folder, str(folder)):
        with pytest.raises(UsageError, match=r"is a folder; tacit\.read_all"):
            tacit.read(path)


def test_something_else_is_said_to_be_wrong(asked):
    with pytest.raises(UsageError, match="a string, a path or a Document, not int"):
        tacit.read(3)


def test_many_are_read_when_they_are_asked_for(asked, folder):
    readings = tacit.read_all(folder)
    assert asked == []
    assert next(readings).text == "Ann came in."
    assert len(asked) == 1
    assert [reading.text for reading in readings][1:] == ["One.", "Two."]
    assert len(list(tacit.read_all("*.txt"))) == 1
    given = [folder / "a.txt", "many.jsonl", STORY, Document("Three.")]
    assert [each.text for each in tacit.read_all(given)] == ["Ann came in.", "One.", "Two.", STORY, "Three."]


def test_what_cannot_be_read_is_passed_over_if_somebody_listens(asked, folder):
    (folder / "bad.jsonl").write_text("{")
    skipped = []
    found = tacit.read_all(["bad.jsonl", folder / "no.txt", "a.txt"], on_skip=skipped.append)
    assert [each.text for each in found] == ["Ann came in."]
    assert [each.path.name for each in skipped][-1] == "no.txt"
    assert {"bad.jsonl", "no.txt"} == {each.path.name for each in skipped}
    with pytest.raises(InputError, match=r"no\.txt"):
        list(tacit.read_all([folder / "no.txt"]))


def test_only_is_a_string_or_a_list(asked):
    for only in ("language, scenarios", ["language", "scenarios"], ("language", "scenarios")):
        tacit.read("x", only=only)
        assert asked.pop()[1] == ["language", "scenarios"]
    tacit.read("x", only="language")
    assert asked.pop()[1] == ["language"]


def test_a_wrong_name_is_an_error_before_anything_is_read(asked):
    with pytest.raises(UnknownNameError, match="no capability 'scenarois'; did you mean 'scenarios'"):
        tacit.read("x", only="scenarois")
    with pytest.raises(UnknownNameError, match="no capability 'l'"):
        tacit.read_all(["x"], only=["l"])
    assert asked == []


def test_a_reading_comes_back_from_its_json():
    document = Document("Ann sat.", layers=[Layer("events", [Annotation.of(4, 7, "sit", source="me")])])
    blocks = Facts((("cups", "2"),)), Table(("a",), (("b",),), "t"), Passages("events", "key")
    section = Section("Tea", blocks)
    reading = Reading(document, (section,), "story")
    assert Reading.from_dict(json.loads(json.dumps(reading.to_dict()))) == reading


@pytest.mark.parametrize(
    "sections",
    [
        [1],
        [{"title": 3}],
        [{"blocks": [{"kind": "x"}]}],
        [{"blocks": [{"kind": "facts"}]}],
        [{"blocks": [{"kind": "table", "columns": "ab", "rows": []}]}],
    ],
)
def test_a_broken_section_is_one_sentence(sections):
    with pytest.raises(tacit.errors.DocumentError, match="not a section"):
        Reading.from_dict({"document": {"text": "x"}, "sections": sections})


@pytest.mark.parametrize("plain", [[], {"document": 3}, {"document": {"text": "x"}, "sections": 3}, {}])
def test_what_is_not_a_reading_is_one_sentence(plain):
    with pytest.raises(tacit.errors.DocumentError, match=r"not a (reading|tacit document)"):
        Reading.from_dict(plain)


def test_a_notebook_shows_the_page_in_a_frame_of_its_own():
    reading = Reading(Document('<script>"x"</script>', "a"), (), "story")
    shown = reading._repr_html_()
    assert shown.startswith("<iframe sandbox ")
    assert shown.count("<") == 2  # that of the frame, and its end: the page is an escaped attribute
    assert "&amp;lt;script&amp;gt;" in shown
    assert repr(reading).startswith("<Reading (story): ")
