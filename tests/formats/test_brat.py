"""brat stand-off: every kind of line, broken files, and any document there and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from formats.strategies import contents, documents, linked_documents
from hypothesis import given, settings

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import InputError
from tacit.formats import Source

TEXT = "Ann 🙂 gave Bob the red\nbook. He smiled."
ANN = """T1\tPerson 0 3\tAnn
T2\tPerson 11 14\tBob
T3\tThing 15 22;23 27\tthe red book
T4\tGiving 6 10\tgave
T5\tPerson 29 31\tHe
E1\tGiving:T4 Giver:T1 Gift:T3
E2\tReport:T4 Theme:E1
R1\tMeets Arg1:T1 Arg2:T2
*\tEquiv T2 T5
A1\tNegated E1
M2\tMood T1 happy
N1\tReference T1 Wikipedia:42\tAnn (given name)
#1\tAnnotatorNotes T1\tsure about this
#2\tAnnotatorNotes A1\tnot sure
"""


def read(folder: Path, ann: str = ANN, text: str = TEXT) -> Document:
    (folder / "story.txt").write_text(text, encoding="utf-8", newline="")
    (folder / "story.ann").write_text(ann, encoding="utf-8", newline="")
    [document] = formats.open(folder / "story.ann")
    return document


def there_and_back(document: Document, folder: Path) -> Document:
    formats.write([document], folder / "again.ann")
    [again] = formats.open(folder / "again.ann")
    return again


def test_every_kind_of_line(tmp_path: Path) -> None:
    document = read(tmp_path)
    ann, gave, *_ = document.layer("entities")
    assert (ann.id, ann.label, ann.source, document.text_of(ann)) == ("T1", "Person", "brat", "Ann")
    assert dict(ann.features) == {
        "Mood": "happy",
        "normalisations": (("Reference", "Wikipedia:42", "Ann (given name)"),),
        "notes": (("AnnotatorNotes", "sure about this"),),
    }
    assert document.by_id()["T3"].spans == (Span(15, 22), Span(23, 27))
    giving, report = document.layer("events")
    assert giving.links == (Link("trigger", "T4"), Link("Giver", "T1"), Link("Gift", "T3"))
    assert dict(giving.features) == {"Negated": True, "notes": (("AnnotatorNotes", "not sure"),)}
    assert (giving.spans, report.links[1]) == (gave.spans, Link("Theme", "E1"))
    [meets] = document.layer("relations")
    assert (meets.id, meets.label, meets.links) == ("R1", "Meets", (Link("Arg1", "T1"), Link("Arg2", "T2")))
    [equal] = document.layer("equivalences")
    assert (equal.label, equal.links) == ("Equiv", (Link("member", "T2"), Link("member", "T5")))


def test_its_own_files_need_no_notes_of_tacit(tmp_path: Path) -> None:
    document = read(tmp_path)
    assert contents(there_and_back(document, tmp_path)) == contents(document)
    lines = (tmp_path / "again.ann").read_text(encoding="utf-8").splitlines()
    assert {line.split("\t")[0] for line in lines} >= {"T3", "E1", "E2", "R1", "*", "A1", "N1", "#1"}
    assert not any("\ttacit " in line for line in lines)


def test_what_brat_has_no_place_for_comes_back(tmp_path: Path) -> None:
    spans = (Span(0, 3), Span(6, 39))
    odd = Annotation.of(5, 5, "two words", source="me", id="odd", links=[Link("to", "nobody")])
    wide = Annotation(spans, ("A", "B"), source="gold", id="T9")
    event = Annotation.of(0, 3, "Giving", source="x", id="e", links=[Link("trigger", "T9"), Link("of", "odd")], n=1)
    document = Document(TEXT, layers=[Layer("é|x", [odd, wide]), Layer("events", [event])])
    assert contents(there_and_back(document, tmp_path)) == contents(document)
    content = (tmp_path / "again.ann").read_text(encoding="utf-8")
    assert "T9\tA 0 3;6 22;23 39\tAnn gave Bob the red book. He smiled." in content
    assert "E1\tGiving:T9 of:T1" in content


def test_an_empty_file_has_no_annotations(tmp_path: Path) -> None:
    assert read(tmp_path, ann="") == Document(TEXT, id="story")


def test_an_empty_text_comes_back(tmp_path: Path) -> None:
    assert there_and_back(Document("", id="again"), tmp_path) == Document("", id="again")
    assert read(tmp_path, text="", ann="") == Document("", id="story")


def test_only_the_text_of_the_same_name_is_read(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "story.ann").write_text(ANN, encoding="utf-8")
    with pytest.raises(InputError, match=r"story\.txt"):
        list(formats.open(tmp_path / "story.ann"))
    read(tmp_path)
    with pytest.raises(InputError, match=r"story\.txt"):
        list(formats.open_source(Source(tmp_path / "story.ann", ANN.encode())))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("X1\tPerson 0 3\tAnn", "starts with an id"),
        ("just words", "starts with an id"),
        ("T1\tPerson 0 3\tAnn", "stands twice"),
        ("T9\tPerson 0\tAnn", "text-bound"),
        ("T9\tPerson 0 99\tAnn", "ends after the text"),
        ("T9\tPerson 3 0\tAnn", "start <= end"),
        ("T9\tPerson 6 10;0 3\tgave Ann", "text order"),
        ("T9\tPerson 0 3\tBob", "do not belong together"),
        ("E9\tGiving:T99", "no T99"),
        ("E9\tGiving", "must be written"),
        ("R9\tMeets Arg1:T1", "must be written"),
        ("R9\tMeets Arg1:R9 Arg2:T1", "circle"),
        ("*\tEquiv", "equivalence"),
        ("A9\tNegated T99", "no T99"),
        ("A9\tNegated", "cannot be"),
        ("#9\ttacit T1\t{", "not JSON"),
        ('#9\ttacit T1\t{"layer":3}', "must be a name"),
        ('#9\ttacit T1\t{"spans":[[0,999]]}', "999"),
        ('#9\ttacit T1\t{"labels":[3]}', "labels"),
    ],
)
def test_broken_lines_are_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, ANN + line + "\n")


def test_any_cut_is_read_or_an_error(tmp_path: Path) -> None:
    for end in range(0, len(ANN), 3):
        try:
            read(tmp_path, ANN[:end])
        except InputError as error:
            assert "story.ann" in str(error)


@settings(max_examples=40, deadline=None)
@given(document=documents() | linked_documents("brat"))
def test_any_document_comes_back(document: Document, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("brat") / "story.ann"
    formats.write([document], path)
    [again] = formats.open(path)
    assert (again.text, again.id) == (document.text, document.id)
    assert contents(again) == contents(document)


def test_a_relation_between_relations_that_lead_nowhere_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"line 2: there is no T9, to which it refers"):
        read(tmp_path, "R1\tRel Arg1:R2 Arg2:T1\nR2\tRel Arg1:T9 Arg2:T1\nT1\tPerson 0 3\tAnn\n")


def test_files_in_folders_of_a_folder_find_their_texts(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    read(tmp_path / "deep")
    assert [document.id for document in formats.open(tmp_path)] == ["deep/story"]
