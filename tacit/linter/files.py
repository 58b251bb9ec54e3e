"""Which files are instructions to check."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tacit.clarifications.pages import SUFFIXES
from tacit.errors import InputError


def instruction_files(paths: Iterable[str | Path]) -> list[str]:
    """Files as given, and of folders those that end as instructions do; hidden ones are left out."""
    files: dict[str, None] = {}
    for path in paths:
        given = Path(path)
        if not given.exists():
            raise InputError("there is no such file or folder", path=path)
        below = _below(given) if given.is_dir() else [given]
        if not below:
            raise InputError(f"no file here that could be checked ({', '.join(SUFFIXES)})", path=path)
        files.update(dict.fromkeys(map(str, below)))
    return list(files)


def _below(folder: Path) -> list[Path]:
    return sorted(
        file
        for file in folder.rglob("*")
        if file.suffix.lower() in SUFFIXES
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    )
