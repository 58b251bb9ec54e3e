"""Texts of a test set that a script base has learnt from."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.documents import Document
from tacit.seen import Seen


def learnt_from(documents: Iterable[Document]) -> Seen:
    """The hashes of texts."""
    return Seen.of(document.text for document in documents)


def is_copy(document: Document, seen: Seen) -> bool:
    """Does the text stand in training?"""
    return seen.is_copy(document.text)
