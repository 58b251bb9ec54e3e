"""CATMA's annotation collections, out and in."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from formats.strategies import documents
from hypothesis import HealthCheck, given, settings

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import InputError, OutputError

NAMES = {"t": "http://www.tei-c.org/ns/1.0"}
TEXT = "I 🙂 went out.\r\nShe <stayed> in."
DOCUMENT = Document(
    TEXT,
    "story",
    layers=[
        Layer("scenarios", [Annotation.of(0, 12, "going out", source="ann", probability=0.5, alternatives=["x"])]),
        Layer(
            "mentions", [Annotation.of(0, 1, source="tacit", chain=0), Annotation.of(15, 18, source="tacit", chain=1)]
        ),
        Layer("odd", [Annotation((Span(4, 8), Span(15, 18)), ("a", "b"), source="", id="o", links=(Link("r", "o"),))]),
    ],
)
EXPORTED = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xml:lang="en" xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>c</title></titleStmt>
<sourceDesc><ab><fs xml:id="CATMA_TECH_DESC"><f name="version"><string>5</string></f></fs></ab></sourceDesc></fileDesc>
<encodingDesc><fsdDecl xml:id="CATMA_S" n="My tags 2017-06-09T10:54:11.000+0200"><fsDecl xml:id="CATMA_T" type="CATMA_T"
n="2017-06-09T10:54:11.000+0200"><fsDescr>going out</fsDescr></fsDecl></fsdDecl></encodingDesc></teiHeader>
<text><body><ab type="catma"><ptr target="catma://CATMA_D#char=0,2" type="inclusion"/>
<seg ana="#CATMA_A"><ptr target="catma://CATMA_D#char=2,4" type="inclusion"/></seg>
<seg ana="#CATMA_A #CATMA_B"><ptr target="catma://CATMA_D#char=4,9" type="inclusion"/></seg>
<ptr target="catma://CATMA_D#char=9,13" type="inclusion"/></ab></body>
<fs xml:id="CATMA_A" type="CATMA_T"><f name="catma_markupauthor"><string>anna</string></f>
<f name="mood"><string>happy</string><string>calm</string></f></fs>
<fs xml:id="CATMA_B" type="CATMA_T"><f name="catma_markupauthor"><string>ben</string></f></fs></text></TEI>
"""


def test_everything_comes_back(tmp_path):
    formats.write([DOCUMENT], tmp_path / "story.catma.xml")
    assert (tmp_path / "story.txt").read_bytes().decode() == TEXT
    [again] = formats.open(tmp_path)  # the text is not a document of its own
    assert again == DOCUMENT


def test_tags_places_and_properties_are_as_catma_has_them(tmp_path):
    formats.write([DOCUMENT], tmp_path / "story.catma.xml")
    root = ET.parse(tmp_path / "story.catma.xml").getroot()
    assert [each.get("n").rpartition(" ")[0] for each in root.iterfind(".//t:fsdDecl", NAMES)] == list(DOCUMENT.layers)
    assert [each.text for each in root.iterfind(".//t:fsDescr", NAMES)] == ["going out", "mentions", "a"]
    pointers = [each.get("target").partition("#char=")[2] for each in root.iterfind(".//t:ptr", NAMES)]
    assert pointers[0] == "0,1" and pointers[-1].endswith(f",{len(TEXT) + 1}")  # 🙂 counts twice
    assert all(first.split(",")[1] == second.split(",")[0] for first, second in pairwise(pointers))
    tags = {each.get("{http://www.w3.org/XML/1998/namespace}id") for each in root.iterfind(".//t:fsDecl", NAMES)}
    structures = root.findall("t:text/t:fs", NAMES)
    named = {name for each in root.iterfind(".//t:seg", NAMES) for name in each.get("ana").split()}
    assert named == {f"#{each.get('{http://www.w3.org/XML/1998/namespace}id')}" for each in structures}
    assert {each.get("type") for each in structures} == tags
    values = {each.get("name"): each[0].text for each in structures[0]}
    assert (values["catma_markupauthor"], values["probability"]) == ("ann", "0.5")
    for tag in root.iterfind(".//t:fsDecl", NAMES):  # CATMA wants author and colour of each tag
        declared = {each.get("name") for each in tag.iterfind("t:fDecl", NAMES)}
        assert declared >= {"catma_markupauthor", "catma_displaycolor"}


def test_the_same_document_gives_the_same_file(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        formats.write([DOCUMENT], tmp_path / name / "story.catma.xml")
    assert (tmp_path / "a/story.catma.xml").read_bytes() == (tmp_path / "b/story.catma.xml").read_bytes()


def test_a_collection_that_catma_exported_is_read(tmp_path):
    (tmp_path / "mine.xml").write_text(EXPORTED)
    (tmp_path / "mine.txt").write_text("I went home. ")
    [document] = formats.open(tmp_path / "mine.xml")
    first, second = document.layer("My tags")
    assert (document.text_of(first), first.label, first.source) == ("went ho", "going out", "anna")
    assert first.features["mood"] == ("happy", "calm") and second.source == "ben"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("#char=4,9", "#char=4,99", "points to no place"),
        ('type="CATMA_T"><f', 'type="CATMA_X"><f', "not a collection"),
        ("<text>", "<tex>", "not well-formed"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, old, new, why):
    (tmp_path / "mine.xml").write_text(EXPORTED.replace(old, new, 1))
    (tmp_path / "mine.txt").write_text("I went home. ")
    with pytest.raises(InputError, match=why):
        list(formats.open(tmp_path / "mine.xml"))


def test_without_its_text_or_in_other_words(tmp_path):
    (tmp_path / "mine.xml").write_text(EXPORTED)
    with pytest.raises(InputError, match=r"must be a mine\.txt beside it"):
        list(formats.open(tmp_path / "mine.xml"))
    with pytest.raises(OutputError, match=r"U\+0001"):
        formats.write([Document("x", layers=[Layer("a\x01", [])])], tmp_path / "x.catma.xml")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents())
def test_any_document_comes_back(tmp_path, document):
    try:
        formats.write([document], tmp_path / "any.catma.xml")
    except OutputError:
        return
    [again] = formats.open(tmp_path / "any.catma.xml")
    assert again.text == document.text
    assert {name: list(layer) for name, layer in again.layers.items()} == {
        name: list(layer) for name, layer in document.layers.items() if layer and document.text
    }
