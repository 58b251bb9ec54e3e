"""Plain text: one file, one document; the text is kept to the character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from tacit.documents import Document
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The file as one document."""
    text = source.whole_text()
    yield Document(text, id=source.stem)


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The texts alone, an empty line between two."""
    for number, document in enumerate(documents):
        stream.write(("\n\n" if number else "") + document.text)
