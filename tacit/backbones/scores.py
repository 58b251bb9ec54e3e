"""Scores of the causal language model, kept on disk by content: what was scored once is never scored again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from tacit.backbones.causal import CausalModel, LogProbabilities
from tacit.backbones.packing import Pack
from tacit.learning.cache import opened
from tacit.progress import Progress, counted, no_progress

BATCH_TOKENS = 2048
"""How many tokens are scored at once."""

Question = tuple[str, Sequence[str]]
"""A context and its continuations."""


def score(
    questions: Sequence[Question],
    model: CausalModel,
    *,
    name: str = "causal",
    folder: Path | None = None,
    progress: Progress = no_progress,
) -> list[list[LogProbabilities]]:
    """For each question the log-probability of each token of each continuation.

    `name` stands for the model's weights and names the store: that of the default is `causal.cached().name`, and a
    model that was trained further needs a name of its own. Scores are written as they come, so that a killed run goes
    on where it was.
    """
    known: dict[int, list[LogProbabilities]] = {}
    with opened("scores", by=name, folder=folder) as store:
        waiting = []
        kept = store.get(_key(context, part) for context, parts in questions for part in parts)
        for number, question in enumerate(questions):
            found = _find(kept, question)
            if found is None:
                waiting.append((number, model.pack(*question)))
            else:
                known[number] = found
        more = counted("language model", len(questions), progress)
        more(len(known))
        for batch in _batches(waiting):
            scores = model.scores([pack for _, pack in batch])
            new: dict[str, bytes] = {}
            for (number, _), values in zip(batch, scores, strict=True):
                known[number] = values
                new |= _keyed(questions[number], values)
            store.put(new)
            more(len(batch))
    return [known[number] for number in range(len(questions))]


def _batches(waiting: list[tuple[int, Pack]]) -> Iterator[list[tuple[int, Pack]]]:
    """Packs of like length, as many as fit; the longest first, so that memory does not run out late."""
    batch: list[tuple[int, Pack]] = []
    for item in sorted(waiting, key=lambda item: -len(item[1])):
        if batch and len(batch[0][1]) * (len(batch) + 1) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _find(kept: Mapping[str, bytes], question: Question) -> list[LogProbabilities] | None:
    keys = [_key(question[0], continuation) for continuation in question[1]]
    if not all(key in kept for key in keys):
        return None
    return [np.frombuffer(kept[key], dtype=np.float32) for key in keys]


def _keyed(question: Question, values: list[LogProbabilities]) -> dict[str, bytes]:
    return {
        _key(question[0], continuation): value.astype(np.float32).tobytes()
        for continuation, value in zip(question[1], values, strict=True)
    }


def _key(context: str, continuation: str) -> str:
    return f"{len(context)}\0{context}\0{continuation}"
