"""Revisions from pairs of files, from tables of sentences, and from the history of a git repository."""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from posixpath import join, normpath
from typing import IO

from tacit.clarifications.pages import SUFFIXES, Page, read_page
from tacit.errors import InputError, UsageError
from tacit.formats import Source
from tacit.formats.parts.cells import tsv_rows
from tacit.git import asked, command, environment
from tacit.mining.mine import Revision, Splitter, revisions_of_pages

_LOG = logging.getLogger(__name__)
_LARGEST = 2 << 20
"""Bytes of a version that is read; what is larger was not written by hand."""
_CHUNK = 1 << 20
_COLUMNS = ("original", "revised", "title", "section", "previous", "following")
_ALIASES = {"old": "original", "new": "revised", "before": "original", "after": "revised"}
_HEADER = "commit "
_REGULAR = "100"


def revisions_of_files(old: str | Path, new: str | Path) -> Iterator[Revision]:
    """The revised sentences between two versions of a file."""
    yield from revisions_of_pages(read_page(Source(old)), read_page(Source(new)), source=str(new))


def revisions_of_table(path: str | Path) -> Iterator[Revision]:
    """The rows of a TSV file: original and revised sentence, and by a header also title, section and context."""
    source = Source(path)
    columns: list[str] | None = None
    for line, cells in tsv_rows(source):
        if columns is None:
            columns = _header(cells)
            if columns is not None:
                continue
            columns = list(_COLUMNS[:2])
        if len(cells) < len(columns):
            source.fail(f"a row needs {len(columns)} cells ({', '.join(columns)}), not {len(cells)}", line)
        row = {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if name}
        yield Revision(**row, source=f"{path}:{line}")


def _header(cells: list[str]) -> list[str] | None:
    """The columns that a first row names, unknown ones empty; nothing if it names none."""
    names = [_ALIASES.get(cell.strip().lower(), cell.strip().lower()) for cell in cells]
    if not {"original", "revised"} <= set(names):
        return None
    return [name if name in _COLUMNS else "" for name in names]


@dataclass(frozen=True, slots=True)
class FileChange:
    """A version of a file and the one before it, by the names of their contents."""

    commit: str
    path: str
    old: str
    new: str


def revisions_of_repository(
    repository: str | Path, *, paths: tuple[str, ...] = (), on_change: Callable[[], None] | None = None
) -> Iterator[Revision]:
    """The revised sentences in the history of a git repository, newest commit first, across renames.

    Merges, deleted and new files, binary files and files that are no instructions by their ending are passed over.
    """
    splitter = Splitter()
    with _Contents(repository) as contents:
        for change in changes(repository, paths):
            old, new = (_page(change, contents.read(name)) for name in (change.old, change.new))
            if old is not None and new is not None:
                yield from revisions_of_pages(old, new, source=f"{change.commit[:12]}:{change.path}", splitter=splitter)
            if on_change is not None:
                on_change()


def _page(change: FileChange, content: bytes | None) -> Page | None:
    """A version as a page; nothing for what is no text."""
    if content is None:
        return None
    try:
        return read_page(Source(Path(change.path).name, content))
    except InputError as error:
        _LOG.info("%s in %s passed over: %s", change.path, change.commit, error)
        return None


def changes(repository: str | Path, paths: tuple[str, ...] = ()) -> Iterator[FileChange]:
    """The changed files of instructions in each commit of the history, of a subfolder of a repository those below it.

    Files are chosen here and not by git, which would then see no renames.
    """
    prefix = asked(repository, "rev-parse", "--show-prefix").removesuffix("\n")
    wanted = [_wanted(repository, prefix, path) for path in paths or (".",)]
    arguments = ["log", "--no-merges", "--no-show-signature", "--raw", "--no-abbrev", "-z", "-M30%", "--diff-filter=MR"]
    arguments += ["--no-ext-diff", "--no-textconv", "--no-color", f"--format={_HEADER}%H", "--end-of-options", "HEAD"]
    yield from _changes(asked(repository, *arguments, "--"), wanted)


def _wanted(repository: str | Path, prefix: str, path: str) -> str:
    """A path or glob below the given folder as git names it, from the top of the repository."""
    inside = os.path.relpath(path, Path(repository).resolve()) if Path(path).is_absolute() else path
    return normpath(join(prefix, Path(inside).as_posix()))


def _is_wanted(path: str, wanted: Sequence[str]) -> bool:
    return any(each == "." or path == each or path.startswith(f"{each}/") or fnmatchcase(path, each) for each in wanted)


def _changes(log: str, wanted: Sequence[str]) -> Iterator[FileChange]:
    """What `git log --raw -z` says: a header a commit, then `:modes blobs status`, path, and new path if renamed."""
    commit = ""
    fields = iter(log.split("\0"))
    for field in fields:
        entry = field.lstrip("\n")
        if entry.startswith(_HEADER):
            commit = entry.removeprefix(_HEADER)
        elif entry.startswith(":"):
            old_mode, new_mode, old, new, status = entry[1:].split(" ")
            path = next(fields, "")
            if status.startswith("R"):
                path = next(fields, "")
            regular = old_mode.startswith(_REGULAR) and new_mode.startswith(_REGULAR)
            if regular and old != new and Path(path).suffix.lower() in SUFFIXES and _is_wanted(path, wanted):
                yield FileChange(commit, path.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), old, new)


class _Contents:
    """The contents of a repository by name, from one `git cat-file --batch`."""

    def __init__(self, repository: str | Path) -> None:
        try:
            self._process = subprocess.Popen(
                command(repository, "cat-file", "--batch"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
            )
        except FileNotFoundError:
            raise UsageError("mining a history needs the program git: install it, or give pairs of files") from None

    def __enter__(self) -> _Contents:
        return self

    def __exit__(self, *_: object) -> None:
        self._input.close()
        self._output.close()
        self._process.wait()

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def read(self, name: str) -> bytes | None:
        """The bytes of a text; nothing for what is missing, binary or too large."""
        self._input.write(name.encode() + b"\n")
        self._input.flush()
        header = self._output.readline().split()
        if len(header) != 3:  # '<name> missing'
            return None
        size = int(header[2])
        if size > _LARGEST:
            self._pass_over(size + 1)
            return None
        content = self._output.read(size + 1)[:-1]
        return None if b"\0" in content else content

    def _pass_over(self, size: int) -> None:
        while size > 0 and (part := self._output.read(min(size, _CHUNK))):
            size -= len(part)
