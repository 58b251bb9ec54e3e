"""Scores of the causal language model, kept on disk by content: what was scored once is never scored again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from tacit.backbones.causal import CausalModel, LogProbabilities
from tacit.backbones.packing import Pack
from tacit.errors import OutputError
from tacit.files import cache_folder
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
    with _store(folder or cache_folder(), name) as store:
        waiting = []
        for number, question in enumerate(questions):
            found = _find(store, question)
            if found is None:
                waiting.append((number, model.pack(*question)))
            else:
                known[number] = found
        more = counted("language model", len(questions), progress)
        more(len(known))
        for batch in _batches(waiting):
            scores = model.scores([pack for _, pack in batch])
            for (number, _), values in zip(batch, scores, strict=True):
                known[number] = values
                _keep(store, questions[number], values)
            store.commit()
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


@contextmanager
def _store(folder: Path, name: str) -> Iterator[sqlite3.Connection]:
    """The table of this model's scores."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(folder / f"scores-{name}.sqlite", timeout=60)) as store:
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
            yield store
            store.commit()
    except (OSError, sqlite3.Error) as error:
        raise OutputError(f"{folder}: the cache of scores cannot be used ({error})") from None


def _find(store: sqlite3.Connection, question: Question) -> list[LogProbabilities] | None:
    found = []
    for continuation in question[1]:
        row = store.execute("SELECT value FROM scores WHERE key = ?", (_key(question[0], continuation),)).fetchone()
        if row is None:
            return None
        found.append(np.frombuffer(row[0], dtype=np.float32))
    return found


def _keep(store: sqlite3.Connection, question: Question, values: list[LogProbabilities]) -> None:
    rows = [
        (_key(question[0], continuation), value.astype(np.float32).tobytes())
        for continuation, value in zip(question[1], values, strict=True)
    ]
    store.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", rows)


def _key(context: str, continuation: str) -> bytes:
    return hashlib.sha256(f"{len(context)}\0{context}\0{continuation}".encode()).digest()[:16]
