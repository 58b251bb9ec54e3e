"""Sentences as vectors of the shared encoder, kept on disk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.backbones.catalogue import ENCODER
from tacit.endings.features import Matrix
from tacit.learning.cache import remembered
from tacit.progress import Progress, no_progress


def sentence_vectors(sentences: Sequence[str], *, progress: Progress = no_progress) -> Matrix:
    """A unit vector a sentence."""
    by = f"{ENCODER.installed} {ENCODER.fingerprint}"
    kept = remembered("sentence vectors", sentences, _encode, by=by, progress=progress)
    return np.stack([np.frombuffer(value, dtype=np.float16) for value in kept]).astype(np.float32)


def _encode(sentences: list[str]) -> list[bytes]:
    from tacit.backbones import encoder

    return [row.astype(np.float16).tobytes() for row in encoder.load().encode(sentences)]
