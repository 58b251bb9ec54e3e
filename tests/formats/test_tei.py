"""TEI: files of others, hostile ones, and any document there and back."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from formats.damage import survive_damage
from formats.strategies import documents
from hypothesis import given, settings
from lxml import etree

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError, OutputError
from tacit.formats import recognition, tei

LETTER = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE TEI>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
<teiHeader><fileDesc><titleStmt><title>A  letter
 home</title><author>Ann Lee</author><author>Bo</author></titleStmt></fileDesc></teiHeader>
<standOff><spanGrp type="events"><span from="#w1" to="#w2">sit   down</span><span target="#p1"/>
<span target="#gone">lost</span></spanGrp></standOff>
<text><body><div><head>Monday</head>
<p xml:id="p1">Dear <persName ref="#bo">Bo
 Lee</persName>,<note>who?</note> we <w xml:id="w1">sat</w> <w xml:id="w2">down</w><lb/>in
 <choice><orig>ye</orig><reg>the</reg></choice> <choice><abbr>St</abbr><expan>Street</expan></choice>.</p>
<lg><l>One line</l><l>and an<lb break="no"/>other.</l></lg>
<div><head>Later</head><list><item>bread</item><item>milk <del>and</del></item></list></div></div></body></text>
</TEI>
"""


def read(content: str, name: str = "letter.xml") -> Document:
    [document] = formats.open_source(formats.Source(name, content.encode()))
    return document


def test_the_running_text_of_a_letter() -> None:
    document = read(LETTER)
    assert document.text == (
        "Monday\n\nDear Bo Lee, we sat down in the Street.\n\nOne line\nand another.\n\nLater\n\nbread\nmilk"
    )
    assert dict(document.metadata) == {"title": "A letter home", "author": "Ann Lee; Bo"}
    assert [(document.text_of(each), each.label) for each in document.layer("headings")] == [
        ("Monday", "h1"),
        ("Later", "h2"),
    ]
    [name] = document.layer("names")
    assert (document.text_of(name), name.label, dict(name.features)) == ("Bo Lee", "persName", {"ref": "#bo"})
    assert [(document.text_of(each), each.labels) for each in document.layer("events")] == [
        ("Dear Bo Lee, we sat down in the Street.", ()),
        ("sat down", ("sit down",)),
    ]
    assert len(document.layer("paragraphs")) == 5


def test_a_corpus_is_several_documents() -> None:
    one = "<TEI><text><p>{}</p></text></TEI>"
    content = "<teiCorpus>" + "".join(map(one.format, ("A.", "", "B."))) + "</teiCorpus>"
    found = formats.open_source(formats.Source("all.xml", content.encode()))
    assert [(each.id, each.text) for each in found] == [("all-1", "A."), ("all-3", "B.")]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("<TEI><text><p>x</text></TEI>", "not well-formed XML"),
        ("<TEI><text><p> </p></text></TEI>", "no text in it"),
        ("<TEI/>", "no text in it"),
        ("<tei/>", "no <TEI>"),
        ("<!DOCTYPE TEI [<!ENTITY a 'b'>]><TEI><text><p>&a;</p></text></TEI>", "declares entities"),
        ("<!DOCTYPE TEI [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><TEI><text>&a;</text></TEI>", "declares entities"),
        ("<TEI><text>" + "<seg>" * 100_000 + "x" + "</seg>" * 100_000 + "</text></TEI>", "nested|well-formed"),
    ],
)
def test_what_is_wrong_is_said(content: str, sentence: str) -> None:
    with pytest.raises(InputError, match=f"letter.tei.*({sentence})"):
        read(content, "letter.tei")


def test_many_groups_of_spans_take_time_in_proportion() -> None:
    groups = '<spanGrp type="x"><span target="#a">y</span></spanGrp>' * 20_000
    page = f'<TEI><text><body><p xml:id="a">Ann sat.</p></body></text>{groups}</TEI>'
    started = time.process_time()
    [document] = formats.open_source(formats.Source("a.tei", page.encode()), format="tei")
    assert len(list(document.layer("x"))) == 20_000
    assert time.process_time() - started < 15


def test_damaged_files_are_refused_or_read() -> None:
    assert survive_damage(tei, "letter.xml", LETTER) > 100


def there_and_back(document: Document, folder: Path) -> Document:
    formats.write([document], folder / "again.tei")
    [again] = formats.open(folder / "again.tei")
    return again


@settings(max_examples=150, deadline=None)
@given(document=documents())
def test_every_document_comes_back(document: Document, tmp_path_factory: pytest.TempPathFactory) -> None:
    document = document.with_metadata(year=1850, tags=["a", None])
    folder = tmp_path_factory.getbasetemp()
    assert there_and_back(document, folder).to_dict() == document.to_dict()


def test_empty_layers_and_controls_in_labels_come_back(tmp_path: Path) -> None:
    marks = [Annotation((Span(0, 1), Span(2, 3)), ("\x01", "b"), source="me", id="x")]
    document = Document("a b\r\nc", "", {}, [Layer("none"), Layer("marks", marks)])
    assert there_and_back(document, tmp_path).to_dict() == document.to_dict()


def test_control_characters_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"U\+0001, which is character 1 of the text"):
        formats.write([Document("a\x01", "x")], tmp_path / "x.tei")
    assert list(tmp_path.iterdir()) == []


def test_other_tools_find_the_text_and_the_spans(tmp_path: Path) -> None:
    document = Document("Ann 🙂 sat.", "x", {}, [Layer("acts", [Annotation.of(6, 9, "sit", source="me")])])
    formats.write([document], tmp_path / "x.tei")
    tree = etree.parse(tmp_path / "x.tei")
    spaces = {"t": recognition.TEI_NAMESPACE}
    [text] = tree.xpath("//t:text//t:ab", namespaces=spaces)
    [span] = tree.xpath("//t:standOff/t:spanGrp[@type='acts']/t:span", namespaces=spaces)
    assert (text.text, span.text, span.get("target")) == (document.text, "sit", "#string-range(text,6,3)")
