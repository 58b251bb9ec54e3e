"""DOCX, as Word, LibreOffice and Google Docs write it: the running text, with the same layout layers as Markdown.

Headings are known by their style, list items by their numbering; deleted text, comments, notes, headers and footers are
left out. The title of the file's properties becomes metadata. A document is an archive of XML files: each may unpack to
no more than one document may have, and none may have a DOCTYPE.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tacit.documents import Document
from tacit.formats.parts.assembly import Assembly
from tacit.formats.registry import FormatOptions
from tacit.formats.source import MAX_DOCUMENT, MAX_RATIO, MEGABYTE, Source
from tacit.layout import ListItem, Outline

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MAIN = "word/document.xml"
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_LEFT_OUT = {"del", "moveFrom", "Fallback", "instrText", "delText", "pPr", "rPr", "txbxContent", "sectPr"}
_SIGNS = {"tab": " ", "br": " ", "cr": " ", "noBreakHyphen": "-", "softHyphen": ""}


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The text as one document."""
    parts = _Archive(source)
    root = parts.xml(_MAIN)
    if root is None:
        source.fail("is not a Word document: there is no word/document.xml in it")
    try:
        page = _Page(parts.xml("word/styles.xml"), parts.xml("word/numbering.xml"))
        for paragraph in _paragraphs(root):
            page.add(paragraph)
    except RecursionError:
        source.fail("elements are nested too deeply")
    if not page.text:
        source.fail("there is no text in it")
    title = _title(parts.xml("docProps/core.xml"))
    yield Document(page.text, source.stem, {"title": title} if title else {}, page.outline.layers())


def _title(properties: Element | None) -> str:
    title = _first(properties, "title") if properties is not None else None
    return " ".join((title.text or "").split()) if title is not None else ""


class _Archive:
    """The XML files of a document, each bounded and harmless."""

    def __init__(self, source: Source) -> None:
        self._source = source
        content, total = [], 0
        for chunk in source.chunks():
            content.append(chunk)
            total += len(chunk)
            if total > MAX_DOCUMENT:
                source.fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; split it")
        try:
            self._files = zipfile.ZipFile(io.BytesIO(b"".join(content)))
        except (zipfile.BadZipFile, ValueError, NotImplementedError):
            source.fail("is not a Word document: it is no whole zip archive")

    def xml(self, name: str) -> Element | None:
        """The outermost element of a file; nothing where there is no such file."""
        if name not in self._files.NameToInfo:
            return None
        try:
            with self._files.open(name) as stream:
                content = stream.read(self._source.largest + 1)
            self._check_size(name, len(content))
            root: Element = fromstring(content, forbid_dtd=True)
        except (zipfile.BadZipFile, EOFError, RuntimeError, NotImplementedError, zlib.error, OSError):
            self._source.fail(f"{name} cannot be unpacked; the file is damaged or has a password")
        except DefusedXmlException:
            self._source.fail(f"{name} has a DOCTYPE, as an attack would")
        except (ParseError, ValueError, LookupError) as error:
            self._source.fail(f"{name} is not well-formed XML ({error})")
        return root

    def _check_size(self, name: str, size: int) -> None:
        packed = max(1, self._files.getinfo(name).compress_size)
        if size > self._source.largest:
            self._source.fail(f"{name} unpacks to more than {self._source.largest / MEGABYTE:g} MB")
        if size > 16 * MEGABYTE and size > MAX_RATIO * packed:
            self._source.fail(f"{name} unpacks to more than {MAX_RATIO} times its size, as a zip bomb would")


class _Page:
    """The text as it grows, and its layout."""

    def __init__(self, styles: Element | None, numbering: Element | None) -> None:
        self.outline = Outline("docx")
        self._text = Assembly()
        self._headings = _headings(styles)
        self._lists = {_attribute(style, "styleId"): _numbering(style) for style in _children(styles)}
        self._bulleted = _bulleted(numbering)
        self._counts: Counter[tuple[str, int]] = Counter()
        self._steps: list[ListItem] = []
        self._in_list = False

    @property
    def text(self) -> str:
        """All paragraphs."""
        return self._text.text

    def add(self, paragraph: Element) -> None:
        """A paragraph, unless it is empty."""
        text = " ".join("".join(_words(paragraph)).split())
        if not text:
            return
        style = _value(paragraph, "pStyle")
        numbering = _numbering(paragraph) if _value(paragraph, "numId") else self._lists.get(style)
        level = self._headings.get(style, 0)
        is_item = numbering is not None and not level
        span = self._text.add(text, "\n" if is_item and self._in_list else "\n\n")
        self._in_list = is_item
        if level:
            self.outline.add_heading(span.start, span.end, min(6, level))
        else:
            self.outline.add_paragraph(span.start, span.end, self._step(*numbering) if numbering else None)

    def _step(self, list_: str, level: str) -> ListItem:
        depth = min(8, int(level) if re.fullmatch("[0-9]{1,3}", level) else 0)
        for deeper in range(depth + 1, 9):
            self._counts[list_, deeper] = 0
        self._counts[list_, depth] += 1
        del self._steps[depth:]
        parent = self._steps[-1] if self._steps else None
        ordered = (list_, level) not in self._bulleted
        step = self.outline.add_step(self._counts[list_, depth], ordered=ordered, parent=parent)
        self._steps.append(step)
        return step


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _attribute(element: Element | None, name: str) -> str:
    """An attribute whatever its namespace."""
    if element is None:
        return ""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _children(element: Element | None) -> list[Element]:
    return list(element) if element is not None else []


def _first(element: Element, name: str) -> Element | None:
    return next((each for each in element.iter() if _local(each) == name), None)


def _paragraphs(element: Element) -> Iterator[Element]:
    """Paragraphs in order, those of tables included, without what is left out."""
    for child in element:
        name = _local(child)
        if name == "p":
            yield child
        elif name not in _LEFT_OUT:
            yield from _paragraphs(child)


def _words(element: Element) -> Iterator[str]:
    for child in element:
        name = _local(child)
        if name == "t":
            yield child.text or ""
        elif name in _SIGNS:
            yield _SIGNS[name]
        elif name not in _LEFT_OUT:
            yield from _words(child)


def _value(paragraph: Element, name: str) -> str:
    properties = next((child for child in paragraph if _local(child) == "pPr"), None)
    return _attribute(_first(properties, name), "val") if properties is not None else ""


def _numbering(paragraph: Element) -> tuple[str, str] | None:
    """The list and the level of an item, or of all items in a style; list 0 is none."""
    list_ = _value(paragraph, "numId")
    return (list_, _value(paragraph, "ilvl") or "0") if list_ and list_ != "0" else None


def _headings(styles: Element | None) -> dict[str, int]:
    """The level of each style that is a heading: its name is English whatever language Word speaks."""
    levels: dict[str, int] = {"Title": 1, **{f"Heading{level}": level for level in range(1, 10)}}
    for style in _children(styles):
        name = _attribute(_first(style, "name"), "val")
        if found := _HEADING.fullmatch(name):
            levels[_attribute(style, "styleId")] = int(found[1])
    return levels


def _bulleted(numbering: Element | None) -> set[tuple[str, str]]:
    """Lists and levels with a bullet instead of a number."""
    if numbering is None:
        return set()
    abstract: dict[str, Any] = {}
    for definition in numbering:
        if _local(definition) == "abstractNum":
            levels = [each for each in definition if _local(each) == "lvl"]
            abstract[_attribute(definition, "abstractNumId")] = {
                _attribute(level, "ilvl") for level in levels if _attribute(_first(level, "numFmt"), "val") == "bullet"
            }
    lists = [each for each in numbering if _local(each) == "num"]
    return {
        (_attribute(each, "numId"), level)
        for each in lists
        for level in abstract.get(_attribute(_first(each, "abstractNumId"), "val"), ())
    }
