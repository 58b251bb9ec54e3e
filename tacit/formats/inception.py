"""WebAnno TSV that an INCEpTION project takes as it is.

A project refuses layers and features that it does not have. So there are rows for sentences and tokens, words and
punctuation apart, and of each other layer the places, from the first span to the last, and the first labels, in the
feature 'label' of `webanno.custom.LAYER`. Links, sources and all other features stay behind; `webanno` keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TextIO

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer
from tacit.formats.webanno.reading import SOURCE, read
from tacit.formats.webanno.rows import WebannoRows
from tacit.formats.webanno.writing import write_one

__all__ = ["read", "write"]

_TOKEN = re.compile(r"\w+(?:['’.-]\w+)*|[^\w\s]")


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The one document as a file."""
    for document in documents:
        write_one(_plain(document), stream, remainders=False)


def _plain(document: Document) -> Document:
    tokens = [_mark(*found.span()) for found in _TOKEN.finditer(document.text)]
    rows = {
        SENTENCES: [_mark(each.span.start, each.span.end) for each in document.sentences],
        TOKENS: [_mark(each.span.start, each.span.end) for each in document.tokens] or tokens,
    }
    others = {
        name: Layer(name, [_mark(each.span.start, each.span.end, *each.labels[:1]) for each in layer])
        for name, layer in document.layers.items()
        if name not in rows
    }
    plain = Document(document.text, document.id, layers=[*others.values(), *(Layer(*each) for each in rows.items())])
    told = WebannoRows(plain).told
    return Document(document.text, document.id, layers=[plain.layer(name) for name in (*others, *sorted(told))])


def _mark(start: int, end: int, *labels: str) -> Annotation:
    return Annotation.of(start, end, *labels, source=SOURCE)
