"""The running text of a TEI `<text>`, with its layout and what is marked in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tacit.documents import Annotation, Layer, Span
from tacit.formats.parts.assembly import Assembly
from tacit.layout import Outline
from tacit.values import Features

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SOURCE = "tei"
NAMES = "names"
"""The layer of names; the label is the element."""
XML = "{http://www.w3.org/XML/1998/namespace}"
_TIGHT = {"l", "item", "cell"}
"""Blocks that stand on a line of their own, without an empty one before it."""
_BLOCKS = _TIGHT | {
    "p", "ab", "head", "u", "speaker", "stage", "label", "trailer", "opener", "closer", "byline", "titlePart", "salute",
    "signed", "dateline", "div", "lg", "list", "table", "row", "sp", "quote", "cit", "figure", "front", "body", "back",
}  # fmt: skip
_LEFT_OUT = {"note", "fw", "del", "gap", "figDesc", "teiHeader", "standOff", "index", "desc", "surplus"}
_WHITE = re.compile(r"\s+")
_PREFERRED = ("reg", "corr", "expan", "unclear")
_NAMES = {"persName", "placeName", "orgName", "geogName", "name", "rs", "date", "roleName", "settlement", "country"}


def local(element: Element) -> str:
    """The name of an element without its namespace; nothing for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


class TeiBody:
    """Reads element by element; `text` and `layers` are the result, `places` says where each `xml:id` stands."""

    def __init__(self, root: Element) -> None:
        self.places: dict[str, Span] = {}
        self.exact: set[str] = set()
        self._page = Assembly()
        self._outline = Outline(SOURCE)
        self._names: list[Annotation] = []
        self._line: list[str] = []
        self._length = 0
        self._marks: list[tuple[int, int, Element]] = []
        self._tight = False
        self._walk(root, "", 0)
        self._flush("", 0)

    @property
    def text(self) -> str:
        """All blocks, one below the other."""
        return self._page.text

    @property
    def layers(self) -> list[Layer]:
        """The layout, and names if there are any."""
        return [*self._outline.layers(), *([Layer(NAMES, self._names)] if self._names else [])]

    def _walk(self, element: Element, block: str, depth: int) -> None:
        tag = local(element)
        if tag in _LEFT_OUT or not tag:
            return
        if element.get(f"{XML}space") == "preserve" and tag == "ab":
            self._flush(block, depth)
            self._add_exact(element)
            return
        is_block = tag in _BLOCKS
        if is_block:
            self._flush(block, depth)
            block, depth = tag, depth + (tag == "div")
        elif tag == "lb" and element.get("break") != "no":
            self._say(" ")
        start = self._length
        self._say(element.text or "")
        for child in _chosen(element) if tag == "choice" else element:
            self._walk(child, block, depth)
            if tag != "choice":
                self._say(child.tail or "")
        if is_block:
            self._flush(block, depth, element)
        elif tag in _NAMES or element.get(f"{XML}id"):
            self._marks.append((start, self._length, element))

    def _say(self, text: str) -> None:
        """Add to the block, with every stretch of white space as one blank."""
        piece = _WHITE.sub(" ", text)
        if not self._line or self._line[-1].endswith(" "):
            piece = piece.lstrip(" ")
        if piece:
            self._line.append(piece)
            self._length += len(piece)

    def _flush(self, block: str, depth: int, element: Element | None = None) -> None:
        """The block that ends here, if it has any text."""
        text = "".join(self._line).rstrip()
        marks, self._line, self._length, self._marks = self._marks, [], 0, []
        if not text:
            return
        tight = block in _TIGHT
        span = self._page.add(text, "\n" if tight and self._tight else "\n\n")
        self._tight = tight
        if block == "head":
            self._outline.add_heading(span.start, span.end, min(6, max(1, depth)))
        else:
            self._outline.add_paragraph(span.start, span.end)
        if element is not None and (name := element.get(f"{XML}id")):
            self.places[name] = span
        for start, end, marked in marks:
            self._add_mark(marked, text, span.start, start, min(end, len(text)))

    def _add_mark(self, element: Element, text: str, at: int, start: int, end: int) -> None:
        """A name, or an element that others may point to."""
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start >= end:
            return
        if name := element.get(f"{XML}id"):
            self.places[name] = Span(at + start, at + end)
        if local(element) in _NAMES:
            known = {key: element.get(key) for key in ("type", "ref", "key", "when", "role")}
            features = Features({key: value for key, value in known.items() if value})
            self._names.append(Annotation((Span(at + start, at + end),), (local(element),), features, SOURCE))

    def _add_exact(self, element: Element) -> None:
        """A text whose white space counts, as tacit writes it: no layout is read from it."""
        span = self._page.add("".join(element.itertext()), "\n\n")
        if name := element.get(f"{XML}id"):
            self.places[name] = span
            self.exact.add(name)


def _chosen(choice: Element) -> list[Element]:
    """The regularised of several forms, else the first."""
    forms = [child for child in choice if local(child)]
    preferred = [child for child in forms if local(child) in _PREFERRED]
    return (preferred or forms)[:1]
