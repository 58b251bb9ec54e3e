"""The visible text of a page as blocks: paragraphs, headings, list items, rows, preformatted text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from tacit.formats.html.tokens import Token, tokens
from tacit.layout import Outline, Step


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_DEEPEST = 100
"""Most elements inside each other; deeper ones count as part of their parent."""
_VOID = _names("area base br col embed hr img input link meta param source track wbr")
_INLINE = _names(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span "
    "strike strong sub sup time tt u var wbr img input br td th"
)
_HIDDEN = _names(
    "script style noscript template nav footer aside button select textarea svg math iframe object canvas dialog "
    "head datalist audio video noembed noframes map"
)
_HIDDEN_ROLES = _names("navigation banner contentinfo complementary search menu menubar dialog")
_NOT_DISPLAYED = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)")
_LISTS = frozenset({"ol", "ul", "menu", "dir"})
_CELLS = frozenset({"td", "th"})
_ENDED_BY = {
    "li": (frozenset({"li"}), _LISTS),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    "td": (_CELLS, frozenset({"tr", "table"})),
    "th": (_CELLS, frozenset({"tr", "table"})),
}
"""Elements that a tag ends although they were not closed, and the parents beyond which it does not look."""
_SPACES = re.compile(r"[ \t\r\n\f]+")
_EMPTY_LINES = re.compile(r"\A\s*\n")


@dataclass(slots=True)
class _List:
    ordered: bool
    next_number: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the page a text stands: what its element inherits from those around it."""

    hidden: bool = False
    main: bool = False
    article: bool = False
    form: bool = False
    link: bool = False
    code: bool = False
    preformatted: bool = False
    heading: int = 0
    step: Step | None = None
    list: _List | None = None


@dataclass(slots=True)
class Block:
    """One paragraph: its text, with spaces as a browser shows them, and how much of it is links and code."""

    place: Place
    text: str = ""
    linked: int = 0
    code: list[tuple[int, int]] = field(default_factory=list)


class Blocks:
    """Reads a page into `blocks`; `title` is what its head says, list items are added to the outline."""

    def __init__(self, page: str, outline: Outline) -> None:
        self.title = ""
        self.blocks: list[Block] = []
        self._outline = outline
        self._open: list[tuple[str, Place]] = []
        self._parts: list[str] = []
        self._length = 0
        self._at_space = True
        self._block: Block | None = None
        for token in tokens(page):
            self._take(token)
        self._end_block()

    @property
    def _place(self) -> Place:
        return self._open[-1][1] if self._open else Place()

    def _take(self, token: Token) -> None:
        if token.kind == "open":
            self._open_element(token)
        elif token.kind == "close":
            self._close_element(token.name)
        elif self._open and self._open[-1][0] == "title":
            self.title = self.title or _SPACES.sub(" ", token.text).strip()
        elif not self._place.hidden:
            self._add_text(token.text)

    def _open_element(self, token: Token) -> None:
        name = token.name
        if name == "br":
            self._add_line_break()
        if name not in _INLINE:
            self._end_block()
            self._end_unclosed("p", frozenset({"table", "div", "li", "td"}) if name != "p" else frozenset())
        if name in _ENDED_BY:
            targets, barriers = _ENDED_BY[name]
            for target in targets:
                self._end_unclosed(target, barriers)
        if name in _CELLS and not self._at_space:
            self._add_text(" ")
        if name not in _VOID and len(self._open) < _DEEPEST:
            self._open.append((name, self._inside(token)))

    def _inside(self, token: Token) -> Place:
        """The place of what stands in an element."""
        name, place = token.name, self._place
        attributes = token.attributes() if token.source else {}
        role = attributes.get("role", "").lower()
        if name == "title":
            return place
        if place.hidden or _is_hidden(name, role, attributes, place):
            return replace(place, hidden=True)
        if name in _LISTS:
            first = attributes.get("start", "")
            return replace(place, list=_List(name == "ol", int(first) if _is_number(first) else 1))
        if name == "li":
            return replace(place, step=self._new_step(place, attributes.get("value", "")))
        if re.fullmatch("h[1-6]", name):
            return replace(place, heading=int(name[1]))
        return replace(
            place,
            main=place.main or name == "main" or role == "main",
            article=place.article or name == "article" or role == "article",
            form=place.form or name == "form",
            link=place.link or name == "a",
            code=place.code or name in ("code", "pre", "kbd", "samp", "tt", "var"),
            preformatted=place.preformatted or name == "pre",
        )

    def _new_step(self, place: Place, value: str) -> Step:
        around = place.list or _List(ordered=False, next_number=1)
        number = int(value) if _is_number(value) else around.next_number
        around.next_number = number + 1
        return self._outline.add_step(number, ordered=around.ordered, parent=place.step)

    def _close_element(self, name: str) -> None:
        if name not in _INLINE:
            self._end_block()
        for depth in range(len(self._open) - 1, -1, -1):
            open_name = self._open[depth][0]
            if open_name == name:
                del self._open[depth:]
                return
            if name in _INLINE and open_name not in _INLINE:
                return  # a stray end tag of a phrase does not end the paragraph around it

    def _end_unclosed(self, name: str, barriers: frozenset[str]) -> None:
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth][0] == name:
                del self._open[depth:]
                return
            if self._open[depth][0] in barriers:
                return

    def _add_text(self, text: str) -> None:
        place = self._place
        if not place.preformatted:
            text = _SPACES.sub(" ", text)
            text = text.removeprefix(" ") if self._at_space else text
        elif self._block is None:
            text = _EMPTY_LINES.sub("", text)
        if not text:
            return
        if self._block is None:
            self._block = Block(place)
        if place.link:
            self._block.linked += len(text.strip())
        if place.code:
            self._block.code.append((self._length, self._length + len(text)))
        self._parts.append(text)
        self._length += len(text)
        self._at_space = text.endswith((" ", "\n"))

    def _add_line_break(self) -> None:
        if self._block is not None:
            self._parts.append("\n")
            self._length += 1
            self._at_space = True

    def _end_block(self) -> None:
        if self._block is not None:
            self._block.text = "".join(self._parts).rstrip()
            if self._block.text:
                self.blocks.append(self._block)
        self._block, self._parts, self._length, self._at_space = None, [], 0, True


def _is_hidden(name: str, role: str, attributes: dict[str, str], place: Place) -> bool:
    return (
        name in _HIDDEN
        or (name == "header" and not (place.main or place.article))
        or role in _HIDDEN_ROLES
        or "hidden" in attributes
        or attributes.get("aria-hidden", "").lower() == "true"
        or _NOT_DISPLAYED.search(attributes.get("style", "").lower()) is not None
    )


def _is_number(value: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}", value.strip()) is not None
