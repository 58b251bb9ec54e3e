"""Tags and text of an HTML page, in time linear in its length whatever the page.

The standard library's parser goes over the rest of the page again at each tag that never ends, so a page of half
a megabyte of '<a ' keeps it busy for hours. Here, as the HTML standard has it, such a tag takes the rest.

>>> [(token.kind, token.name or token.text) for token in tokens("<p>Tea &amp; milk")]
[('open', 'p'), ('text', 'Tea & milk')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape

_TAG = re.compile(
    r"""
    <(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)
        (?P<attributes>(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+)(?:>|\Z)
  | <!--.*?(?:-->|\Z)
  | <[!?/][^>]*+(?:>|\Z)
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?""")
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is characters, not markup."""


@dataclass(frozen=True, slots=True)
class Token:
    """A tag or a stretch of text; `kind` is 'open', 'close' or 'text'."""

    kind: str
    name: str = ""
    text: str = ""
    source: str = ""

    def attributes(self) -> dict[str, str]:
        """What stands in an opening tag, names in lower case."""
        found = _ATTRIBUTE.findall(self.source)
        return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}


def tokens(page: str) -> Iterator[Token]:
    """The tags and texts in order, character references resolved; comments and declarations are left out."""
    at = 0
    while at < len(page):
        tag = _TAG.search(page, at)
        if before := page[at : tag.start() if tag else len(page)]:
            yield Token("text", text=unescape(before))
        if tag is None:
            return
        at = tag.end()
        if not tag["name"]:
            continue
        name = tag["name"].lower()
        if tag["close"]:
            yield Token("close", name)
            continue
        yield Token("open", name, source=tag["attributes"])
        if name in _RAW:
            end = _closing(name).search(page, at)
            at, start = end.start() if end else len(page), at
            yield Token("text", text=unescape(page[start:at]) if name == "title" else page[start:at])


@cache
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
