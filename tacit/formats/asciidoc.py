"""AsciiDoc: the text as it stands in the file, with its titles, paragraphs and list items in layers.

Offsets are those of the file. Listings, literal blocks, tables, comments, attributes, macros and the marks of links and
emphasis are no prose; what stands in examples, sidebars, quotes and admonitions is. Nothing is included, and attributes
are not resolved. The title of a block counts as a heading below that of its section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tacit.documents import Document, Layer
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.layout import Lines, ListItem, Outline

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"([=\-~^+])\1{2,}[ \t]*$")
_UNDERLINES = "=-~^+"
_VERBATIM = {"-": "code", ".": "code", "+": "code", "/": "comment", "`": "code", "|": "table"}
_DELIMITER = re.compile(r"(?:(?P<block>([-.+/])\2{3,})|(?P<fence>```)\w*|(?P<table>[|,:!]={3,}))[ \t]*$")
_CONTAINER = re.compile(r"(?:={4,}|\*{4,}|_{4,}|--)[ \t]*$")
_COMMENT = re.compile(r"//(?!/)")
_DIRECTIVE = re.compile(r"(?:if(?:n?def|eval)|endif|include)::")
_MACRO = re.compile(r"[a-z]{2,20}::[^\s\[\]]*\[[^\[\]]*\][ \t]*$")
_ATTRIBUTE = re.compile(r":!?\w[\w-]*!?:(?:[ \t]|$)")
_STYLE = re.compile(r"\[(?P<name>[^\],]*)[^\]]*\]+[ \t]*$")
_VERBATIM_STYLES = frozenset({"source", "listing", "literal", "stem", "latexmath", "asciimath", "verse", "pass"})
_BREAK = re.compile(r"(?:'{3,}|<{3,}|-{3}|\*{3})[ \t]*$")
_BLOCK_TITLE = re.compile(r"\.(?=[^\s.])")
_ITEM = re.compile(
    r"[ \t]*+(?P<marker>\*{1,6}|-|•|\.{1,6}|(?P<number>\d{1,3})\.|[a-zA-Z]\.|<(?:\d{1,3}|\.)>)[ \t]++(?=\S)"
    r"(?P<box>\[[ xX*]\][ \t]+)?"
)
_BULLETS = ("*", "-", "•")
_TERM = re.compile(r"[ \t]*+(?P<term>\S.*?)(?P<sign>:{2,4}|;;)(?=[ \t]|$)[ \t]*")
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_DEEPEST = 20
"""Most lists inside each other that are told apart."""
_INLINE = re.compile(
    r"""
    (?P<mark>   "`|`"|'`|`'(?!\w)                                     # typographic quotation marks
              | \[\[[^\[\]\n]{1,200}\]\] | \[[#.%][^\[\]\n]{0,200}\](?=[*_`#])
              | (?<![\w*])\*{1,2}(?=\S) | (?<=\S)\*{1,2}(?![\w*])
              | (?<![\w_])_{1,2}(?=\S) | (?<=\S)_{1,2}(?![\w_])
              | (?<=[ \t])\+(?=[ \t]*$) )
  | (?P<code>   (?<!`)`++[^`]+`+ | \+{2,3}[^+]+\+{2,3} | (?<![\w+])\+[^\s+][^+]*\+(?![\w+])
              | \{[\w-]{1,80}\}
              | (?<![\w:])(?:kbd|btn|menu|stem|latexmath|asciimath|pass|icon):[^\[\]\n]{0,200}\[[^\[\]]{0,300}\] )
  | (?P<image>  (?<![\w:])image:[^\s\[\]]{1,1000}\[[^\[\]]{0,300}\] )
  | (?P<note>   (?<![\w:])(?:footnote|footnoteref|indexterm2?|anchor):[^\s\[\]]{0,200}\[[^\[\]]{0,1000}\]
              | \({3}[^()]{1,300}\){3} )
  | (?P<target> (?<![\w:/])(?:link:|xref:|mailto:|(?:https?|ftp)://)[^\s\[\]<>]{1,1000}+(?=\[)
              | <<[^<>,\n]{1,300}(?=,) )
    (?P<opens> \[|, ) (?P<words> [^\]<>]{0,500}? ) (?P<closes> \^?\] | >> )
  | (?P<url>    <<[^<>,\n]{1,300}>> | \b(?:https?|ftp)://[^\s<>\[\]]*[^\s<>\[\].,;:!?'")] )
    """,
    re.VERBOSE | re.MULTILINE,
)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The file as one document."""
    text = source.whole_text()
    yield Document(text, id=source.stem, layers=layout_of(text))


def layout_of(text: str) -> list[Layer]:
    """The layers that say how an AsciiDoc text is laid out."""
    reader = _Reader(text)
    reader.read()
    return reader.outline.layers()


@dataclass
class _Reader:
    """An AsciiDoc file on its way to an outline, line by line."""

    text: str
    outline: Outline = field(default_factory=lambda: Outline("asciidoc"))
    items: list[tuple[str, ListItem]] = field(default_factory=list)
    section: int = 0
    style: str = ""
    attached: bool = False
    """Does what comes next belong to the list item before it?"""
    may_indent: bool = False
    """Is an indented line text, as below a term, and not literal?"""

    def read(self) -> None:
        """Take block after block."""
        self.lines = [line.rstrip("\r\n") for _, line in Lines(self.text)]
        self.starts = Lines(self.text).starts
        number = 0
        while number < len(self.lines):
            number += self._take(number) if self.lines[number].strip() else self._blank()

    def _blank(self) -> int:
        self.style = ""
        return 1

    def _take(self, number: int) -> int:
        """Handle what starts on a line; how many lines it took."""
        line = self.lines[number]
        if line.strip() == "+" and self.items:
            self.attached = True
            return self._pass_over(number, 1, "mark")
        if taken := self._take_verbatim(number) or self._take_title(number) or self._take_mark(number):
            return taken
        if item := _ITEM.match(line):
            return self._take_item(number, item)
        if term := _TERM.match(line):
            return self._take_term(number, term)
        if line[0] in " \t" and not self.may_indent:
            return self._pass_over(number, self._reach(number, in_list=False), "code")
        if self.style in _VERBATIM_STYLES:
            self.style = ""
            return self._pass_over(number, self._reach(number, in_list=False), "code")
        return self._take_paragraph(number)

    def _pass_over(self, first: int, count: int, kind: str) -> int:
        last = first + count - 1
        self.outline.add_not_prose(self.starts[first], self.starts[last] + len(self.lines[last]), kind)
        return count

    def _take_verbatim(self, number: int) -> int:
        """A block whose content is no prose, up to the line that closes it; one that is not closed takes the rest."""
        line = self.lines[number].rstrip()
        delimiter = _DELIMITER.match(line)
        opens = line == "--" and self.style in _VERBATIM_STYLES
        if delimiter is None and not opens:
            return 0
        kind = _VERBATIM[line[0] if line[0] in _VERBATIM else "|"]
        closing = "```" if delimiter and delimiter["fence"] else line
        end = number + 1
        while end < len(self.lines) and self.lines[end].rstrip() != closing:
            end += 1
        self.style = ""
        return self._pass_over(number, min(end + 1, len(self.lines)) - number, kind)

    def _take_title(self, number: int) -> int:
        line = self.lines[number]
        if title := _TITLE.match(line):
            level, start, taken = len(title[1]), title.end(), 1
            closing = f" {title[1]}"
            end = len(line.rstrip().removesuffix(closing).rstrip())
            self.outline.add_not_prose(self.starts[number], self.starts[number] + start, "mark")
            self.outline.add_not_prose(self.starts[number] + end, self.starts[number] + len(line), "mark")
        elif level := self._underlined(number):
            start, end, taken = 0, len(line.rstrip()), 2
            self._pass_over(number + 1, 1, "mark")
        else:
            return 0
        first = not self.section
        self._add_heading(number, start, end, level)
        self.section, self.items = level, []
        return taken + (self._take_header(number + taken) if first and level == 1 else 0)

    def _add_heading(self, number: int, start: int, end: int, level: int) -> None:
        at = self.starts[number]
        self.outline.add_heading(at + start, at + max(start, end), level)
        self._take_inline(at + start, at + max(start, end))

    def _underlined(self, number: int) -> int:
        """The level of a title with a line of signs below it, which is as long but for one sign."""
        line = self.lines[number].rstrip()
        below = self.lines[number + 1].rstrip() if number + 1 < len(self.lines) else ""
        if not line[:1].isalnum() or not _UNDERLINE.match(below) or abs(len(line) - len(below)) > 1:
            return 0
        return 1 + _UNDERLINES.index(below[0])

    def _take_header(self, number: int) -> int:
        """Author, revision and attributes right below the title of the document."""
        count = 0
        while number + count < len(self.lines) and self.lines[number + count].strip():
            count += 1
        return self._pass_over(number, count, "front_matter") if count else 0

    def _take_mark(self, number: int) -> int:
        """A line that only says something about others, or is not shown."""
        line = self.lines[number]
        if _BLOCK_TITLE.match(line):
            self.outline.add_not_prose(self.starts[number], self.starts[number] + 1, "mark")
            self._add_heading(number, 1, len(line.rstrip()), min(6, self.section + 1))
            return 1
        if style := _STYLE.match(line):
            self.style = style["name"].partition("%")[0].strip().lower()
            return self._pass_over(number, 1, "mark")
        if _COMMENT.match(line):
            return self._pass_over(number, 1, "comment")
        if _CONTAINER.match(line) or _BREAK.match(line):
            return self._pass_over(number, 1, "mark")
        if _ATTRIBUTE.match(line):
            return self._pass_over(number, self._continued(number), "front_matter")
        if _DIRECTIVE.match(line) or _MACRO.match(line):
            return self._pass_over(number, 1, "macro")
        return 0

    def _continued(self, number: int) -> int:
        count = 1
        while number + count < len(self.lines) and self.lines[number + count - 1].endswith("\\"):
            count += 1
        return count

    def _take_item(self, number: int, item: re.Match[str]) -> int:
        if item["box"]:
            at = self.starts[number]
            self.outline.add_not_prose(at + item.start("box"), at + item.end("box"), "mark")
        self.attached = self.may_indent = False
        step = self._new_step(item["marker"], item["number"])
        return self._add_paragraph(number, item.end(), self._reach(number, in_list=True), step)

    def _new_step(self, marker: str, number: str | None) -> ListItem:
        """An item of the innermost list with the same marker, or the first of a list in the item before it."""
        key = "1." if number else "a." if marker[0].isalpha() else "<1>" if marker[0] == "<" else marker
        depth = next((depth for depth, (known, _) in enumerate(self.items) if known == key), None)
        before = self.items[depth][1].number if depth is not None else 0
        del self.items[depth if depth is not None else _DEEPEST :]
        parent = self.items[-1][1] if self.items else None
        count = int(number) if number else before + 1
        step = self.outline.add_step(count, ordered=marker[0] not in _BULLETS, parent=parent)
        self.items.append((key, step))
        return step

    def _take_term(self, number: int, term: re.Match[str]) -> int:
        """A term and, on the same line, perhaps what is said about it."""
        at = self.starts[number]
        self.outline.add_paragraph(at + term.start("term"), at + term.end("term"))
        self._take_inline(at + term.start("term"), at + term.end("term"))
        self.outline.add_not_prose(at + term.start("sign"), at + term.end("sign"), "mark")
        self.may_indent = True
        if not self.lines[number][term.end() :].strip():
            return 1
        return self._add_paragraph(number, term.end(), self._reach(number, in_list=True), None)

    def _take_paragraph(self, number: int) -> int:
        if not self.attached:
            self.items = []
        step = self.items[-1][1] if self.items else None
        self.attached = self.may_indent = False
        line = self.lines[number]
        start = len(line) - len(line.lstrip())
        if label := _ADMONITION.match(line):
            self.outline.add_not_prose(self.starts[number], self.starts[number] + label.end(), "mark")
            start = label.end()
        return self._add_paragraph(number, start, self._reach(number, in_list=step is not None), step)

    def _reach(self, number: int, *, in_list: bool) -> int:
        """How many lines belong together: up to an empty one, a block, or in a list the next item."""
        count = 1
        while number + count < len(self.lines) and self._continues(self.lines[number + count], in_list=in_list):
            count += 1
        return count

    def _continues(self, line: str, *, in_list: bool) -> bool:
        ends = not line.strip() or _DELIMITER.match(line) or _CONTAINER.match(line) or _STYLE.match(line)
        if ends or (in_list and line.strip() == "+"):
            return False
        return not (in_list and (_ITEM.match(line) or _TERM.match(line)))

    def _add_paragraph(self, number: int, start: int, count: int, step: ListItem | None) -> int:
        last = number + count - 1
        begin, end = self.starts[number] + start, self.starts[last] + len(self.lines[last].rstrip())
        if begin < end:
            self.outline.add_paragraph(begin, end, step)
        for each in range(number + 1, number + count):
            if _COMMENT.match(self.lines[each]) or _DIRECTIVE.match(self.lines[each]):
                self._pass_over(each, 1, "comment")
        self._take_inline(begin, end)
        return count

    def _take_inline(self, start: int, end: int) -> None:
        for found in _INLINE.finditer(self.text, start, end):
            if found["target"] is None:
                self.outline.add_not_prose(*found.span(), found.lastgroup or "mark")
            elif not found["words"].strip():
                self.outline.add_not_prose(*found.span(), "url")
            else:
                self.outline.add_not_prose(*found.span("target"), "target")
                self.outline.add_not_prose(*found.span("opens"), "mark")
                self.outline.add_not_prose(*found.span("closes"), "link")
