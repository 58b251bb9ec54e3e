"""HTML: the main text of a page as a reader sees it, with the same layout layers as Markdown.

`read` gives the visible text; `layout_of` gives the layout of the file itself, tags and all, so that a finding can be
shown, and mended, in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tacit.documents import Document, Layer
from tacit.formats.parts.blocks import (
    BlockPlace,
    Blocks,
    ElementNames,
    List,
    TextBlock,
    is_number,
    names,
)
from tacit.formats.parts.markup import Token
from tacit.formats.parts.views import Visible, layout_in_file
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.layout import Outline

_MANY_WORDS = 10
"""Paragraphs of at least this many words, or that end as sentences do, are taken for main text."""
_LISTS = {"ol": True, "ul": False, "menu": False, "dir": False}
_CELLS = frozenset({"td", "th"})
_HTML = ElementNames(
    inline=names(
        "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small "
        "span strike strong sub sup time tt u var wbr img input br td th"
    ),
    skipped=names("script style nav footer aside head textarea select button svg math iframe object template"),
    cells=_CELLS,
    tables=frozenset({"table"}),
    code=names("code kbd samp tt var"),
    preformatted=frozenset({"pre"}),
    images=frozenset({"img"}),
    void=names("area base br col embed hr img input link meta param source track wbr"),
    ended_by={
        "table": (frozenset({"table"}), _CELLS | {"caption"}),
        "li": (frozenset({"li"}), frozenset(_LISTS)),
        "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
        "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
        "tr": (frozenset({"tr"}), frozenset({"table"})),
        "td": (_CELLS, frozenset({"tr", "table"})),
        "th": (_CELLS, frozenset({"tr", "table"})),
    },
)
_HIDDEN = names("noscript canvas dialog datalist audio video noembed noframes map")
_HIDDEN_ROLES = names("navigation banner contentinfo complementary search menu menubar dialog")
_NOT_DISPLAYED = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)")
_HEADING = re.compile("h[1-6]")


class _Page(Blocks):
    vocabulary = _HTML

    def is_title(self) -> bool:
        """Is it the text of a <title>?"""
        return next(iter(self.parents), "") == "title"

    def inside(self, token: Token, place: BlockPlace) -> BlockPlace:
        """What a tag says of the text in it."""
        name = token.name
        attributes = token.attributes() if token.source else {}
        role = attributes.get("role", "").lower()
        if name == "title":
            return replace(place, skipped=True)
        place = replace(place, hidden=place.hidden or _is_hidden(name, role, attributes, place))
        if name in _LISTS:
            return replace(place, list=_list(name, attributes.get("start", "")))
        if name == "li":
            return replace(place, step=self.new_step(place, attributes.get("value", "")))
        if _HEADING.fullmatch(name):
            return replace(place, heading=int(name[1]))
        return replace(
            place,
            main=place.main or name == "main" or role == "main",
            article=place.article or name == "article" or role == "article",
            form=place.form or name == "form",
            link=place.link or name == "a",
        )


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The page as one document; its title goes to the metadata."""
    title, shown = visible(source.text())
    if not shown.text:
        source.fail("there is no visible text in the page")
    yield Document(shown.text, source.stem, {"title": title} if title else {}, shown.layers)


def visible(page: str) -> tuple[str, Visible]:
    """The title, and what a reader sees of a page."""
    outline = Outline("html")
    blocks = _Page(page, outline, lambda place: place.skipped or place.hidden)
    return blocks.title, Visible(page, main_blocks(blocks.blocks), outline)


def layout_of(text: str) -> list[Layer]:
    """The layers that say how the file itself is laid out; in tables, forms and code there is no prose."""
    outline = Outline("html")
    page = _Page(text, outline, lambda place: place.skipped or place.form or place.table or place.preformatted)
    return layout_in_file(page, outline)


def main_blocks(blocks: list[TextBlock]) -> list[TextBlock]:
    """What stands in <main>, or else in <article>, or else reads like prose."""
    in_forms = [block for block in blocks if block.place.form]
    if _size(in_forms) < _size(blocks) / 2:  # some pages are one large form
        blocks = [block for block in blocks if not block.place.form]
    if inside := [block for block in blocks if block.place.main]:
        return inside
    inside = [block for block in blocks if block.place.article]
    if _size(inside) > _size(blocks) / 3:
        return inside
    return _dense(blocks) or blocks


def _size(blocks: list[TextBlock]) -> int:
    return sum(len(block.text) for block in blocks)


def _dense(blocks: list[TextBlock]) -> list[TextBlock]:
    """Blocks of running text, and short ones (headings, steps) right beside them; menus are short and linked."""
    unlinked = [block for block in blocks if block.linked <= len(block.text) / 2]
    running = [
        len(block.text.split()) >= _MANY_WORDS or block.text.endswith((".", "!", "?", ":", "…")) for block in unlinked
    ]
    beside = [any(running[max(0, index - 1) : index + 2]) for index in range(len(unlinked))]
    return [
        block
        for block, is_beside in zip(unlinked, beside, strict=True)
        if is_beside or block.place.heading or (block.place.step is not None and block.place.step.ordered)
    ]


def _list(name: str, first: str) -> List:
    return List(_LISTS[name], int(first) if is_number(first) else 1)


def _is_hidden(name: str, role: str, attributes: dict[str, str], place: BlockPlace) -> bool:
    return (
        name in _HIDDEN
        or (name == "header" and not (place.main or place.article))
        or role in _HIDDEN_ROLES
        or "hidden" in attributes
        or attributes.get("aria-hidden", "").lower() == "true"
        or _NOT_DISPLAYED.search(attributes.get("style", "").lower()) is not None
    )
