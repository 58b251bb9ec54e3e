"""Open a file, a folder, a glob or standard input as a stream of documents."""

from __future__ import annotations

import glob as globbing
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tacit.documents import Document
from tacit.errors import DocumentError, InputError, TacitError
from tacit.formats.registry import FORMATS, Options, format_named, recognise
from tacit.formats.source import MAX_DOCUMENT, MEGABYTE, Source


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that could not be read, and why."""

    path: Path
    reason: str


OnSkip = Callable[[Skipped], None]


def open(
    path: str | Path,
    *,
    format: str | None = None,
    options: Options | None = None,
    on_skip: OnSkip | None = None,
) -> Iterator[Document]:
    """Documents of a file, of all readable files in a folder, or of a glob, one after the other.

    Without `on_skip` the first file that cannot be read ends the iteration with its error; with it, the file is
    reported and the rest goes on. `-` is standard input.
    """
    if str(path) == "-":
        return open_source(Source("standard-input", _standard_input()), format=format, options=options)
    given = Path(path)
    if given.is_dir() or (any(sign in str(path) for sign in "*?[") and not given.exists()):
        return _open_many(_files(path, format), path, format, options, on_skip)
    return open_source(Source(given), format=format, options=options)


def open_source(source: Source, *, format: str | None = None, options: Options | None = None) -> Iterator[Document]:
    """Documents of one source."""
    entry = format_named(format) if format else recognise(source)
    try:
        yield from entry.module.read(source, options or Options())
    except InputError as error:
        raise error.at(source.path) from None
    except DocumentError as error:
        raise InputError(str(error), path=source.path) from None


def _files(path: str | Path, format: str | None) -> list[Path]:
    """Files below a folder, or of a glob, sorted; hidden ones and unknown endings are left out of folders."""
    if not Path(path).is_dir():
        names = globbing.glob(str(path), recursive=True)  # noqa: PTH207 (a pattern may be absolute)
        return sorted(Path(name) for name in names if Path(name).is_file())
    known = {suffix for entry in FORMATS for suffix in entry.suffixes}
    return sorted(
        file
        for file in Path(path).rglob("*")
        if file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
        and (format is not None or Source(file).suffix in known)
    )


def _open_many(
    files: list[Path], path: str | Path, format: str | None, options: Options | None, on_skip: OnSkip | None
) -> Iterator[Document]:
    if not files:
        raise InputError("no file here that tacit can read", path=path)
    read = 0
    for file in files:
        if file.suffix == ".txt" and file.with_suffix(".ann") in files:
            continue  # brat: the .ann file reads its text
        try:
            for document in open_source(Source(file), format=format, options=options):
                read += 1
                yield document
        except TacitError as error:
            if on_skip is None:
                raise
            on_skip(Skipped(file, str(error)))
    if not read:
        raise InputError(f"none of its {len(files)} files could be read", path=path)


def _standard_input() -> bytes:
    content = sys.stdin.buffer.read(MAX_DOCUMENT + 1)
    if len(content) > MAX_DOCUMENT:
        raise InputError(f"more than {MAX_DOCUMENT // MEGABYTE} MB", path="standard input")
    return content
