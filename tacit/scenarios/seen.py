"""Texts of a test set that stand in what a system has learnt from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tacit.scenarios.evaluate import segment_starts
from tacit.scenarios.task import Narrative
from tacit.scenarios.train import folder_of
from tacit.seen import Hashes, Seen

TEXTS, NOTHING = "texts", "none"
"""The parts of what was learnt from: texts about scenarios, and the many about none."""


def learnt_from(narratives: Sequence[Narrative]) -> Seen:
    """The hashes of training texts."""
    about = [any(narrative.labels) for narrative in narratives]
    texts = [" ".join(narrative.sentences) for narrative in narratives]
    parts = {
        TEXTS: Hashes.of(text for text, is_about in zip(texts, about, strict=True) if is_about),
        NOTHING: Hashes.of(text for text, is_about in zip(texts, about, strict=True) if not is_about),
    }
    return Seen({name: hashes for name, hashes in parts.items() if len(hashes.kept)})


def seen_by(system: str, narratives: Sequence[Narrative]) -> Seen | None:
    """What a system has learnt from: these texts, or without them, what its model folder says."""
    return learnt_from(narratives) if narratives else Seen.load(folder_of(system))


def is_copy(narrative: Narrative, seen: Seen) -> bool:
    """Does the text stand in training, or one of its passages, as in documents composed of several texts?"""
    return any(map(seen.is_copy, passages(narrative)))


def passages(narrative: Narrative) -> Iterator[str]:
    """The whole text, and each run of sentences about the same scenarios, if there are several."""
    yield " ".join(narrative.sentences)
    starts = segment_starts(narrative.labels)
    if len(starts) > 1:
        for start, end in pairwise([*starts, len(narrative)]):
            yield " ".join(narrative.sentences[start:end])
