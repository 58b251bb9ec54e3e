"""Open a file, a folder, a glob or standard input as a stream of documents."""

from __future__ import annotations

import glob as globbing
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tacit.documents import Document
from tacit.errors import DocumentError, InputError, TacitError
from tacit.files import holds
from tacit.formats.recognition import is_saved_json
from tacit.formats.registry import FORMATS, FormatOptions, format_named, recognise
from tacit.formats.source import MAX_DOCUMENT, MEGABYTE, Source


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file, or one line of a file, that could not be read, and why."""

    path: Path
    reason: str
    line: int | None = None


OnSkip = Callable[[Skipped], None]


def open(
    path: str | Path,
    *,
    format: str | None = None,
    options: FormatOptions | None = None,
    on_skip: OnSkip | None = None,
) -> Iterator[Document]:
    """Documents of a file, of all readable files in a folder, or of a glob, one after the other.

    Without `on_skip` the first file that cannot be read ends the iteration with its error; with it, what cannot be
    read is reported and the rest goes on. Where nothing can be read at all, that is an error. `-` is standard input.
    """
    if str(path) == "-":
        return open_source(Source("standard-input", _standard_input()), format=format, options=options)
    files = files_of(path, format=format)
    if len(files) == 1 and files[0].path == Path(path):
        return open_source(files[0], format=format, options=options, on_skip=on_skip)
    return _open_many(files, path, format, options, on_skip)


def open_source(
    source: Source,
    *,
    format: str | None = None,
    options: FormatOptions | None = None,
    on_skip: OnSkip | None = None,
) -> Iterator[Document]:
    """Documents of one source. With `on_skip`, lines that are bad by themselves are reported and passed over."""
    entry = format_named(format) if format else recognise(source)
    first_error: InputError | None = None

    def report(error: InputError) -> None:
        nonlocal first_error
        first_error = first_error or error
        if on_skip is not None:
            on_skip(Skipped(source.path, str(error), error.line))

    source.on_bad_line = report if on_skip is not None else None
    read = 0
    try:
        for document in entry.module.read(source, options or FormatOptions()):
            read += 1
            yield document
    except InputError as error:
        raise error.at(source.path) from None
    except DocumentError as error:
        raise InputError(str(error), path=source.path) from None
    if first_error is not None and not read:
        raise first_error


def files_of(path: str | Path, *, format: str | None = None) -> list[Source]:
    """The files that a path stands for: itself, those below a folder, or those of a glob, sorted.

    Of a folder, hidden files, unknown endings and '.json' files without texts are left out, and so are files that
    others read along with themselves; what a document there is called by default includes the folders between.
    """
    given = Path(path)
    if holds(given.is_dir):
        files = [Source(file, stem=_name_within(file, given)) for file in _below(given, format)]
    elif any(sign in str(path) for sign in "*?[") and not holds(given.exists):
        names = globbing.glob(str(path), recursive=True)  # noqa: PTH207 (a pattern may be absolute)
        files = [Source(name) for name in sorted(names) if holds(Path(name).is_file)]
    else:
        return [Source(given)]
    if not files:
        raise InputError("no file here that tacit can read", path=path)
    return _without_companions(files)


def _below(folder: Path, format: str | None) -> list[Path]:
    known = {suffix for entry in FORMATS for suffix in entry.suffixes}
    return sorted(
        file
        for file in folder.rglob("*")
        if holds(file.is_file)
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
        and (format is not None or _is_text(Source(file), known))
    )


def _is_text(source: Source, known: set[str]) -> bool:
    return source.suffix in known or (source.suffix == ".json" and _is_saved(source))


def _is_saved(source: Source) -> bool:
    try:
        return is_saved_json(source)
    except (InputError, OSError):  # nobody asked for this very file
        return False


def _name_within(file: Path, folder: Path) -> str:
    return (file.relative_to(folder).parent / Source(file).bare_name).as_posix()


def _without_companions(files: list[Source]) -> list[Source]:
    """Without the .txt of brat and CATMA, and the type systems beside UIMA files: those readers open them."""
    listed = {file.path for file in files}
    return [
        file
        for file in files
        if not (file.suffix == ".txt" and {file.path.with_suffix(end) for end in (".ann", ".catma.xml")} & listed)
        and not file.name.lower().endswith("typesystem.xml")
    ]


def _open_many(
    files: list[Source], path: str | Path, format: str | None, options: FormatOptions | None, on_skip: OnSkip | None
) -> Iterator[Document]:
    read = 0
    for file in files:
        try:
            for document in open_source(file, format=format, options=options, on_skip=on_skip):
                read += 1
                yield document
        except TacitError as error:
            if on_skip is None:
                raise
            on_skip(Skipped(file.path, str(error)))
    if not read:
        raise InputError(f"none of its {len(files)} files could be read", path=path)


def _standard_input() -> bytes:
    content = sys.stdin.buffer.read(MAX_DOCUMENT + 1)
    if len(content) > MAX_DOCUMENT:
        raise InputError(f"more than {MAX_DOCUMENT // MEGABYTE} MB", path="standard input")
    return content
