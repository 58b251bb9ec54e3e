"""Paths as reports for other programs name them."""

from __future__ import annotations

from pathlib import Path


def from_here(path: str) -> str:
    """A path with slashes, relative to the working folder if it is below: what services look up in a repository.

    >>> from_here("./docs/a.md")
    'docs/a.md'
    """
    given = Path(path)
    if given.is_absolute() and given.is_relative_to(Path.cwd()):
        given = given.relative_to(Path.cwd())
    return given.as_posix()
