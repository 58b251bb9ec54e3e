"""What a single capability makes of a document."""

from __future__ import annotations

from tacit.documents import Document
from tacit.language.analysed import Analysed
from tacit.language.parse import Parse
from tacit.reader import Capability


def annotated(capability: Capability, document: Document, parse: Parse | None = None) -> Document:
    """The document with what the capability finds, which is nothing but what it says it adds."""
    found = list(capability.annotate(Analysed.of(document, parse)))
    assert {layer.name for layer in found} <= set(capability.adds)
    return document.with_layer(*found)
