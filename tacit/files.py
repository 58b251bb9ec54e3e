"""Files that appear whole or not at all."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from tacit.errors import OutputError

STALE = 300
"""Seconds after which a part that nobody holds is what a killed process left."""
_PART = re.compile(r"\.(?P<target>.+)\.[0-9a-f]{8}\.part", re.DOTALL)


@contextmanager
def atomic_write(path: str | Path, mode: str = "w", *, follow: bool = True, **options: Any) -> Iterator[IO[Any]]:
    """Open a temporary file beside `path` and rename it into place when the block ends well.

    Whatever goes wrong in the block, Ctrl-C included, leaves `path` as it was and no temporary file behind.
    Text is UTF-8 with line ends as written. The file keeps its permissions. A symbolic link stays one, and what it
    points to is written; without `follow` the link is replaced, as it should be in a folder that a stranger may have
    made.
    """
    with written_together() as files:
        yield files.open(path, mode, follow=follow, **options)


@contextmanager
def written_together() -> Iterator[Together]:
    """Files that belong together: all appear when the block ends well, in the order they were opened, or none does."""
    files = Together()
    try:
        yield files
        files.place()
    except BaseException as error:
        files.discard()
        if isinstance(error, OSError):
            raise OutputError(f"{files.at_work}: cannot be written ({reason(error)})") from None
        raise


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None


@dataclass(slots=True)
class _Part:
    """A file on its way: where it is written, where it goes, and a copy of what stands there until all is well."""

    temporary: Path
    target: Path
    stream: IO[Any] | None = None
    before: Path | None = None
    placed: bool = False


class Together:
    """The files of one `written_together`."""

    def __init__(self) -> None:
        self.at_work: Path | str = ""
        self._parts: list[_Part] = []

    def open(self, path: str | Path, mode: str = "w", *, follow: bool = True, **options: Any) -> IO[Any]:
        """A stream to write the file to; it is closed with the others."""
        self.at_work = path
        target = _followed(Path(path)) if follow else Path(path)
        if "b" not in mode:
            options = {"encoding": "utf-8", "newline": "", **options}
        if target.exists() and not target.is_file():  # else renaming would replace a device such as /dev/null
            raise OutputError(f"{path}: cannot be written (not a regular file)")
        sweep(target)
        part = _Part(_beside(target, "part"), target)
        self._parts.append(part)
        part.stream = part.temporary.open(mode.replace("w", "x"), **options)
        with suppress(OSError):  # some file systems know no locks
            fcntl.flock(part.stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if target.is_file():
            os.fchmod(part.stream.fileno(), stat.S_IMODE(target.stat().st_mode) & 0o777)
        return part.stream

    def place(self) -> None:
        """Write all that is still in memory, then put every file in its place."""
        for part in self._parts:
            assert part.stream is not None
            self.at_work = part.target
            part.stream.flush()
            os.fsync(part.stream.fileno())
            part.stream.close()
        if not self._parts:
            return
        *first, last = self._parts
        for part in first:
            self.at_work = part.target
            part.before = _copy(part.target)
            part.temporary.replace(part.target)
            part.placed = True
        self.at_work = last.target
        last.temporary.replace(last.target)
        self._parts = []  # from here on there is no way back, and no need of one
        for folder in {part.target.parent for part in (*first, last)}:
            _sync(folder)
        for part in first:
            with suppress(OSError):
                if part.before is not None:
                    part.before.unlink()

    def discard(self) -> None:
        """Leave everything as it was."""
        for part in reversed(self._parts):
            with suppress(OSError, ValueError):
                if part.stream is not None:
                    part.stream.close()
            with suppress(OSError):
                part.temporary.unlink(missing_ok=True)
            with suppress(OSError):
                if part.placed and part.before is not None:
                    part.before.replace(part.target)
                elif part.placed or part.before is not None:
                    (part.before or part.target).unlink()


def _followed(path: Path) -> Path:
    """What a symbolic link points to, be it there or not."""
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError:
        raise OutputError(f"{path}: cannot be written (a symbolic link that leads to itself)") from None


def _beside(target: Path, ending: str) -> Path:
    return target.parent / f".{target.name}.{secrets.token_hex(4)}.{ending}"


def _copy(target: Path) -> Path | None:
    """A second name for a file, or a copy where there are no such names; nothing where there is no file."""
    if not os.path.lexists(target):
        return None
    copy = _beside(target, "part")
    try:
        os.link(target, copy, follow_symlinks=False)
    except OSError:
        shutil.copy2(target, copy, follow_symlinks=False)
    return copy


def _sync(folder: Path) -> None:
    """See to it that new names survive a power cut, too, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def sweep(target: Path) -> None:
    """Remove the parts of a file that killed processes have left: those that are not new and that nobody holds."""
    left = _left_behind(target.parent.absolute())
    for part in left.pop(target.name, ()):
        with suppress(OSError), part.open("rb") as stream:
            if time.time() - os.fstat(stream.fileno()).st_mtime > STALE:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises where a writer is still at work
                part.unlink()


@lru_cache(maxsize=256)
def _left_behind(folder: Path) -> dict[str, list[Path]]:
    """The parts in a folder by the file they were to become; listed once, as a folder may hold a million files."""
    found: dict[str, list[Path]] = {}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if (part := _PART.fullmatch(entry.name)) and entry.is_file(follow_symlinks=False):
                found.setdefault(part["target"], []).append(Path(entry.path))
    return found


def reason(error: OSError) -> str:
    """What the system says, without number and path: 'No space left on device'."""
    return error.strerror or str(error)


def holds(question: Callable[[], bool]) -> bool:
    """The answer to `path.is_file` and the like: no, where the system will not look (a closed folder, a long name)."""
    try:
        return question()
    except OSError:
        return False


def cache_folder() -> Path:
    """Where tacit keeps what it can make again; `TACIT_CACHE` overrides the system's usual place."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("TACIT_CACHE") or user_cache_path("tacit"))
