"""How a text is laid out that does not say so itself: one guess for a string, a file, standard input and the page.

>>> guess("Make tea\\n\\n1. Boil water.\\n2. Pour it.\\n")
'markdown'
>>> guess("Ann made tea.")
'plain'
"""

from __future__ import annotations

import re

from tacit.documents import Document
from tacit.errors import UsageError
from tacit.formats.markdown import layout_of

AUTO, PLAIN, MARKDOWN = LAYOUTS = ("auto", "plain", "markdown")
"""What one may say about the layout of a text: it is guessed, it has none, or it is Markdown."""
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|\d{1,3}[.)] \S|[-*] \S)", re.MULTILINE)
_LEAST_MARKS = 2
"""Headings and list items from which a text is laid out: a single one may be a sentence that starts with a number."""


def guess(text: str) -> str:
    """The layout of a text: Markdown if it has headings, numbered steps or list items, else plain."""
    return MARKDOWN if len(_MARKDOWN.findall(text)) >= _LEAST_MARKS else PLAIN


def laid_out(document: Document, layout: str = AUTO) -> Document:
    """The document with its headings, steps and paragraphs.

    One with layers stays as it is, since the file that it came from has said what there is.
    """
    if layout not in LAYOUTS:
        raise UsageError(f"there is no layout {layout!r}; there are {', '.join(LAYOUTS)}")
    if document.layers or (guess(document.text) if layout == AUTO else layout) == PLAIN:
        return document
    return document.with_layer(*layout_of(document.text))
