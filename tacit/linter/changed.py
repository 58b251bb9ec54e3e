"""The lines of files that changed since a revision of their git repository."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tacit.errors import InputError
from tacit.git import asked
from tacit.linter.findings import Finding

_DIFF = (
    *("diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text", "-M", "--ignore-submodules=all"),
    *("--src-prefix=a/", "--dst-prefix=b/"),
)
_NEW_FILE = "+++ b/"
_NEW_QUOTED_FILE = '+++ "b/'
_HUNK = re.compile(r"@@ -\d+(?:,(?P<gone>\d+))? \+(?P<first>\d+)(?:,(?P<count>\d+))? @@")
_ESCAPE = re.compile(rb'\\(?:([0-7]{3})|([abfnrtv"\\]))')
_ESCAPED = dict(zip(b'abfnrtv"\\', b'\a\b\f\n\r\t\v"\\', strict=True))
_FORK = "..."


@dataclass(frozen=True)
class Changed:
    """Which lines of the files of one repository are new; untracked files are new as a whole."""

    root: Path
    lines: dict[str, tuple[range, ...]] = field(default_factory=dict)
    tracked: frozenset[str] = frozenset()

    def touches(self, path: str | Path, first: int = 1, last: int = sys.maxsize) -> bool:
        """Is a line of the file, or one of these, new?"""
        place = Path(path).resolve()
        if not place.is_relative_to(self.root):  # its settings may name any folder
            raise InputError(f"the repository says that its files are in {self.root}", path=path)
        name = place.relative_to(self.root).as_posix()
        if name not in self.tracked:
            return True
        return any(each.start <= last and first < each.stop for each in self.lines.get(name, ()))


class ChangedSince:
    """What changed since a revision in whatever repositories files stand; each is asked once.

    `main...` means since the history left main.
    """

    def __init__(self, revision: str) -> None:
        self._of_folder = cache(lambda folder: self._of_top(_top(folder)))
        self._of_top = cache(lambda top: changed_since(top, revision))

    def touches(self, path: str | Path) -> bool:
        """Has the file new lines?"""
        return self._of(path).touches(path)

    def has(self, finding: Finding) -> bool:
        """Is the finding on new lines?"""
        return self._of(finding.path).touches(finding.path, finding.place.line, finding.place.end_line)

    def _of(self, path: str | Path) -> Changed:
        return self._of_folder(Path(path).resolve().parent)


def _top(folder: Path) -> Path:
    return Path(asked(folder, "rev-parse", "--show-toplevel").removesuffix("\n")).resolve()


def changed_since(top: str | Path, revision: str) -> Changed:
    """The lines of a repository's files as they are on disk that are not in a revision."""
    commit = _commit(top, revision)
    told = asked(top, *_DIFF, commit, "--", settings=_without_filters(top))
    tracked = asked(top, "ls-files", "-z", "--full-name").split("\0")
    return Changed(Path(top).resolve(), new_lines(told), frozenset(tracked))


def _commit(top: str | Path, revision: str) -> str:
    """The name of a revision's commit, so that nothing the user wrote can be an option of git."""
    name = revision.removesuffix(_FORK) or "HEAD"
    try:
        commit = asked(top, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").strip()
    except InputError:
        raise InputError(f"there is no revision {name!r} in this repository; fetch it first", path=top) from None
    if not revision.endswith(_FORK):
        return commit
    try:
        return asked(top, "merge-base", commit, "HEAD").strip()
    except InputError:
        advice = "fetch more of the history"
        raise InputError(f"{name!r} and what is checked out have no commit in common; {advice}", path=top) from None


def _without_filters(top: str | Path) -> dict[str, str]:
    """Settings by which git runs no filter on files that it compares: filters are programs."""
    listed = asked(top, "config", "--list", "--name-only", "-z").split("\0")
    filters = {name.rpartition(".")[0] for name in listed if name.startswith("filter.")}
    return {f"{name}.{key}": value for name in sorted(filters) for key, value in _NO_FILTER.items()}


_NO_FILTER = {"clean": "", "smudge": "", "process": "", "required": "false"}


def new_lines(diff: str) -> dict[str, tuple[range, ...]]:
    """The new lines that `git diff --unified=0` tells, by file.

    >>> new_lines("--- a/x.md\\n+++ b/x.md\\n@@ -3 +3,2 @@ Steps\\n-old\\n+new\\n+newer\\n@@ -9 +9,0 @@\\n-gone\\n")
    {'x.md': (range(3, 5),)}
    """
    found: dict[str, tuple[range, ...]] = {}
    for name, lines in _hunks(diff):
        found[name] = (*found.get(name, ()), lines)
    return found


def _hunks(diff: str) -> Iterator[tuple[str, range]]:
    """The hunks with their files; a line of a text may look like a header, so as many are passed over as a hunk has."""
    name, left = "", 0
    for line in diff.split("\n"):
        if left and line.startswith(("+", "-")):
            left -= 1
        elif line.startswith((_NEW_FILE, _NEW_QUOTED_FILE)):
            name = _name(line)
        elif hunk := _HUNK.match(line):
            first, count = int(hunk["first"]), int(hunk["count"] or 1)
            left = int(hunk["gone"] or 1) + count
            if count:
                yield name, range(first, first + count)


def _name(line: str) -> str:
    """The path in a header; one with special characters stands in quotation marks, its bytes as in C."""
    line = line.removesuffix("\t")  # git ends names with blanks by a tab
    if line.startswith(_NEW_FILE):
        return line.removeprefix(_NEW_FILE)
    quoted = line.removeprefix(_NEW_QUOTED_FILE).removesuffix('"')
    content = _ESCAPE.sub(_character, quoted.encode("utf-8", "surrogateescape"))
    return content.decode("utf-8", "surrogateescape")


def _character(escape: re.Match[bytes]) -> bytes:
    octal, letter = escape.groups()
    return bytes([int(octal, 8)]) if octal else bytes([_ESCAPED[letter[0]]])
