"""Settings of the linter: from `.tacit.toml` or the table `[tool.tacit.clarify]` of `pyproject.toml`.

    profile = "manual"               # a set of codes: default, manual, recipe, requirements, support or agent
    select = ["TAC1", "TAC3"]        # codes, or how several begin, instead of those of the profile
    ignore = ["TAC103"]              # codes to leave out
    min-confidence = 0.6             # report what is at least this probable to be unclear
    min-plausibility = 0.4           # a reading counts from this probability on
    conflicts-only = true            # report only phrases with readings that exclude each other
    judge = "tacit"                  # a judge by name; "none" by default
    exclude = ["vendor/**"]          # files that are not read
    ignore-patterns = ["^Serve"]     # phrases or sentences that are not reported, as regular expressions (RE2)

    [tool.tacit.clarify.per-directory]
    "docs/legacy/**" = { ignore = ["TAC2"], min-confidence = 0.8 }

The nearest file above a document counts, and it alone. Globs are relative to it. A file that was found so may name a
judge, but not the folder of a model, which the command line may.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from tacit.errors import InputError, UsageError
from tacit.files import reason
from tacit.linter.codes import DEFAULT, matching, profile
from tacit.linter.patterns import Pattern, compiled
from tacit.systems import LLM

OWN_FILE, SHARED_FILE = ".tacit.toml", "pyproject.toml"
MIN_CONFIDENCE = 0.53
"""Chosen by cross-validation on the texts that the ranker learns from (see its card)."""
MIN_CONFIDENCE_OF_OTHERS = 0.2
"""Of codes that are off by default: who asks for them wants to see them."""
_TABLE = ("tool", "tacit", "clarify")
_OF_CODES = ("profile", "select", "ignore")
_EVERYWHERE = frozenset({"exclude", "per-directory"})
"""Keys that make no sense for one directory."""
_LONGEST_SHOWN = 80
"""Characters of a value in an error."""


@dataclass(frozen=True)
class LinterSettings:
    """What is reported of a file."""

    codes: frozenset[str] = DEFAULT
    min_confidence: float | None = None
    """Nothing where each code has its own: `MIN_CONFIDENCE`, or less for what a profile or the user added."""
    min_plausibility: float = 0.4
    conflicts_only: bool = False
    judge: str = "none"
    ignore_patterns: tuple[Pattern, ...] = ()

    def least_confidence(self, code: str) -> float:
        """From which confidence on a code is reported."""
        if self.min_confidence is not None:
            return self.min_confidence
        return MIN_CONFIDENCE if code in DEFAULT else MIN_CONFIDENCE_OF_OTHERS


@dataclass(frozen=True)
class Configuration:
    """Settings with their exceptions, and the folder they count for."""

    root: Path = field(default_factory=Path)
    settings: LinterSettings = field(default_factory=LinterSettings)
    exclude: tuple[str, ...] = ()
    per_directory: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    source: Path | None = None

    def excludes(self, path: str | Path) -> bool:
        """Is the file not to be read?"""
        return any(_matches(self._relative(path), pattern) for pattern in self.exclude)

    def settings_for(self, path: str | Path) -> LinterSettings:
        """The settings of a file: the general ones, changed by each directory's entry that matches, in order."""
        settings = self.settings
        for pattern, changes in self.per_directory:
            if _matches(self._relative(path), pattern):
                settings = _changed(settings, changes, self.source or self.root)
        return settings

    def _relative(self, path: str | Path) -> str:
        try:
            return Path(path).resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return Path(path).as_posix()


def _matches(path: str, pattern: str) -> bool:
    """A glob on the path or any folder above it.

    All of 'docs', './docs/', 'docs/**', '**/docs/**' and 'docs/*.md' match 'docs/a.md'.
    """
    wanted = normpath(pattern).removesuffix("/**")
    places = [path, *map(str, PurePosixPath(path).parents[:-1])]
    return any(fnmatchcase(place, glob) for place in places for glob in {wanted, wanted.replace("**/", "")})


def find(path: str | Path) -> Configuration:
    """The configuration that counts for a file or folder: the nearest one above it, or the defaults."""
    start = Path(path).resolve()
    for folder in (start, *start.parents) if start.is_dir() else start.parents:
        own, shared = folder / OWN_FILE, folder / SHARED_FILE
        if own.is_file():
            return _harmless(load(own))
        if shared.is_file() and (found := _load(shared)) is not None:
            return _harmless(found)
    return Configuration()


def _harmless(found: Configuration) -> Configuration:
    """Refuse a model folder or a language model in a file that came with the documents: its writer is not who runs
    the linter, and does not say where texts are sent."""
    judges = [found.settings.judge, *(changes.get("judge", "") for _, changes in found.per_directory)]
    if named := next((judge for judge in judges if ":" in judge or judge == LLM), None):
        advice = "give a folder with `judge`, or this file with `config`"
        raise InputError(f"'judge' must be the name of a system, not {_shown(named)}; {advice}", path=found.source)
    return found


def load(path: str | Path) -> Configuration:
    """The configuration in a file."""
    return _load(Path(path)) or Configuration(root=Path(path).parent, source=Path(path))


def _load(path: Path) -> Configuration | None:
    """The configuration in a file; nothing where a `pyproject.toml` has no such table."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except RecursionError:
        raise InputError("is nested too deeply", path=path) from None
    except ValueError as error:  # of TOML, of UTF-8, or a number of thousands of digits
        raise InputError(f"is not TOML: {error}", path=path) from None
    nested = _nested(table)
    if nested is None and path.name == SHARED_FILE:
        return None
    return _configuration(table if nested is None else nested, path)


def _nested(table: Mapping[str, Any]) -> Mapping[str, Any] | None:
    inner: Any = table
    for name in _TABLE:
        inner = inner.get(name) if isinstance(inner, dict) else None
    return inner if isinstance(inner, dict) else None


def _configuration(table: Mapping[str, Any], path: Path) -> Configuration:
    general = {key: value for key, value in table.items() if key not in _EVERYWHERE}
    directories = table.get("per-directory", {})
    if not isinstance(directories, dict) or not all(isinstance(changes, dict) for changes in directories.values()):
        raise InputError("'per-directory' must map globs to tables of settings", path=path)
    for changes in directories.values():
        _changed(LinterSettings(), changes, path)  # so that a mistake shows even if no file matches
    return Configuration(
        root=path.parent,
        settings=_changed(LinterSettings(), general, path),
        exclude=tuple(_texts(table.get("exclude", []), "exclude", path)),
        per_directory=tuple(directories.items()),
        source=path,
    )


def _changed(settings: LinterSettings, table: Mapping[str, Any], path: Path) -> LinterSettings:
    """Settings changed by a table; unknown keys, codes and values are errors."""
    changes: dict[str, Any] = {}
    for key, value in table.items():
        if key in _OF_CODES:
            continue
        if key not in _READERS:
            known = ", ".join(sorted({*_READERS, *_OF_CODES, *_EVERYWHERE}))
            raise InputError(f"there is no setting {key!r}; there are {known}", path=path)
        changes[key.replace("-", "_")] = _READERS[key](value, key, path)
    try:
        codes = profile(_text(table["profile"], "profile", path)) if "profile" in table else settings.codes
        codes = matching(_texts(table["select"], "select", path)) if "select" in table else codes
        codes -= matching(_texts(table.get("ignore", []), "ignore", path))
    except UsageError as error:
        raise InputError(str(error), path=path) from None
    return replace(settings, codes=codes, **changes)


def _texts(value: Any, key: str, path: Path) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{key!r} must be a list of texts", path=path)
    return value


def _fraction(value: Any, key: str, path: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(f"{key!r} must be a number from 0 to 1, not {_shown(value)}", path=path)
    return float(value)


def _truth(value: Any, key: str, path: Path) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{key!r} must be true or false, not {_shown(value)}", path=path)
    return value


def _text(value: Any, key: str, path: Path) -> str:
    if not isinstance(value, str):
        raise InputError(f"{key!r} must be a text, not {_shown(value)}", path=path)
    return value


def _shown(value: Any) -> str:
    """A value as an error shows it, whatever its length."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number so long"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _patterns(value: Any, key: str, path: Path) -> tuple[Pattern, ...]:
    try:
        return tuple(compiled(text) for text in _texts(value, key, path))
    except UsageError as error:
        raise InputError(f"{key!r}: {error}", path=path) from None


_READERS: dict[str, Callable[[Any, str, Path], Any]] = {
    "min-confidence": _fraction,
    "min-plausibility": _fraction,
    "conflicts-only": _truth,
    "judge": _text,
    "ignore-patterns": _patterns,
}
assert {key.replace("-", "_") for key in _READERS} == {each.name for each in fields(LinterSettings)} - {"codes"}
