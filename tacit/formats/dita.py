"""DITA: the text of a topic, with its titles, steps and list items in layers.

`read` gives what a reader of the topic sees; `layout_of` gives the layout of the file itself, tags and all, so that a
finding can be shown, and mended, in its place. Steps, substeps and ordered lists are numbered. Prologs, index terms,
footnotes, draft comments and related links are left out; code, file paths, input and output are not prose. Nothing is
fetched: content that is referred to (`conref`, `keyref`) is not there. A file with entity declarations is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tacit.documents import Document, Layer
from tacit.errors import InputError
from tacit.formats.parts.blocks import BlockPlace, Blocks, ElementNames, List, names
from tacit.formats.parts.markup import Token
from tacit.formats.parts.views import Visible, layout_in_file
from tacit.formats.recognition import DITA_TOPICS
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.layout import Outline

_LISTS = {
    **dict.fromkeys(("ol", "steps", "substeps"), True),
    **dict.fromkeys(("ul", "sl", "steps-unordered", "steps-informal", "choices"), False),
}
_ITEMS = names("li sli step substep choice")
_DITA = ElementNames(
    inline=names(
        "abbreviated-form apiname b boolean cite cmdname codeph data data-about draft-comment equation-inline filepath "
        "fn foreign i image index-base indexterm keyword line-through markupname mathml menucascade msgnum msgph "
        "numcharref option overline parameterentity parmname ph q required-cleanup shortcut state sub sup "
        "svg-container synph systemoutput term text textentity tm tt u uicontrol unknown userinput varname wintitle "
        "xmlatt xmlelement xmlnsname xmlpi xref entry stentry choption chdesc choptionhd chdeschd propvalue propdesc "
        "proptype"
    ),
    skipped=names(
        "prolog related-links titlealts metadata data data-about draft-comment required-cleanup foreign unknown fn "
        "indexterm index-base object alt mathml svg-container titlealt navtitle searchtitle reltable"
    ),
    cells=names("entry stentry choption chdesc choptionhd chdeschd propvalue propdesc proptype"),
    tables=names("table simpletable choicetable properties"),
    code=names(
        "apiname cmdname codeph filepath markupname msgnum msgph option parameterentity parmname state synph "
        "systemoutput textentity tt userinput varname xmlatt xmlelement xmlnsname xmlpi numcharref"
    ),
    preformatted=names("codeblock msgblock pre screen syntaxdiagram equation-block"),
    images=frozenset({"image"}),
    xml=True,
)
_TOPICS = DITA_TOPICS - {"dita"}
_NO_TOPICS = names("dita map bookmap subjectscheme")
"""Outermost elements that are not topics; any other is one, if perhaps of a kind of its own."""
_WITH_CAPTION = names("fig table simpletable")
_ENTITY = re.compile(r"<!ENTITY\s")
_HEADED = 1 << 16
"""Characters in which a document type stands."""


class _Topic(Blocks):
    vocabulary = _DITA

    def inside(self, token: Token, place: BlockPlace) -> BlockPlace:
        """What a tag says of the text in it."""
        name = token.name
        if _is_topic(name, *self.parents):
            return replace(place, depth=place.depth + 1, step=None, list=None)
        if name in _LISTS:
            return replace(place, list=List(_LISTS[name]))
        if name in _ITEMS:
            return replace(place, step=self.new_step(place))
        if name in ("title", "glossterm"):
            around = list(self.parents)
            level = place.depth + (not _is_topic(*around))
            return replace(place, heading=0 if around and around[0] in _WITH_CAPTION else min(6, max(1, level)))
        return replace(place, link=place.link or name == "xref")


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The topics of the file as one document; the title of the first goes to the metadata."""
    page = source.text()
    title, shown = visible(page)
    if not shown.text:
        source.fail("there is no text in it; tacit reads topics, not maps of them")
    yield Document(shown.text, source.stem, {"title": title} if title else {}, shown.layers)


def visible(page: str) -> tuple[str, Visible]:
    """The title, and what a reader sees of a file."""
    _check(page)
    outline = Outline("dita")
    topic = _Topic(page, outline, lambda place: place.skipped or not place.depth)
    title = next((block.text for block in topic.blocks if block.place.heading), "")
    return title, Visible(page, topic.blocks, outline)


def layout_of(text: str) -> list[Layer]:
    """The layers that say how the file itself is laid out; in tables and code there is no prose."""
    _check(text)
    outline = Outline("dita")
    topic = _Topic(text, outline, lambda place: place.skipped or not place.depth or place.table or place.preformatted)
    return layout_in_file(topic, outline)


def _is_topic(name: str = "", *around: str) -> bool:
    """Is an element, given those around it, a topic?"""
    return name in _TOPICS or not (around or name in _NO_TOPICS)


def _check(page: str) -> None:
    if _ENTITY.search(page, 0, _HEADED):
        raise InputError("the XML declares entities, which can be used for attacks; remove them")
