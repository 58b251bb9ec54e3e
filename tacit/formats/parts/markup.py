"""Tags and text of HTML and XML with their places in the file, in time linear in its length whatever the file.

The standard library's HTML parser goes over the rest of the page again at each tag that never ends, so a page of half
a megabyte of '<a ' keeps it busy for hours. Here, as the HTML standard has it, such a tag takes the rest. Nothing is
refused, and of entities only those of HTML are resolved, so a file can neither fail nor swell.

>>> [(token.kind, token.name or token.text) for token in tokens("<p>Tea &amp; milk")]
[('open', 'p'), ('text', 'Tea & milk')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape

from tacit.layout import Piece

_ELEMENT = r"""
    <(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)
        (?P<attributes>(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+)(?:>|\Z)
  | <!--.*?(?:-->|\Z)
"""
_HTML_TAG = re.compile(_ELEMENT + r"| <[!?/][^>]*+(?:>|\Z)", re.VERBOSE | re.DOTALL)
_XML_TAG = re.compile(
    _ELEMENT
    + r"""
  | <!\[CDATA\[(?P<verbatim>.*?)(?:\]\]>|\Z)
  | <\?.*?(?:\?>|\Z)
  | <!DOCTYPE[^>\[]*+(?:\[(?:[^\]"]++|"[^"]*+")*+\]\s*+)?+(?:>|\Z)
  | <[!?/][^>]*+(?:>|\Z)
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?""")
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
"""Elements of HTML whose content is characters, not markup."""
SPACES = re.compile(r"[ \t\r\n\f]+")
"""White space that HTML and XML show as one blank."""
_REFERENCE = r"&(?:\#[0-9]+;?|\#[xX][0-9a-fA-F]+;?|[^\t\n\f\ <&\#;]{1,32};?)"  # as `html.unescape` has it
_UNIT = re.compile(rf"(?P<space>[ \t\r\n\f]+)|(?P<reference>{_REFERENCE})|[^&\ \t\r\n\f]+|&")


@dataclass(frozen=True, slots=True)
class Token:
    """A tag, a stretch of text, or something that is neither; `kind` is 'open', 'close', 'text' or 'other'.

    The file has it from `start` to `end`. A text with references has another length there; `verbatim` has none.
    """

    kind: str
    start: int
    end: int
    name: str = ""
    text: str = ""
    source: str = ""
    verbatim: bool = False

    def attributes(self) -> dict[str, str]:
        """What stands in an opening tag, names in lower case."""
        found = _ATTRIBUTE.findall(self.source)
        return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}


def tokens(page: str, *, xml: bool = False) -> Iterator[Token]:
    """The tags and texts in order, names in lower case, character references resolved."""
    pattern = _XML_TAG if xml else _HTML_TAG
    at = 0
    while at < len(page):
        tag = pattern.search(page, at)
        until = tag.start() if tag else len(page)
        if at < until:
            yield Token("text", at, until, text=unescape(page[at:until]))
        if tag is None:
            return
        at = tag.end()
        yield from _xml_tag(tag) if xml else _html_tag(tag)
        name = (tag["name"] or "").lower()
        if not xml and name in _RAW and not tag["close"]:
            end = _closing(name).search(page, at)
            at, start = end.start() if end else len(page), at
            text = page[start:at]
            yield Token("text", start, at, text=unescape(text) if name == "title" else text, verbatim=name != "title")


def _html_tag(tag: re.Match[str]) -> Iterator[Token]:
    name = (tag["name"] or "").lower()
    kind = "other" if not name else "close" if tag["close"] else "open"
    yield Token(kind, *tag.span(), name, source=tag["attributes"] or "")


def _xml_tag(tag: re.Match[str]) -> Iterator[Token]:
    if tag["verbatim"] is None:
        yield from _html_tag(tag)
        if tag["attributes"] and tag["attributes"].endswith("/") and not tag["close"]:
            yield Token("close", tag.end(), tag.end(), tag["name"].lower())
        return
    start, end = tag.span("verbatim")
    yield Token("other", tag.start(), start)
    if start < end:
        yield Token("text", start, end, text=tag["verbatim"], verbatim=True)
    yield Token("other", end, tag.end())


@cache
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)


def pieces(page: str, token: Token, *, collapsed: bool) -> Iterator[Piece]:
    """Where in the file each stretch of a text token stands; with `collapsed`, white space is one blank.

    >>> [token] = tokens("Tea  &amp; milk")
    >>> [(piece.length, piece.file_length) for piece in pieces("Tea  &amp; milk", token, collapsed=True)]
    [(3, 3), (1, 2), (1, 5), (1, 1), (4, 4)]
    """
    at, after_space = 0, False
    for unit in _UNIT.finditer(page, token.start, token.end):
        shown = unit.group()
        if unit["reference"] and not token.verbatim:
            shown = unescape(shown)
        if collapsed:
            shown = SPACES.sub(" ", shown)
            if after_space:
                shown = shown.removeprefix(" ")
            after_space = shown.endswith(" ") or (after_space and not shown)
        yield Piece(at, len(shown), unit.start(), unit.end() - unit.start())
        at += len(shown)
