"""Sentences of a test set that a judge has learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tacit.clarifications.task import Instruction
from tacit.clarifications.train import folder_of
from tacit.seen import Hashes, Seen

CALIBRATE = "calibrate"
"""The part that only the class balance was learnt from, and that is learnt anew in folds."""


def learnt_from(train: Iterable[Instruction], calibrate: Iterable[Instruction] = ()) -> Seen:
    """The hashes of sentences without their fillers and context."""
    parts = {"train": Hashes.of(map(_sentence, train)), CALIBRATE: Hashes.of(map(_sentence, calibrate))}
    return Seen({name: hashes for name, hashes in parts.items() if len(hashes.kept)})


def seen_by(system: str, training: Sequence[Instruction] = (), *, folds: int = 0) -> Seen | None:
    """What a judge has learnt from: these sentences, or those its folder tells of; in folds without the balance."""
    known = learnt_from(training) if training else Seen.load(folder_of(system))
    return known.without(CALIBRATE) if known is not None and folds else known


def is_copy(instruction: Instruction, seen: Seen) -> bool:
    """Does the sentence stand in training, whatever stands around it and in its blank?"""
    return seen.is_copy(_sentence(instruction))


def _sentence(instruction: Instruction) -> str:
    return f"{instruction.before} {instruction.after}"
