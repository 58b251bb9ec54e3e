"""reStructuredText: the text as it stands in the file, with its titles, paragraphs and list items in layers.

Offsets are those of the file. What stands in directives is no prose unless it is an admonition; nothing is included or
run. Code, tables, comments and the marks of roles and links are no prose, either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tacit.documents import Document, Layer
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.layout import ListItem, Outline

_ADORNMENT = re.compile(r"([=\-`:'\"~^_*+#<>.!$%&(),/;?@\[\\\]{|}])\1{2,}\s*$")
_ITEM = re.compile(r"\s*(?:(?P<bracket>\()?(?P<number>\d{1,3}|#)(?(bracket)\)|[.)])|[-*+•])\s+(?=\S)")
_DIRECTIVE = re.compile(r"\s*\.\.\s+([\w:-]+)::")
_EXPLICIT = re.compile(r"\s*\.\.(?:\s|$)")
_ADMONITIONS = frozenset(
    ["note", "tip", "hint", "warning", "caution", "important", "attention", "danger", "error", "admonition", "seealso"]
)
_DEEPEST = 100
"""Most lists inside each other that are told apart."""
_BORDER = re.compile(r"\s*=+(?:\s+=+)+\s*$")
_NO_PROSE = re.compile(r"\s*(?:[+|][-=+|\s]|=+(?:\s+=+)+\s*$|>>> |:[\w -]+:(?:\s|$)|__\s)")
_INLINE = re.compile(
    r"(?P<code>``.+?``|:[\w:-]{1,80}:`[^`]+`|\|[^|\s][^|]*\|_?)"
    r"|(?P<link>(?<!\s)\s*+<[^<>`]*+>`__?|`__?(?!\w))"
    r"|(?P<url>\bhttps?://[^\s<>]+)"
    r"|(?P<note>\[[#\w*]+\]_)"
    r"|(?P<mark>`|(?<![\w*])\*{1,2}(?=\S)|(?<=\S)\*{1,2}(?![\w*]))",
    re.DOTALL,
)


@dataclass
class _Reader:
    """A reStructuredText file on its way to an outline, line by line."""

    text: str
    outline: Outline = field(default_factory=lambda: Outline("restructured"))
    adornments: list[str] = field(default_factory=list)
    numbered: int = 0
    skip_deeper_than: int = -1
    items: list[tuple[int, ListItem]] = field(default_factory=list)

    def read(self) -> None:
        """Group lines into paragraphs; what is indented below code or a directive is passed over."""
        lines = self.text.splitlines(keepends=True)
        at, number = 0, 0
        while number < len(lines):
            taken = self._take(lines, number, at)
            at += sum(len(line) for line in lines[number : number + taken])
            number += taken

    def _take(self, lines: list[str], number: int, at: int) -> int:
        """Handle what starts on a line; how many lines it took."""
        line = lines[number]
        if not line.strip():
            return 1
        indent = _indent(line)
        if self.skip_deeper_than >= 0:
            if indent > self.skip_deeper_than:
                return self._pass_over(lines, number, at, 1)
            self.skip_deeper_than = -1
        if _EXPLICIT.match(line):
            return self._take_explicit(lines, number, at)
        if taken := self._take_table(lines, number, at):
            return taken
        if (taken := self._take_title(lines, number, at)) or _NO_PROSE.match(line):
            return taken or self._pass_over(lines, number, at, 1)
        if _ADORNMENT.match(line):
            return self._pass_over(lines, number, at, 1)
        return self._take_paragraph(lines, number, at)

    def _pass_over(self, lines: list[str], number: int, at: int, count: int, kind: str = "code") -> int:
        self.outline.add_not_prose(at, at + sum(len(line) for line in lines[number : number + count]), kind)
        return count

    def _take_table(self, lines: list[str], number: int, at: int) -> int:
        """A simple table, from its first border to its last: the third, or one with an empty line after it."""
        if not _BORDER.match(lines[number]):
            return 0
        borders = (place for place in range(number + 1, len(lines)) if _BORDER.match(lines[place]))
        for count, place in enumerate(borders, 2):
            if count == 3 or not "".join(lines[place + 1 : place + 2]).strip():
                return self._pass_over(lines, number, at, place + 1 - number, "table")
        return 0

    def _take_explicit(self, lines: list[str], number: int, at: int) -> int:
        """A comment, a target or a directive; the content of an admonition is prose."""
        directive = _DIRECTIVE.match(lines[number])
        if directive is None or directive[1].lower() not in _ADMONITIONS:
            self.skip_deeper_than = _indent(lines[number])
        return self._pass_over(lines, number, at, 1, "comment")

    def _take_title(self, lines: list[str], number: int, at: int) -> int:
        """A line with a line of signs below it, and perhaps one above."""
        above = bool(_ADORNMENT.match(lines[number])) and number + 2 < len(lines)
        words = number + above
        below = words + 1
        if below >= len(lines) or not lines[words].strip() or not _ADORNMENT.match(lines[below]):
            return 0
        if _ADORNMENT.match(lines[words]) or len(lines[below].rstrip()) < len(lines[words].rstrip()):
            return 0
        style = lines[below][0] + ("^" if above else "")
        if style not in self.adornments:
            self.adornments.append(style)
        start = at + (len(lines[number]) if above else 0)
        begin = start + _indent(lines[words])
        self.outline.add_heading(begin, start + len(lines[words].rstrip()), min(6, 1 + self.adornments.index(style)))
        if above:
            self.outline.add_not_prose(at, start, "mark")
        self.outline.add_not_prose(start + len(lines[words]), start + len(lines[words]) + len(lines[below]), "mark")
        return 2 + above

    def _take_paragraph(self, lines: list[str], number: int, at: int) -> int:
        """Lines up to an empty one, the next item or a change to no prose."""
        item = _ITEM.match(lines[number])
        start = at + (item.end() if item else _indent(lines[number]))
        count, end = 1, at + len(lines[number].rstrip("\r\n"))
        while number + count < len(lines) and _continues(lines[number + count]):
            end += len(lines[number + count - 1]) - len(lines[number + count - 1].rstrip("\r\n"))
            end += len(lines[number + count].rstrip("\r\n"))
            count += 1
        content = self.text[start:end]
        step = None
        if item:
            ordered = bool(item["number"])
            self.numbered = int(item["number"]) if ordered and item["number"] != "#" else self.numbered + 1
            step = self._new_step(_indent(lines[number]), ordered=ordered)
        self.outline.add_paragraph(start, start + len(content.rstrip()), step)
        self._take_inline(start, content)
        if content.rstrip().endswith("::"):
            self.skip_deeper_than = _indent(lines[number])
            self.outline.add_not_prose(start + len(content.rstrip()) - 1, start + len(content.rstrip()), "mark")
        return count

    def _new_step(self, indent: int, *, ordered: bool) -> ListItem:
        """An item, of the one that stands less deep before it."""
        while self.items and self.items[-1][0] >= indent:
            self.items.pop()
        parent = self.items[-1][1] if self.items else None
        step = self.outline.add_step(self.numbered, ordered=ordered, parent=parent)
        if len(self.items) < _DEEPEST:
            self.items.append((indent, step))
        return step

    def _take_inline(self, start: int, content: str) -> None:
        for found in _INLINE.finditer(content):
            self.outline.add_not_prose(start + found.start(), start + found.end(), found.lastgroup or "mark")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _continues(line: str) -> bool:
    return bool(line.strip()) and not (_ITEM.match(line) or _EXPLICIT.match(line) or _NO_PROSE.match(line))


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The file as one document."""
    text = source.whole_text()
    yield Document(text, id=source.stem, layers=layout_of(text))


def layout_of(text: str) -> list[Layer]:
    """The layers that say how a reStructuredText is laid out."""
    reader = _Reader(text)
    reader.read()
    return reader.outline.layers()
