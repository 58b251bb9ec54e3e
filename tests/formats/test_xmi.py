"""XMI: files of INCEpTION's making, hostile files, and any document there and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from formats.strategies import contents, documents, linked_documents
from hypothesis import given, settings

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import InputError, OutputError

pytest.importorskip("cassis")

CORE = "http:///de/tudarmstadt/ukp/dkpro/core/api"
ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
XMI = f"""<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmlns:ner="{CORE}/ner/type.ecore"
  xmlns:segmentation="{CORE}/segmentation/type.ecore" xmlns:dep="{CORE}/syntax/type/dependency.ecore"
  xmlns:coref="{CORE}/coref/type.ecore" xmi:version="2.0">
<cas:NULL xmi:id="0"/>
<segmentation:Sentence xmi:id="2" sofa="1" begin="0" end="14"/>
<segmentation:Token xmi:id="3" sofa="1" begin="0" end="2"/>
<segmentation:Token xmi:id="4" sofa="1" begin="3" end="6"/>
<ner:NamedEntity xmi:id="5" sofa="1" begin="3" end="6" value="PER" identifier="http://x"/>
<dep:Dependency xmi:id="6" sofa="1" begin="3" end="6" Governor="3" Dependent="4" DependencyType="subj"/>
<coref:CoreferenceLink xmi:id="7" sofa="1" begin="3" end="6" referenceType="name" next="8"/>
<coref:CoreferenceLink xmi:id="8" sofa="1" begin="11" end="14"/>
<coref:CoreferenceChain xmi:id="9" sofa="1" first="7"/>
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="🙂 Ann ate&#10;she"/>
<cas:View sofa="1" members="2 3 4 5 6 7 8 9"/>
</xmi:XMI>
"""


def read(folder: Path, content: str) -> Document:
    path = folder / "story.xmi"
    path.write_text(content, encoding="utf-8")
    [document] = formats.open(path)
    return document


def there_and_back(document: Document, folder: Path) -> Document:
    formats.write([document], folder / "again.xmi")
    [again] = formats.open(folder / "again.xmi")
    return again


def test_dkpro_types_are_known_without_a_type_system(tmp_path: Path) -> None:
    document = read(tmp_path, XMI)
    assert document.text == "🙂 Ann ate\nshe"
    assert [document.text_of(a) for a in document.tokens] == ["🙂", "Ann"]
    [entity] = document.layer(ENTITY)
    assert (entity.span, entity.label, dict(entity.features)) == (Span(2, 5), "PER", {"identifier": "http://x"})
    [dependency] = document.layer("de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency")
    ends = [(link.role, document.text_of(document.by_id()[link.target])) for link in dependency.links]
    assert (dependency.label, ends) == ("subj", [("source", "🙂"), ("target", "Ann")])
    first, second = document.layer("de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink")
    assert dict(first.features) == {"referenceType": "name", "chain": 1, "link": 1}
    assert (document.text_of(second), dict(second.features)) == ("she", {"chain": 1, "link": 2})
    assert contents(there_and_back(document, tmp_path)) == contents(document)


def rich() -> Document:
    people = [
        Annotation.of(0, 3, "PERSON", "HERO", source="gold", id="ann", age=7, name="Ann"),
        Annotation(
            (Span(0, 3), Span(5, 9)), (), source="xmi", id="odd", links=[Link("Roles:x", "ann"), Link("y", "odd")]
        ),
    ]
    acts = [Annotation.of(0, 3, "like", source="xmi", links=[Link("source", "odd"), Link("target", "ann")])]
    mentions = [Annotation.of(0, 3, source="xmi", chain=1, link=1), Annotation.of(4, 5, source="xmi", chain=1, link=2)]
    layers = [Layer("people", people), Layer("acts", acts), Layer("corefLink", mentions)]
    return Document("Ann 🙂\tis\r\nhere", id="rich", layers=layers)


def test_own_layers_come_back_with_their_type_system(tmp_path: Path) -> None:
    assert there_and_back(rich(), tmp_path).text == rich().text
    assert contents(there_and_back(rich(), tmp_path)) == contents(rich())
    content = (tmp_path / "again.xmi").read_text(encoding="utf-8")
    assert 'Governor="' in content and "custom:corefChain" in content
    assert "webanno.custom.people" in (tmp_path / "again.TypeSystem.xml").read_text(encoding="utf-8")


def test_a_folder_of_documents_with_different_layers(tmp_path: Path) -> None:
    one = Document("One.", id="one", layers=[Layer("a", [Annotation.of(0, 3, "x", source="me")])])
    two = Document("Two.", id="two", layers=[Layer("b", [Annotation.of(0, 3, "y", source="me")])])
    formats.write([one, two], tmp_path, format="xmi")
    assert [(d.id, contents(d)) for d in formats.open(tmp_path)] == [("one", contents(one)), ("two", contents(two))]


def test_control_characters_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"U\+000C"):
        formats.write([Document("a\fb")], tmp_path / "story.xmi")
    assert not (tmp_path / "story.xmi").exists()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(9))


@pytest.mark.parametrize(
    "doctype",
    [
        f"<!DOCTYPE x [{LAUGHS}]>",
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE x SYSTEM "http://localhost/x.dtd">',
    ],
)
def test_hostile_files_are_refused(tmp_path: Path, doctype: str) -> None:
    content = XMI.split("\n", 1)[1].replace("Ann ate", "&e; ate" if "ENTITY e" in doctype else "&l8;")
    with pytest.raises(InputError, match="DOCTYPE"):
        read(tmp_path, f"{doctype}\n{content}")
    (tmp_path / "TypeSystem.xml").write_text(f"{doctype}<typeSystemDescription/>", encoding="utf-8")
    with pytest.raises(InputError, match=r"TypeSystem\.xml"):
        read(tmp_path, XMI)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('begin="3"', 'begin="three"'),
        ('end="6"', 'end="999"'),
        ('begin="3"', 'begin="1"'),
        ('Governor="3"', 'Governor="77"'),
        ('members="2', 'members="88 2'),
        ("<cas:Sofa", "<cas:NoSofa"),
        ("value=", "unheard="),
        ('next="8"', 'next="7"'),
        ("</xmi:XMI>", ""),
    ],
)
def test_broken_files_are_read_or_an_error(tmp_path: Path, old: str, new: str) -> None:
    try:
        read(tmp_path, XMI.replace(old, new))
    except InputError as error:
        assert "story.xmi" in str(error)


def test_a_cut_file_is_an_error(tmp_path: Path) -> None:
    for end in range(1, len(XMI.rstrip()) - 1, 40):
        with pytest.raises(InputError):
            read(tmp_path, XMI[:end])


@settings(max_examples=20, deadline=None)
@given(document=documents() | linked_documents("xmi"))
def test_any_document_comes_back(document: Document, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("xmi") / "story.xmi"
    formats.write([document], path)
    [again] = formats.open(path)
    assert (again.text, again.id) == (document.text, document.id)
    assert contents(again) == contents(document)
