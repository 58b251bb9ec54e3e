"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from tacit.errors import OutputError


@contextmanager
def atomic_write(path: str | Path, mode: str = "w", **options: Any) -> Iterator[IO[Any]]:
    """Open a temporary file beside `path` and rename it into place when the block ends well.

    Whatever goes wrong in the block, Ctrl-C included, leaves `path` as it was and no temporary file behind.
    Text is UTF-8 with line ends as written.
    """
    path = Path(path)
    if "b" not in mode:
        options = {"encoding": "utf-8", "newline": "", **options}
    temporary = path.parent / f".{path.name}.{secrets.token_hex(4)}.part"
    try:
        if path.exists() and not path.is_file():  # else renaming would replace a device such as /dev/null
            raise OutputError(f"{path}: cannot be written (not a regular file)")
        with temporary.open(mode.replace("w", "x"), **options) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OutputError(f"{path}: cannot be written ({reason(error)})") from None
        raise


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
