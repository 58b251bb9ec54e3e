"""Texts of a test set that a script base has learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tacit.documents import Document
from tacit.scripts.base import SHIPPED
from tacit.seen import Seen


def learnt_from(documents: Iterable[Document]) -> Seen:
    """The hashes of texts."""
    return Seen.of(document.text for document in documents)


def seen_by(system: str, documents: Sequence[Document] = ()) -> Seen | None:
    """What the scripts of a system were learnt from: these texts, or without them, what their folder says."""
    folder = system.partition(":")[2]
    return learnt_from(documents) if documents else Seen.load(Path(folder) if folder else SHIPPED)


def is_copy(document: Document, seen: Seen) -> bool:
    """Does the text stand in training?"""
    return seen.is_copy(document.text)
