"""Sentences as vectors of the shared encoder, kept on disk, and how near an ending is to its story."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.backbones.catalogue import ENCODER
from tacit.endings.features import Matrix
from tacit.endings.task import Cloze
from tacit.learning.cache import remembered
from tacit.progress import Progress, no_progress

NAMES = ("nearness to the story", "nearness to its last sentence", "nearness to its first sentence", "nearness to any")


def sentence_vectors(sentences: Sequence[str], *, progress: Progress = no_progress) -> Matrix:
    """A unit vector a sentence."""
    by = f"{ENCODER.installed} {ENCODER.fingerprint}"
    kept = remembered("sentence vectors", sentences, _encode, by=by, progress=progress)
    return np.stack([np.frombuffer(value, dtype=np.float16) for value in kept]).astype(np.float32)


def _encode(sentences: list[str]) -> list[bytes]:
    from tacit.backbones import encoder

    return [row.astype(np.float16).tobytes() for row in encoder.load().encode(sentences)]


def similarity_features(clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Matrix:
    """A row of `NAMES` for each candidate: cosines of its vector with those of the story's sentences."""
    sentences = [sentence for cloze in clozes for sentence in (*cloze.story, *cloze.endings)]
    vectors = iter(sentence_vectors(sentences, progress=progress))
    rows = []
    for cloze in clozes:
        story = np.stack([next(vectors) for _ in cloze.story])
        for _ in cloze.endings:
            near = story @ next(vectors)
            rows.append([near.mean(), near[-1], near[0], near.max()])
    return np.array(rows, dtype=np.float32)
