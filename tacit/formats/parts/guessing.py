"""Give a text that does not say how it is laid out the layers of its layout: a string, standard input, the page."""

from __future__ import annotations

from tacit.documents import Document
from tacit.errors import UsageError
from tacit.layout import AUTO, LAYOUTS, PLAIN, guess


def laid_out(document: Document, layout: str = AUTO) -> Document:
    """The document with its headings, steps and paragraphs.

    One with layers stays as it is, since the file that it came from has said what there is.
    """
    if layout not in LAYOUTS:
        raise UsageError(f"there is no layout {layout!r}; there are {', '.join(LAYOUTS)}")
    if document.layers or (guess(document.text) if layout == AUTO else layout) == PLAIN:
        return document
    from tacit.formats.markdown import layout_of  # a format costs nothing until a text needs it

    return document.with_layer(*layout_of(document.text))
