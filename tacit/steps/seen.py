"""Templates of a test set whose abstract instruction a system has learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tacit.seen import Seen
from tacit.steps.task import Pair
from tacit.steps.train import model_folder


def learnt_from(pairs: Iterable[Pair]) -> Seen:
    """The hashes of abstract instructions, each as a whole: they are short, and many share most of their words."""
    return Seen.of((" ".join(pair.abstract) for pair in pairs), whole_only=True)


def seen_by(system: str, pairs: Sequence[Pair]) -> Seen | None:
    """What a system has learnt from: these pairs, or without them, what its model folder says."""
    return learnt_from(pairs) if pairs else Seen.load(model_folder(system))


def is_copy(pair: Pair, seen: Seen) -> bool:
    """Does training have the same abstract instruction?"""
    return seen.is_copy(" ".join(pair.abstract))
