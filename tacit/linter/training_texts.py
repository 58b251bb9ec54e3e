"""Plain sentences of our own files, to learn from what goes with which verb."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.files import reason
from tacit.linter.candidates.preferences import Preferences, count_pairs, learn_preferences

_SUFFIXES = (".toml", ".md", ".txt")
_FEWEST_WORDS = 3


def learnt_preferences(paths: Iterable[str | Path]) -> Preferences:
    """What goes with what in the texts of files and folders."""
    return learn_preferences(count_pairs(sentences(paths)))


def sentences(paths: Iterable[str | Path]) -> Iterator[str]:
    """All texts of at least three words in the files: strings of TOML files, lines of the others."""
    for path in paths:
        given = Path(path)
        found = sorted(given.rglob("*")) if given.is_dir() else [given]
        for file in (each for each in found if each.suffix in _SUFFIXES):
            yield from (text for text in _texts(file) if len(text.split()) >= _FEWEST_WORDS)


def _texts(file: Path) -> Iterator[str]:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=file) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8", path=file) from None
    if file.suffix != ".toml":
        yield from text.splitlines()
        return
    try:
        yield from _strings(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", path=file) from None


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
