"""Documents whose words are blanked: corpora that may not pass a text on have underscores in place of its letters."""

from __future__ import annotations

from tacit.documents import Document

_MOST = 0.5
"""The share of words of underscores alone from which on a document says nothing; a form to fill in has fewer."""


def is_blanked(document: Document) -> bool:
    """Are most of its words underscores, as in the GUM_reddit documents of GUM as it is published?

    >>> from tacit.documents import Annotation, Layer
    >>> words = Layer("tokens", [Annotation.of(0, 3, source="gum"), Annotation.of(4, 8, source="gum")])
    >>> is_blanked(Document("___ ____", layers=[words])), is_blanked(Document("Ann sang", layers=[words]))
    (True, False)
    """
    words = [document.text_of(token) for token in document.tokens]
    return bool(words) and sum(not word.strip("_") for word in words) > _MOST * len(words)
