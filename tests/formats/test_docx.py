"""DOCX: files made by hand and by python-docx, and hostile ones."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from tacit import formats
from tacit.documents import Document
from tacit.errors import InputError
from tacit.formats.source import MEGABYTE

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
STYLES = f'<w:styles {W}><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>'
NUMBERING = (
    f'<w:numbering {W}><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
)
CORE = '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Making  tea</dc:title></cp:coreProperties>'


def item(text: str, level: int = 0) -> str:
    numbering = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="3"/></w:numPr>'
    return f"<w:p><w:pPr>{numbering}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


BODY = (
    '<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>Tea</w:t></w:r></w:p><w:p/>'
    '<w:p><w:r><w:t xml:space="preserve">You need </w:t></w:r><w:del><w:r><w:delText>milk</w:delText></w:r></w:del>'
    "<w:ins><w:r><w:t>water</w:t><w:tab/><w:t>&amp; tea</w:t><w:footnoteReference/></w:r></w:ins></w:p>"
    + item("Boil it.") + item("a kettle", 1) + item("a pot", 1) + item("Pour.")
    + "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>2 min</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
)  # fmt: skip


def packed(body: str = BODY, **others: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        for name, content in others.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return stream.getvalue()


def read(content: bytes) -> Document:
    [document] = formats.open_source(formats.Source("tea.docx", content))
    return document


def test_text_headings_and_steps() -> None:
    document = read(packed(word__styles=STYLES, word__numbering=NUMBERING, docProps__core=CORE))
    assert document.text == "Tea\n\nYou need water & tea\n\nBoil it.\na kettle\na pot\nPour.\n\n2 min"
    assert (document.id, dict(document.metadata)) == ("tea", {"title": "Making tea"})
    assert [(document.text_of(each), each.label) for each in document.layer("headings")] == [("Tea", "h2")]
    steps = [(document.text_of(each), each.label, each.features["number"]) for each in document.layer("steps")]
    assert steps == [("Boil it.", "step", 1), ("a kettle", "item", 1), ("a pot", "item", 2), ("Pour.", "step", 2)]
    assert [link.target for each in document.layer("steps") for link in each.links] == ["step-1", "step-1"]
    assert len(document.layer("paragraphs")) == 6


@pytest.mark.parametrize("level", ["9" * 5000, "-1", "x", "²", ""])
def test_a_level_that_is_none(level: str) -> None:
    assert read(packed(item("Boil it.", level))).text == "Boil it."  # type: ignore[arg-type]


def test_files_of_python_docx() -> None:
    docx = pytest.importorskip("docx")
    made = docx.Document()
    made.core_properties.title = "Tea"
    made.add_heading("Making tea", 1)
    made.add_paragraph("You need water.").add_run(" And tea.").bold = True
    made.add_paragraph("Boil the water.", style="List Number")
    stream = io.BytesIO()
    made.save(stream)
    document = read(stream.getvalue())
    assert document.text == "Making tea\n\nYou need water. And tea.\n\nBoil the water."
    assert [each.label for each in document.layer("headings")] == ["h1"]
    assert [document.text_of(each) for each in document.layer("steps")] == ["Boil the water."]
    assert document.metadata["title"] == "Tea"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04 no archive", "no whole zip archive"),
        (packed()[:200], "no whole zip archive"),
        (packed(""), "no text in it"),
        (packed("<w:p>"), "not well-formed XML"),
        (packed(word__styles="<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"), "has a DOCTYPE"),
        (packed("<w:p>" * 50_000 + "</w:p>" * 50_000), "nested|well-formed"),
        (packed(f"<!--{' ' * (20 * MEGABYTE)}--><w:p/>"), "zip bomb"),
        (packed(f"<!--{' ' * (65 * MEGABYTE)}--><w:p/>"), "more than 64 MB"),
    ],
    ids=["junk", "cut", "empty", "broken", "doctype", "deep", "bomb", "large"],
)
def test_what_is_wrong_is_said(content: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=f"tea.docx: .*({sentence})"):
        read(content)


def test_a_source_may_allow_less() -> None:
    source = formats.Source("tea.docx", packed())
    source.largest = 100
    with pytest.raises(InputError, match="unpacks to more than"):
        next(formats.open_source(source))


def test_another_archive_is_no_document() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.txt", "a")
    with pytest.raises(InputError, match=r"no word/document\.xml"):
        read(stream.getvalue())


def test_damaged_files_are_refused_or_read() -> None:
    whole = packed(word__styles=STYLES, word__numbering=NUMBERING)
    chance = random.Random(7)
    refused = 0
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            assert read(bytes(damaged)).text
        except InputError:
            refused += 1
    assert 0 < refused < 300


def test_a_folder_reads_them(tmp_path) -> None:
    (tmp_path / "tea.docx").write_bytes(packed())
    (tmp_path / "note.txt").write_text("Hello.")
    assert sorted(each.id for each in formats.open(tmp_path)) == ["note", "tea"]
