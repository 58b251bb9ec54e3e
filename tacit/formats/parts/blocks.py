"""The text of a page of HTML or XML as blocks: paragraphs, headings, list items, rows, preformatted text.

Each format says which elements are what (`ElementNames`) and what their attributes mean (`Blocks.inside`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from tacit.documents import Span
from tacit.formats.parts.markup import SPACES, Token, pieces, tokens
from tacit.layout import ListItem, Outline, Piece

_DEEPEST = 100
"""Most elements inside each other; deeper ones count as part of their parent."""
_EMPTY_LINES = re.compile(r"\A\s*\n")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def names(listed: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(listed.split())


_AROUND_PARAGRAPHS = names("table div li td")


@dataclass(frozen=True)
class ElementNames:
    """Which elements of a format are what; those that are not inline end the paragraph before them."""

    inline: frozenset[str]
    skipped: frozenset[str]
    """No text of the page."""
    cells: frozenset[str]
    tables: frozenset[str]
    code: frozenset[str]
    preformatted: frozenset[str]
    images: frozenset[str]
    void: frozenset[str] = frozenset()
    """Elements that have no content, nor a closing tag."""
    ended_by: Mapping[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    """Elements that a tag ends although they were not closed, and the parents beyond which it does not look."""
    xml: bool = False


@dataclass(slots=True)
class List:
    """A list while its items are read."""

    ordered: bool
    next_number: int = 1


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """Where in the page a text stands: what its element inherits from those around it.

    `skipped` is no text of the page, `hidden` text that is not shown, or stands around the page's own.
    """

    skipped: bool = False
    hidden: bool = False
    main: bool = False
    article: bool = False
    form: bool = False
    table: bool = False
    link: bool = False
    code: bool = False
    preformatted: bool = False
    heading: int = 0
    depth: int = 0
    step: ListItem | None = None
    list: List | None = None


@dataclass(slots=True)
class TextBlock:
    """One paragraph: its text, with spaces as a browser shows them, and how much of it is links and code.

    `chunks` are the texts it was made of, each with its offset here; `code_in_file` are elements with code.
    """

    place: BlockPlace
    text: str = ""
    linked: int = 0
    code: list[tuple[int, int]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    chunks: list[tuple[int, int, Token]] = field(default_factory=list)
    code_in_file: list[tuple[Span, Span]] = field(default_factory=list)

    def pieces(self, page: str, at: int = 0) -> Iterator[Piece]:
        """Where in the page its text stands, if it starts at an offset of a larger one."""
        for start, length, token in self.chunks:
            found = list(pieces(page, token, collapsed=not self.place.preformatted))
            dropped = sum(piece.length for piece in found) - length  # white space at the start
            for piece in found:
                if piece.start < dropped <= piece.start + piece.length - 1 and piece.length == piece.file_length:
                    cut = dropped - piece.start
                    piece = Piece(dropped, piece.length - cut, piece.file_start + cut, piece.file_length - cut)
                if piece.start >= dropped:
                    yield replace(piece, start=at + start + piece.start - dropped)

    def lines(self) -> Iterator[Span]:
        """Its text between line breaks, without blanks around it."""
        starts = [0, *(place + 1 for place in self.breaks)]
        for start, end in zip(starts, [*self.breaks, len(self.text)], strict=True):
            line = self.text[start:end]
            if line.strip():
                yield Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


@dataclass(frozen=True, slots=True)
class _Element:
    name: str
    place: BlockPlace
    start: int
    end: int


class Blocks:
    """Reads a page into `blocks`; `title` is what its head says, list items are added to the outline.

    `leaves_out` says of which places the text is not wanted. `marks` are tags and what else in the file is no prose.
    """

    vocabulary: ElementNames

    def __init__(self, page: str, outline: Outline, leaves_out: Callable[[BlockPlace], bool]) -> None:
        self.page = page
        self.title = ""
        self.blocks: list[TextBlock] = []
        self.marks: list[tuple[int, int, str]] = []
        self._leaves_out = leaves_out
        self._outline = outline
        self._open: list[_Element] = []
        self._parts: list[str] = []
        self._length = 0
        self._at_space = True
        self._block: TextBlock | None = None
        for token in tokens(page, xml=self.vocabulary.xml):
            self._take(token)
        self._end_block()
        self._pop(0, len(page))

    def inside(self, token: Token, place: BlockPlace) -> BlockPlace:
        """The place of what stands in an element, given that of the element."""
        raise NotImplementedError

    def is_title(self) -> bool:
        """Is the text that comes now the title of the page?"""
        return False

    @property
    def _place(self) -> BlockPlace:
        return self._open[-1].place if self._open else BlockPlace()

    @property
    def parents(self) -> Iterable[str]:
        """The names of the elements that are open, the innermost first."""
        return (element.name for element in reversed(self._open))

    def _take(self, token: Token) -> None:
        if token.kind != "text":
            self._mark_tag(token)
        if token.kind == "open":
            self._open_element(token)
        elif token.kind == "close":
            self._close_element(token)
        elif token.kind == "text" and self.is_title():
            self.title = self.title or SPACES.sub(" ", token.text).strip()
        if token.kind == "text" and not self._leaves_out(self._place):
            self._add_text(token)

    def _mark_tag(self, token: Token) -> None:
        place = self._place
        if token.start < token.end and not place.code and not self._leaves_out(place):
            image = token.kind == "open" and token.name in self.vocabulary.images
            self.marks.append((token.start, token.end, "image" if image else "html"))

    def _open_element(self, token: Token) -> None:
        name, vocabulary = token.name, self.vocabulary
        if name == "br":
            self._add_line_break()
        if name not in vocabulary.inline:
            self._end_block()
            if not vocabulary.xml:
                self._end_unclosed("p", _AROUND_PARAGRAPHS if name != "p" else frozenset(), token.start)
        targets, barriers = vocabulary.ended_by.get(name, (frozenset(), frozenset()))
        for target in targets:
            self._end_unclosed(target, barriers, token.start)
        if name in vocabulary.cells and not self._at_space:
            self._add_blank()
        if name not in vocabulary.void and len(self._open) < _DEEPEST:
            self._open.append(_Element(name, self._inside(token), token.start, token.end))

    def _inside(self, token: Token) -> BlockPlace:
        place, vocabulary, name = self._place, self.vocabulary, token.name
        if place.skipped or name in vocabulary.skipped:
            return replace(place, skipped=True)
        place = self.inside(token, place)
        if name in vocabulary.code or name in vocabulary.preformatted:
            place = replace(place, code=True, preformatted=place.preformatted or name in vocabulary.preformatted)
        return replace(place, table=True) if name in vocabulary.tables else place

    def new_step(self, place: BlockPlace, value: str = "") -> ListItem:
        """A list item, numbered by its attribute or by the items before it."""
        around = place.list or List(ordered=False)
        number = int(value) if is_number(value) else around.next_number
        around.next_number = number + 1
        return self._outline.add_step(number, ordered=around.ordered, parent=place.step)

    def _close_element(self, token: Token) -> None:
        inline = self.vocabulary.inline
        if token.name not in inline:
            self._end_block()
        for depth in range(len(self._open) - 1, -1, -1):
            open_name = self._open[depth].name
            if open_name == token.name:
                self._pop(depth, token.end)
                return
            if token.name in inline and open_name not in inline:
                return  # a stray end tag of a phrase does not end the paragraph around it

    def _end_unclosed(self, name: str, barriers: frozenset[str], at: int) -> None:
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth].name == name:
                self._pop(depth, at)
                return
            if self._open[depth].name in barriers:
                return

    def _pop(self, depth: int, end: int) -> None:
        """Forget the elements from a depth on, and note those that are no prose as a whole."""
        around = self._open[depth - 1].place if depth else BlockPlace()
        out = self._leaves_out(around)
        for element in self._open[depth:]:
            if not out and (out := self._leaves_out(element.place)):
                self.marks.append((element.end, end, self._kind(element)))
            elif not out and element.place.code and not around.code:
                self.marks.append((element.start, end, "code"))
                if self._block is not None:
                    self._note_code(self._block, Span(element.start, max(element.start, end)))
                around = element.place
        del self._open[depth:]

    def _kind(self, element: _Element) -> str:
        if element.place.preformatted or element.name in ("script", "style", "textarea"):
            return "code"
        return "table" if element.place.table else "skipped"

    def _note_code(self, block: TextBlock, place: Span) -> None:
        first = self._length
        for start, _, token in reversed(block.chunks):
            if token.start < place.start:
                break
            first = start
        if first < self._length:
            block.code_in_file.append((Span(first, self._length), place))

    def _add_text(self, token: Token) -> None:
        place, text = self._place, token.text
        if not place.preformatted:
            text = SPACES.sub(" ", text)
            text = text.removeprefix(" ") if self._at_space else text
        elif self._block is None:
            text = _EMPTY_LINES.sub("", text)
        if not text:
            return
        if self._block is None:
            self._block = TextBlock(place)
        if place.link:
            self._block.linked += len(text.strip())
        if place.code:
            self._block.code.append((self._length, self._length + len(text)))
        self._block.chunks.append((self._length, len(text), token))
        self._say(text)

    def _say(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
        self._at_space = text.endswith((" ", "\n"))

    def _add_blank(self) -> None:
        """Between two cells."""
        if self._block is not None and not self._leaves_out(self._place):
            self._say(" ")

    def _add_line_break(self) -> None:
        if self._block is not None:
            self._block.breaks.append(self._length)
            self._say("\n")

    def _end_block(self) -> None:
        if self._block is not None:
            self._block.text = "".join(self._parts).rstrip()
            self._block.breaks = [place for place in self._block.breaks if place < len(self._block.text)]
            if self._block.text:
                self.blocks.append(self._block)
        self._block, self._parts, self._length, self._at_space = None, [], 0, True


def is_number(value: str) -> bool:
    """Is it a whole number of a size that a list may have?"""
    return _NUMBER.fullmatch(value.strip()) is not None
