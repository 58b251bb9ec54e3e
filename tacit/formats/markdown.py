"""Markdown: the text as it stands in the file, with its layout in layers.

Offsets are those of the file, so that a finding can be shown, and mended, in its place. Which lines are what is
found by markdown-it, a CommonMark parser; where exactly in its lines a text stands, and which signs in it are no
prose, is found here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tacit.documents import Document, Layer, Span
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.layout import ListItem, Outline

if TYPE_CHECKING:
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n?|\n")  # as CommonMark has it
_FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}
_FRONT_MATTER_FIELD = re.compile(r"[\w\"'-]+\s*[:=]")
_BLOCKS = {"fence": "code", "code_block": "code", "html_block": "html", "table_open": "table", "hr": "mark"}
_DEEPEST = 60
"""Most lists and quotes inside each other that are told apart; markdown-it recurses once for each."""

_INLINE = re.compile(
    r"""
    (?P<escape> \\(?=[!-/:-@\[-`{-~]) [!-/:-@\[-`{-~] )
  | (?P<html>   <!--(?:(?!<!--|-->).)*--> | <[/!?a-zA-Z][^<>]*> )
  | (?P<image>  !\[[^\[\]]*\] (?: \([^()]*\) | \[[^\[\]]*\] )? )
  | (?P<mark>   \A\[[ xX]\](?=\s)                                   # a box to tick
              | \[(?=[^\[\]]*\][(\[])                               # the bracket before a link's text
              | (?<![\w*_])[*_]{1,3}(?=[^\s*_]) | (?<=[^\s*_])[*_]{1,3}(?![\w*_]) | \*\*+ | ~~ )
  | (?P<note>   \[\^[^\[\]\s]+\] )
  | (?P<link>   \](?: \([^()]*(?:\([^()]*\)[^()]*)*\) | \[[^\[\]]*\] ) )
  | (?P<url>    \b(?:(?:https?|ftp)://|www\.)[^\s<>()]*[^\s<>().,;:!?'"*_] )
    """,
    re.VERBOSE | re.DOTALL,
)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The file as one document."""
    text = source.whole_text()
    yield Document(text, id=source.stem, layers=layout_of(text))


def layout_of(text: str) -> list[Layer]:
    """The layers that say how a Markdown text is laid out."""
    return _Page(text).outline.layers()


class _Page:
    """One Markdown text on its way to an outline."""

    def __init__(self, text: str) -> None:
        self.outline = Outline("markdown")
        self._text = text
        ends = list(_LINE_END.finditer(text))
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]
        self._lists: list[tuple[bool, int]] = []  # ordered or not, and the number of the next item
        self._items: list[ListItem] = []
        self._heading: Token | None = None
        self._in_table = False
        skipped = self._front_matter()
        if skipped:
            self.outline.add_not_prose(0, self._ends[skipped - 1], "front_matter")
        tokens, references = _blocks("\n" * skipped + text[self._starts[skipped] :])
        for token in tokens:
            self._take(token)
        for reference in references:
            self._add_block(reference["map"], "link")

    def _line(self, number: int) -> str:
        return self._text[self._starts[number] : self._ends[number]]

    def _front_matter(self) -> int:
        """How many lines of settings the file starts with."""
        closing = _FRONT_MATTER.get(self._line(0).rstrip())
        if closing is None or len(self._starts) < 3 or not _FRONT_MATTER_FIELD.match(self._line(1)):
            return 0
        for number in range(2, len(self._starts)):
            if self._line(number).rstrip() in closing:
                return min(number + 1, len(self._starts) - 1)
        return 0

    def _take(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append((token.type == "ordered_list_open", int(token.attrs.get("start", 1))))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                ordered, number = self._lists[-1]
                self._lists[-1] = (ordered, number + 1)
                parent = self._items[-1] if self._items else None
                self._items.append(self.outline.add_step(number, ordered=ordered, parent=parent))
            case "list_item_close":
                self._items.pop()
            case "heading_open" | "heading_close":
                self._heading = token if token.type == "heading_open" else None
            case "inline":
                self._add_inline(token)
            case "table_close":
                self._in_table = False
        if token.type in _BLOCKS and token.map:
            self._in_table = token.type == "table_open"
            self._add_block(token.map, _BLOCKS[token.type])

    def _add_block(self, lines: list[int], kind: str) -> None:
        first, last = lines
        while last > first + 1 and not self._line(last - 1).strip():
            last -= 1
        self.outline.add_not_prose(self._starts[first], self._ends[last - 1], kind)

    def _add_inline(self, token: Token) -> None:
        places = [] if self._in_table else list(self._places(token))
        if not places:
            return
        start, end = places[0].start, places[-1].end
        if self._heading is not None:
            self.outline.add_heading(start, end, int(self._heading.tag[1]))
        else:
            self.outline.add_paragraph(start, end, self._items[-1] if self._items else None)
        for before, after in pairwise(places):
            if self._text[before.end : after.start].strip():  # the marks of a quote
                self.outline.add_not_prose(before.end, after.start, "mark")
        self._add_inline_marks(start, end)

    def _places(self, token: Token) -> Iterator[Span]:
        """Where each line of a heading or paragraph stands, without indentation, list and quote marks."""
        for number, content in zip(range(*(token.map or ())), token.content.split("\n"), strict=False):
            content = content.strip()
            line = self._line(number)
            if self._heading is not None and self._heading.markup.startswith("#"):
                marks = self._heading.markup
                at = line.find(content, line.find(marks) + len(marks))
            else:
                at = line.rfind(content)
            if content and at >= 0:
                start = self._starts[number] + at
                yield Span(start, start + len(content))

    def _add_inline_marks(self, start: int, end: int) -> None:
        text = self._text[start:end]
        without_code: list[str] = []
        done = 0
        for code_start, code_end in _code_spans(text):
            self.outline.add_not_prose(start + code_start, start + code_end, "code")
            without_code += [text[done:code_start], "\0" * (code_end - code_start)]
            done = code_end
        for match in _INLINE.finditer("".join([*without_code, text[done:]])):
            kind = match.lastgroup or "mark"
            if kind == "escape":  # the sign after the backslash is meant
                self.outline.add_not_prose(start + match.start(), start + match.start() + 1, "mark")
            else:
                self.outline.add_not_prose(start + match.start(), start + match.end(), kind)


def _blocks(text: str) -> tuple[list[Token], list[dict[str, Any]]]:
    """What stands on which lines, and the definitions of link targets."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    found: dict[str, Any] = {}
    tokens = parser.parse(text, found)
    return tokens, [*found.get("references", {}).values(), *found.get("duplicate_refs", [])]


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Stretches between two runs of equally many backticks; linear in the text, whatever its backticks."""
    runs = list(re.finditer("`+", text))
    following: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        following.setdefault(len(runs[index].group()), []).append(index)
    index = 0
    while index < len(runs):
        run = runs[index]
        same = following[len(run.group())]
        while same and same[-1] <= index:
            same.pop()
        if same and text[run.start() - 1 : run.start()] != "\\":
            index = same[-1]
            yield run.start(), runs[index].end()
        index += 1
