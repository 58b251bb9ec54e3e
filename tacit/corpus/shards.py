"""Cut a stream of documents into shards, the units of work and of storage.

Where a shard ends is decided by the content of its documents, not by their place: a document that is added or
changed moves the cuts near it and no others, so that everything else need not be done again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from tacit.documents import Document
from tacit.values import thaw

CHARACTERS = 150_000
"""What a shard has on average: some ten seconds of work."""


def shards(documents: Iterable[Document], characters: int = CHARACTERS) -> Iterator[list[Document]]:
    """Runs of documents of about so many characters: at least a third of that, at most four times as much.

    A document that is longer than the maximum stands alone.
    """
    shard: list[Document] = []
    size = 0
    for document in documents:
        length = len(document.text)
        if shard and size + length > 4 * characters:
            yield shard
            shard, size = [], 0
        shard.append(document)
        size += length
        if size >= characters / 3 and _fraction(document) < length / (characters * 2 / 3):
            yield shard
            shard, size = [], 0
    if shard:
        yield shard


def is_giant(shard: list[Document], characters: int = CHARACTERS) -> bool:
    """Is it a single document too long for company?"""
    return len(shard[0].text) > 4 * characters


def _fraction(document: Document) -> float:
    """A number between 0 and 1 that depends on the document alone."""
    return int.from_bytes(_digest(document.id, document.text)[:8], "big") / 2**64


def text_key(shard: Iterable[Document], settings: str) -> str:
    """A name for the analysis of these texts under these settings."""
    return _digest(settings, *(part for document in shard for part in (document.id, document.text))).hex()[:16]


def metadata_key(shard: Iterable[Document], settings: str) -> str:
    """A name for what is known of these documents beside their text."""
    return _digest(settings, *(repr(thaw(document.metadata)) for document in shard)).hex()[:16]


def _digest(*parts: str) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.digest()
