"""What a corpus folder says of itself: the manifest of the whole, a record of each shard, and the lock.

corpus/
  manifest.json            settings, versions, sources, columns, counts, the shards in order, what was skipped
  shards/KEY.json          written last, when all files of the shard are there; its files with their hashes
  documents/KEY.parquet    id, text, source, words, and a column a metadata key
  events/KEY.parquet       … and so on, a folder a table
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tacit.corpus.tables import COLUMNS
from tacit.errors import InputError, OutputError, UsageError
from tacit.files import atomic_write, holds, reason
from tacit.shapes import AtLeastOne, Named, Optional, ShapeError, Text, check

MANIFEST = "manifest.json"
SHARDS = "shards"
DOCUMENTS = "documents"
FORMAT = 1
_KEY = "[0-9a-f]{16}"
_FILES = Named(Text("|".join((DOCUMENTS, *COLUMNS))), Text("[0-9a-f]{64}"))
_SHAPE = {
    "format": int,
    "settings": dict,
    "sources": [str],
    "metadata": Named(str, Text("string|int64|double|bool|list|json")),
    Optional("columns"): Named(str, str),
    "documents": int,
    "words": int,
    "skipped": Named(str, str),
    "shards": AtLeastOne({"key": Text(_KEY), "documents": int, "files": _FILES}),
}
"""The manifest, as strict as what is done with it: keys and tables become names of files and of views."""

_RECORD = {"words": Named(str, int), "failed": Named(str, str), "files": _FILES}

_OF_A_SHARD = re.compile(rf"({_KEY})\.(?:parquet|json)|\.{_KEY}\.(?:parquet|json)\..*\.part")
"""A file of a shard, or what is left of one that was never finished."""


def read_json(path: Path) -> dict[str, Any] | None:
    """The object in a file; nothing where there is no file or no whole object."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    return plain if isinstance(plain, dict) else None


def write_json(path: Path, plain: dict[str, Any]) -> None:
    """An object in a file, whole or not at all."""
    with atomic_write(path, follow=False) as stream:
        json.dump(plain, stream, indent=1, ensure_ascii=False)
        stream.write("\n")


def is_corpus(folder: Path) -> bool:
    """Is it a corpus, finished or not, rather than texts?"""
    return holds((folder / MANIFEST).is_file) or holds((folder / SHARDS).is_dir)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a finished corpus."""
    manifest = read_json(folder / MANIFEST)
    if manifest is None:
        started = (folder / SHARDS).is_dir()
        what = "an unfinished corpus: run the same ingest again" if started else "not a corpus: make one with ingest"
        raise InputError(f"{what} (there is no whole {MANIFEST})", path=folder)
    if manifest.get("format") != FORMAT:
        found = repr(manifest.get("format"))[:40]
        raise InputError(f"a corpus of format {found}; this tacit reads {FORMAT}", path=folder)
    try:
        check(manifest, _SHAPE)
    except ShapeError as error:
        raise InputError(f"{MANIFEST} is damaged: {error}; run the ingest again to mend it", path=folder) from None
    return manifest


def write_table(folder: Path, table: str, key: str, content: bytes) -> str:
    """Write one table of a shard and return the hash that the manifest keeps of it."""
    path = folder / table / f"{key}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path, "wb", follow=False) as stream:
        stream.write(content)
    return hashlib.sha256(content).hexdigest()


def write_record(folder: Path, key: str, record: dict[str, Any]) -> None:
    """Say that the files of a shard are there."""
    path = folder / SHARDS / f"{key}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, record)


def read_record(folder: Path, key: str) -> dict[str, Any] | None:
    """The record of a shard; nothing unless all its files are there as they were written."""
    record = read_json(folder / SHARDS / f"{key}.json")
    try:
        check(record, _RECORD)
    except ShapeError:
        return None
    return record if record is not None and is_whole(folder, key, record["files"]) else None


def is_whole(folder: Path, key: str, files: Mapping[str, str]) -> bool:
    """Are the files of a shard, given by table with their hashes, there as they were written?"""
    return all(_has(folder / table / f"{key}.parquet", digest) for table, digest in files.items())


def _has(path: Path, digest: str) -> bool:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == digest
    except OSError:
        return False


def remove_all_but(folder: Path, keys: set[str]) -> None:
    """Remove shards that belong to earlier states of the sources, and what a killed process left unfinished.

    Whatever else is in the folder is not ours and stays.
    """
    for name in (SHARDS, DOCUMENTS, *COLUMNS):
        for path in (folder / name).glob("*"):
            found = _OF_A_SHARD.fullmatch(path.name)
            if found and found[1] not in keys:
                path.unlink()
    for path in folder.glob(f".{MANIFEST}.*.part"):
        path.unlink()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for one ingest; the lock goes with the process, however it ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(f"{folder}: another process is at work on this corpus") from None
            yield
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
