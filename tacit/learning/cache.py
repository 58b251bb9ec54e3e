"""What was computed once is kept on disk by its content and not computed again: one file for all that do so.

A shelf of it belongs to one kind of result and to what computes it, say a model with its version. Where all results
take more than the limit, those that were not asked for longest are given up. Any number of processes may use it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from tacit.errors import OutputError, UsageError
from tacit.files import cache_folder, holds, reason
from tacit.progress import Progress, no_progress

FILE = "computed.sqlite"
LIMIT = "TACIT_CACHE_MB"
"""Names the limit in the environment."""
DEFAULT_MB = 4096
_LESS = 0.8
"""The share of the limit that is left when it was reached, so that it is not reached again at once."""
_CHUNK = 2048
"""Texts that are computed before they are written: what a killed run loses at most."""
_AT_ONCE = 500
"""Keys that are looked up together."""
_BEFORE = ("content-words.sqlite", "endings-*.sqlite", "scores-*.sqlite")
"""The files that earlier versions of tacit kept."""
_TABLES = """
    CREATE TABLE IF NOT EXISTS shelves (id INTEGER PRIMARY KEY, kind TEXT, maker TEXT, UNIQUE (kind, maker));
    CREATE TABLE IF NOT EXISTS kept (
        shelf INTEGER, key BLOB, value BLOB, day INTEGER, PRIMARY KEY (shelf, key)
    );
    CREATE INDEX IF NOT EXISTS by_day ON kept (day);
"""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is kept of one kind, by what computed it: how many results, and of how many bytes."""

    kind: str
    maker: str
    results: int
    bytes: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


class Store:
    """One open shelf; each call is whole by itself, and an error is one sentence."""

    def __init__(self, connection: sqlite3.Connection, kind: str, maker: str, path: Path) -> None:
        self._connection, self._kind, self._path = connection, kind, path
        with _sentences(path, kind), connection:
            connection.execute("INSERT OR IGNORE INTO shelves (kind, maker) VALUES (?, ?)", (kind, maker))
            found = connection.execute("SELECT id FROM shelves WHERE kind = ? AND maker = ?", (kind, maker))
            self._shelf = int(found.fetchone()[0])

    def get(self, texts: Iterable[str]) -> dict[str, bytes]:
        """What is kept of these texts."""
        named = {_key(text): text for text in texts}
        keys, found = list(named), dict[str, bytes]()
        with _sentences(self._path, self._kind), self._connection:
            for start in range(0, len(keys), _AT_ONCE):
                some = keys[start : start + _AT_ONCE]
                where = f"shelf = ? AND key IN ({','.join('?' * len(some))})"
                rows = self._connection.execute(f"SELECT key, value, day FROM kept WHERE {where}", (self._shelf, *some))  # noqa: S608
                older = False
                for key, value, day in rows:
                    found[named[key]] = bytes(value)
                    older |= day < _today()
                if older:  # once a day, as others may be writing
                    used = f"UPDATE kept SET day = ? WHERE {where}"  # noqa: S608
                    self._connection.execute(used, (_today(), self._shelf, *some))
        return found

    def put(self, values: Mapping[str, bytes]) -> None:
        """Keep these."""
        rows = [(self._shelf, _key(text), value, _today()) for text, value in values.items()]
        with _sentences(self._path, self._kind), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)
            _make_room(self._connection, limit())


@contextmanager
def opened(kind: str, *, by: str = "", folder: Path | None = None) -> Iterator[Store]:
    """The results of one kind that `by` has computed, in the cache of this user or of another folder."""
    path = (folder or cache_folder()) / FILE
    with _sentences(path, kind):
        connection = _connected(path)
    with closing(connection):
        yield Store(connection, kind, by, path)


def remembered(
    kind: str,
    texts: Sequence[str],
    compute: Callable[[list[str]], Sequence[bytes]],
    *,
    by: str = "",
    progress: Progress = no_progress,
) -> list[bytes]:
    """What `compute` makes of each text, from the cache where it is known there; `by` says which model computes it."""
    with opened(kind, by=by) as store:
        known = store.get(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        for start in range(0, len(missing), _CHUNK):
            progress(kind, start, len(missing))
            chunk = missing[start : start + _CHUNK]
            found = dict(zip(chunk, compute(chunk), strict=True))
            store.put(found)
            known.update(found)
    return [known[text] for text in texts]


def shelves() -> list[Shelf]:
    """What is in the cache, the largest first."""
    path = cache_folder() / FILE
    if not holds(path.is_file):
        return []
    counted = (
        "SELECT kind, maker, count(*), total(length(value)) AS size FROM kept JOIN shelves ON shelves.id = shelf"
        " GROUP BY shelf ORDER BY size DESC, kind, maker"
    )
    with _sentences(path, "results"), closing(_connected(path)) as connection:
        return [Shelf(kind, maker, count, int(size)) for kind, maker, count, size in connection.execute(counted)]


def files() -> list[Path]:
    """The files of the cache, with those that earlier versions of tacit left behind."""
    folder = cache_folder()
    if not holds(folder.is_dir):
        return []
    names = (FILE, *_BEFORE)
    return sorted(path for name in names for ending in ("", "-wal", "-shm") for path in folder.glob(name + ending))


def clear() -> int:
    """Delete these files, and say how many bytes they took; models that were unpacked and trainings stay."""
    freed = 0
    for path in files():
        try:
            size = path.stat().st_size
            path.unlink()
        except FileNotFoundError:
            continue  # SQLite takes away the last two by itself
        except OSError as error:
            raise OutputError(f"{path}: cannot be deleted ({reason(error)})") from None
        freed += size
    return freed


def limit() -> int:
    """The most bytes that are kept; `TACIT_CACHE_MB` overrides the default."""
    given = os.environ.get(LIMIT) or str(DEFAULT_MB)
    if not given.isdecimal() or not int(given):
        raise UsageError(f"{LIMIT} must be a number of megabytes, not {given!r}")
    return int(given) << 20


def _connected(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=60)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(_TABLES)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _make_room(connection: sqlite3.Connection, most: int) -> None:
    """Give up what was not asked for longest, if more is kept than may be."""
    pages, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _PAGES)
    taken = (pages - free) * size
    if taken <= most:
        return
    count = connection.execute("SELECT count(*) FROM kept").fetchone()[0]
    surplus = int(count * (1 - _LESS * most / taken)) + 1
    oldest = "DELETE FROM kept WHERE rowid IN (SELECT rowid FROM kept ORDER BY day, rowid LIMIT ?)"
    connection.execute(oldest, (surplus,))


_PAGES = ("page_count", "freelist_count", "page_size")


@contextmanager
def _sentences(path: Path, kind: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = reason(error) if isinstance(error, OSError) else error
        raise OutputError(
            f"{path}: the cache of {kind} cannot be used ({why}); tacit doctor --cache clear  starts a new one"
        ) from None


def _key(text: str) -> bytes:
    return sha256(text.encode(errors="surrogatepass")).digest()[:16]


def _today() -> int:
    return int(time.time()) // 86400
