"""Documents of a test set that the ranker has learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tacit import formats
from tacit.language.coreference.gold import GoldDocument
from tacit.language.coreference.model_folder import SHIPPED
from tacit.seen import Seen


def learnt_from(texts: Iterable[Sequence[str]]) -> Seen:
    """The hashes of texts, which are given by their words."""
    return Seen.of(" ".join(words) for words in texts)


def words_of_files(paths: Iterable[str | Path]) -> list[list[str]]:
    """The words of gold documents, without parsing them."""
    return [[document.text_of(token) for token in document.tokens] for path in paths for document in formats.open(path)]


def is_copy(document: GoldDocument, seen: Seen) -> bool:
    """Does the text stand in training?"""
    return seen.is_copy(" ".join(document.parse.words))


def seen_by(system: str) -> Seen | None:
    """What a system has learnt from: nothing, if it is not a ranker; None, if its folder does not say."""
    kind, _, folder = system.partition(":")
    return Seen.load(Path(folder) if folder else SHIPPED) if kind.startswith("ranker") else Seen({})
