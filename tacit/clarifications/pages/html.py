"""The layout of an HTML file with offsets of the file itself, tags and all.

`tacit.formats.html` gives what a reader of the page sees, which has offsets of its own; a finding must point into the
file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tacit.clarifications.wordlists import words
from tacit.documents import Document
from tacit.layout import Outline, Step

_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)[^>]*+(?:>|\Z)|<[!?][^>]*+(?:>|\Z)", re.DOTALL
)
_REFERENCE = re.compile(r"&(?:#?\w{1,32});")
_INLINE = words("a abbr b bdi bdo cite data del dfn em font i ins label mark q s small span strong sub sup time u")
_CODE = frozenset({"code", "kbd", "samp", "var", "tt"})
_IMAGE = frozenset({"img", "svg"})
_SKIPPED = words(
    "script style pre table nav footer aside head textarea select button svg math iframe object template form"
)
_RAW = frozenset({"script", "style", "textarea"})
"""Elements whose content has no tags."""
_VERBATIM = _RAW | {"pre"}
_LISTS = {"ol": True, "ul": False}
_DEEPEST = 100
"""Most lists inside each other that are told apart."""
_HEADING = re.compile(r"h[1-6]$")


@dataclass
class _Paragraph:
    start: int = -1
    end: int = -1
    level: int = 0
    step: Step | None = None


@dataclass
class _Reader:
    """An HTML text on its way to an outline."""

    text: str
    outline: Outline = field(default_factory=lambda: Outline("html"))
    lists: list[list[int]] = field(default_factory=list)
    too_deep: int = 0
    items: list[Step] = field(default_factory=list)
    current: _Paragraph = field(default_factory=_Paragraph)

    def read(self) -> None:
        """Walk through the tags."""
        at = 0
        while (tag := _TAG.search(self.text, at)) is not None:
            self._take_text(at, tag.start())
            self.outline.add_not_prose(tag.start(), tag.end(), "html")
            at = tag.end()
            name = (tag["name"] or "").lower()
            if not name:
                continue
            if name in _SKIPPED and not tag["close"]:
                self._end_paragraph()
                at = self._skip(name, at)
            elif name in _CODE and not tag["close"]:
                at = self._take_code(name, tag.start(), at)
            elif name in _IMAGE:
                self.outline.add_not_prose(tag.start(), at, "image")
            elif name not in _INLINE:
                self._take_block(name, closing=bool(tag["close"]))
        self._take_text(at, len(self.text))
        self._end_paragraph()

    def _closing(self, name: str, at: int) -> tuple[int, int]:
        """Where the element's closing tag stands; the end of the file where there is none."""
        found = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(self.text, at)
        return found.span() if found else (len(self.text), len(self.text))

    def _skip(self, name: str, at: int) -> int:
        end = self._closing(name, at)[1] if name in _RAW else self._end_of(name, at)
        kind = "code" if name in _VERBATIM else "table" if name == "table" else "skipped"
        self.outline.add_not_prose(at, end, kind)
        return end

    def _end_of(self, name: str, at: int) -> int:
        """Where an element ends that may hold others of its name; without enough closing tags, at the last one."""
        depth, last = 1, len(self.text)
        for tag in _TAG.finditer(self.text, at):
            if (tag["name"] or "").lower() != name or tag.group().endswith("/>"):
                continue
            depth += -1 if tag["close"] else 1
            last = tag.end() if tag["close"] else last
            if not depth:
                break
        return last

    def _take_code(self, name: str, start: int, at: int) -> int:
        end = self._closing(name, at)[1]
        self.outline.add_not_prose(start, end, "code")
        self._extend(start, end)
        return end

    def _take_text(self, start: int, end: int) -> None:
        if not self.text[start:end].strip():
            return
        for reference in _REFERENCE.finditer(self.text, start, end):
            self.outline.add_not_prose(*reference.span(), "html")
        stripped = self.text[start:end]
        self._extend(start + len(stripped) - len(stripped.lstrip()), start + len(stripped.rstrip()))

    def _extend(self, start: int, end: int) -> None:
        if self.current.start < 0:
            self.current.start = start
            self.current.step = self.items[-1] if self.items else None
        self.current.end = end

    def _end_paragraph(self) -> None:
        paragraph, self.current = self.current, _Paragraph()
        if paragraph.start < 0:
            return
        if paragraph.level:
            self.outline.add_heading(paragraph.start, paragraph.end, paragraph.level)
        else:
            self.outline.add_paragraph(paragraph.start, paragraph.end, paragraph.step)

    def _take_block(self, name: str, *, closing: bool) -> None:
        self._end_paragraph()
        if _HEADING.match(name) and not closing:
            self.current.level = int(name[1])
        elif name in _LISTS:
            self._take_list(name, closing=closing)
        elif name == "li":
            self._take_item(closing=closing)

    def _take_list(self, name: str, *, closing: bool) -> None:
        if len(self.lists) == _DEEPEST and (self.too_deep or not closing):
            self.too_deep += -1 if closing else 1
        elif closing:
            del self.lists[-1:]
        else:
            self.lists.append([int(_LISTS[name]), 1])

    def _take_item(self, *, closing: bool) -> None:
        if closing:
            if self.items:
                self.items.pop()
            return
        ordered, number = self.lists[-1] if self.lists else (0, 1)
        if self.lists:
            self.lists[-1][1] += 1
        self.items = self.items[: max(0, len(self.lists) - 1)]  # an item that was not closed ends here
        parent = self.items[-1] if self.items else None
        self.items.append(self.outline.add_step(number, ordered=bool(ordered), parent=parent))


def read(text: str) -> Document:
    """The file as a document whose text is the file's."""
    reader = _Reader(text)
    reader.read()
    return Document(text, layers=reader.outline.layers())
