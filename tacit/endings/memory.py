"""What was computed of a sentence once is kept on disk and never computed again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager

from tacit.errors import OutputError
from tacit.files import cache_folder
from tacit.progress import Progress, no_progress

_CHUNK = 2048
"""Sentences that are computed before they are written: what a killed run loses at most."""


def remembered(
    kind: str,
    sentences: Sequence[str],
    compute: Callable[[list[str]], Sequence[bytes]],
    *,
    by: str = "",
    progress: Progress = no_progress,
) -> list[bytes]:
    """What `compute` makes of each sentence, from the store named `kind` where it is known there.

    `by` says which model computes it: each has a store of its own.
    """
    keys = {sentence: _key(sentence) for sentence in dict.fromkeys(sentences)}
    with _store(kind, by) as store:
        known = {sentence: value for sentence, key in keys.items() if (value := _find(store, key)) is not None}
        missing = [sentence for sentence in keys if sentence not in known]
        for start in range(0, len(missing), _CHUNK):
            progress(kind, start, len(missing))
            chunk = missing[start : start + _CHUNK]
            found = dict(zip(chunk, compute(chunk), strict=True))
            rows = [(keys[sentence], value) for sentence, value in found.items()]
            store.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
            store.commit()
            known.update(found)
    return [known[sentence] for sentence in sentences]


@contextmanager
def _store(kind: str, by: str) -> Iterator[sqlite3.Connection]:
    folder = cache_folder()
    name = f"endings-{kind}-{hashlib.sha256(by.encode()).hexdigest()[:12]}" if by else f"endings-{kind}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(folder / f"{name}.sqlite", timeout=60)) as store:
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
            yield store
    except (OSError, sqlite3.Error) as error:
        raise OutputError(f"{folder}: the cache of {kind} cannot be used ({error})") from None


def _find(store: sqlite3.Connection, key: bytes) -> bytes | None:
    row = store.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
    return None if row is None else bytes(row[0])


def _key(sentence: str) -> bytes:
    return hashlib.sha256(sentence.encode()).digest()[:16]
