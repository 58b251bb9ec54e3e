"""Write documents to a file, whole or not at all, or to a folder with one file each."""

from __future__ import annotations

import gzip
import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

from tacit.documents import Document
from tacit.errors import InputError, UsageError
from tacit.files import Together, holds, make_folder, written_together
from tacit.formats.registry import FORMATS, Format, format_named
from tacit.formats.source import Source

_LONGEST_NAME = 100
"""Most bytes of an id that go into a file name; file systems allow 255, ending and temporary name included."""


def write(documents: Iterable[Document], path: str | Path, *, format: str | None = None) -> int:
    """Write documents as the format that `path` ends in, or the one named, and return how many.

    A file appears whole or not at all; '.gz' packs it. To a folder (one that exists, or a path that ends in a
    slash) each document goes as a file of its own, named after its id.
    """
    if str(path).endswith(("/", os.sep)) or holds(Path(path).is_dir):
        if format is None:
            raise UsageError(f"{path} is a folder; name the `format` to write ({_writable()})")
        return _write_folder(documents, Path(path), _to_write(format_named(format)))
    target = Source(path)
    entry = _to_write(format_named(format) if format else _writer_for(target))
    counted = _Counted(documents)
    if entry.single:
        _write_one(entry, _only_one(counted, entry, path), target)
    else:
        with written_together() as files:
            _write_file(entry, counted, target, files)
    return counted.count


def write_stream(documents: Iterable[Document], raw: IO[bytes], *, format: str = "jsonl") -> int:
    """Write documents to a stream of bytes, standard output say, and return how many."""
    entry = _to_write(format_named(format))
    if hasattr(entry.module, "companions"):
        raise UsageError(f"{entry.about} needs several files, so it cannot be written to a stream; give a name")
    counted = _Counted(documents)
    _write_text(entry, [_only_one(counted, entry, "OUT")] if entry.single else counted, raw)
    return counted.count


class _Counted:
    """Documents on their way out, counted."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.count = 0
        self._documents = iter(documents)

    def __iter__(self) -> Iterator[Document]:
        for document in self._documents:
            self.count += 1
            yield document


def _write_folder(documents: Iterable[Document], folder: Path, entry: Format) -> int:
    make_folder(folder)
    taken: Counter[str] = Counter()
    written = 0
    for document in documents:
        stem = _free_name(document.id, taken)
        _write_one(entry, document, Source(folder / f"{stem}{entry.suffixes[0]}"))
        written += 1
    return written


def _free_name(id: str, taken: Counter[str]) -> str:
    """A file name for a document: its id without anything that a file system or a shell would take amiss."""
    safe = re.sub(r"[^\w.-]+", "_", id).strip("._-")
    plain = safe.encode()[:_LONGEST_NAME].decode(errors="ignore") or "document"
    name = plain
    while taken[name.lower()]:
        taken[plain.lower()] += 1
        name = f"{plain}-{taken[plain.lower()]}"
    taken[name.lower()] += 1
    return name


def _only_one(documents: Iterable[Document], entry: Format, path: str | Path) -> Document:
    found = list(islice(documents, 2))
    if not found:
        raise InputError("there is no document to write", path=path)
    if len(found) > 1:
        raise UsageError(f"a file of {entry.about} holds one document; write several to a folder: {path}/")
    return found[0]


def _write_one(entry: Format, document: Document, target: Source) -> None:
    """A document with the files that belong to it: all of them or none, the annotations last."""
    companions = getattr(entry.module, "companions", None)
    with written_together() as files:
        for name, text in companions(document, target.bare_name).items() if companions else ():
            files.open(target.path.parent / name).write(text)
        _write_file(entry, [document], target, files)


def _write_file(entry: Format, documents: Iterable[Document], target: Source, files: Together) -> None:
    raw = files.open(target.path, "wb")
    if target.is_packed:
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
            _write_text(entry, documents, packed)
    else:
        _write_text(entry, documents, raw)


def _write_text(entry: Format, documents: Iterable[Document], raw: Any) -> None:
    stream = io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=True)
    try:
        entry.module.write(documents, stream)
        stream.flush()
    finally:
        stream.detach()


def _to_write(entry: Format) -> Format:
    if not entry.writable:
        raise UsageError(f"{entry.about} can be read but not written; writable are {_writable()}")
    return entry


def _writer_for(source: Source) -> Format:
    """By the longest ending: '.catma.xml' rather than '.xml'."""
    endings = {ending: entry for entry in reversed(FORMATS) if entry.writable for ending in entry.suffixes}
    for ending in sorted(endings, key=len, reverse=True):
        if source.name.lower().endswith(ending):
            return endings[ending]
    raise UsageError(
        f"{source.path}: the ending does not tell a format to write; name the `format` to write ({_writable()})"
    )


def _writable() -> str:
    return ", ".join(entry.name for entry in FORMATS if entry.writable)
