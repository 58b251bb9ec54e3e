"""XML read element by element, so that memory stays flat and hostile files stay harmless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import defusedxml.ElementTree as SafeTree
from defusedxml.common import DefusedXmlException

from tacit.formats.source import MAX_DOCUMENT, MEGABYTE, Source

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


class _Lines:
    """What the parser reads from: a line at a time, so that an element is known by the line it ends on."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines = source.lines()
        self.number = 0
        self.waiting = 0

    def read(self, size: int) -> str:
        self.number, line = next(self._lines, (self.number, None))
        if line is None:
            return ""
        self.waiting += len(line)
        if self.waiting > MAX_DOCUMENT:
            self._source.fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; split it", self.number)
        return line + "\n"


def elements(source: Source, tag: str) -> Iterator[tuple[int, Element]]:
    """Each element of that name, with the line it ends on; what was used is forgotten.

    A document type is tolerated but never fetched; declared entities are refused.
    """
    lines = _Lines(source)
    root = None
    try:
        for event, element in SafeTree.iterparse(lines, ("start", "end"), forbid_dtd=False):
            if root is None:
                root = element
            if event == "end" and element.tag == tag:
                yield lines.number, element
                lines.waiting = 0
                root.clear()
    except SafeTree.ParseError as error:
        source.fail(f"not well-formed XML: {str(error).partition(':')[0]}", error.position[0])
    except DefusedXmlException:
        source.fail("the XML declares entities, which can be used for attacks; remove them", lines.number)
