"""The documents of all sources, in order, with unique ids; can be read as often as needed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tacit import formats
from tacit.documents import Document
from tacit.errors import InputError, TacitError

SOURCE = "tacit.source"
"""The metadata key under which a document carries the file it came from."""


@dataclass
class Sources:
    """Files, folders and globs, and how to read them.

    After a reading, `skipped` holds what could not be read, by place, with the reason. Ids whose hash is in `twice`
    are given to the first document that has them; the others are skipped.
    """

    places: Sequence[str | Path]
    format: str | None = None
    options: formats.FormatOptions = field(default_factory=formats.FormatOptions)
    skipped: dict[str, str] = field(default_factory=dict)
    twice: frozenset[int] = frozenset()

    def read(self) -> Iterator[Document]:
        """One document after the other."""
        self.skipped.clear()
        taken: set[int] = set()
        for document in self._all():
            if (hashed := id_hash(document)) in self.twice:
                if hashed in taken:
                    self.skipped[f"{document.metadata[SOURCE]}#{document.id}"] = (
                        f"{document.metadata[SOURCE]}: the id {document.id!r} is taken already"
                    )
                    continue
                taken.add(hashed)
            yield document

    def _all(self) -> Iterator[Document]:
        for place in self.places:
            try:
                files = formats.files_of(place, format=self.format)
            except InputError as error:
                self.skipped[str(place)] = str(error)
                continue
            for file in files:
                try:
                    for document in formats.open_source(
                        file, format=self.format, options=self.options, on_skip=self._skip
                    ):
                        yield document.with_metadata(**{SOURCE: str(file.path)})
                except TacitError as error:
                    self._skip(formats.Skipped(file.path, str(error)))

    def _skip(self, skipped: formats.Skipped) -> None:
        place = str(skipped.path) if skipped.line is None else f"{skipped.path}#{skipped.line}"
        self.skipped[place] = skipped.reason


def id_hash(document: Document) -> int:
    """Eight bytes that stand for an id, so that a million of them take eight megabytes."""
    return int.from_bytes(hashlib.sha256(document.id.encode()).digest()[:8], "big")
