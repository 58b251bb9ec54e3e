"""Knowledge that people write as TOML files: found, read and checked in one way, whatever it is about."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.files import reason
from tacit.shapes import ShapeError, check


def toml_files(places: Iterable[str | Path]) -> Iterator[Path]:
    """The files themselves, and all TOML files of folders, sorted by name."""
    for place in places:
        path = Path(place)
        yield from sorted(path.glob("*.toml")) if path.is_dir() else [path]


def read_toml(path: Path, shape: Any, what: str, *, most: int) -> dict[str, Any]:
    """The content of a file of at most so many bytes; whatever is wrong with it is one sentence.

    `what` names what the file should be, such as "script file".
    """
    try:
        content = path.read_bytes()
        if len(content) > most:
            raise InputError(f"larger than {most >> 20} MB", path=path)
        plain = tomllib.loads(content.decode("utf-8"))
        check(plain, shape)
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except ShapeError as error:
        raise InputError(f"not a {what}: {error}", path=path) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a TOML file: {' '.join(str(error).split())[:200]}", path=path) from None
    return plain
