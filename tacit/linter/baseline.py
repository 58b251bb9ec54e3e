"""Findings that were there before: a file that lists them, so that only new ones are reported.

A finding is known by its file, its code and the line it stands on, not by the line's number, so that text may be added
above it; as many as the file counts are known. What is written on a line counts without its list number and the width
of its blanks.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tacit.errors import InputError
from tacit.files import atomic_write, holds, reason
from tacit.linter.findings import Finding

_KIND = "tacit baseline"
_VERSION = 1
_MARKER = re.compile(r"^(?:[-*+•]|\(?\d{1,3}[.):])\s+")


class KnownFinding(NamedTuple):
    """What a finding is known by."""

    path: str
    code: str
    line: str


@dataclass
class Baseline:
    """How often each finding was there; paths are relative to `folder`, in which the file stands."""

    folder: Path
    counts: Counter[KnownFinding] = field(default_factory=Counter)

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are not known. What was known of a file that is gone may stand in any other now."""
        left = Counter(self.counts)
        moved: Counter[tuple[str, str]] = Counter()
        for known, count in self.counts.items():
            if not self._is_there(known.path):
                moved[known.code, known.line] += count
        return [each for each in findings if not _taken(left, moved, self._known_by(each))]

    def updated(self, findings: Sequence[Finding], files: Iterable[str]) -> Baseline:
        """A baseline with the findings of these files as they are now; other files that still exist keep theirs."""
        checked = {self._relative(path) for path in files}
        kept = {
            known: count
            for known, count in self.counts.items()
            if known.path not in checked and self._is_there(known.path)
        }
        return Baseline(self.folder, Counter(kept) + Counter(map(self._known_by, findings)))

    def _known_by(self, finding: Finding) -> KnownFinding:
        return KnownFinding(self._relative(finding.path), finding.code, normalised(finding.excerpt.text))

    def _relative(self, path: str) -> str:
        return Path(os.path.relpath(Path(path).resolve(), self.folder.resolve())).as_posix()

    def _is_there(self, path: str) -> bool:
        return holds((self.folder / path).is_file)


def _taken(left: Counter[KnownFinding], moved: Counter[tuple[str, str]], known: KnownFinding) -> bool:
    """Is one of these left? Then there is one less."""
    if left[known] > 0:
        left[known] -= 1
        return True
    if moved[known.code, known.line] > 0:
        moved[known.code, known.line] -= 1
        return True
    return False


def normalised(text: str) -> str:
    """The text of a line without its bullet or number, blanks as one space each.

    >>> normalised("  12.  Rinse   well.")
    'Rinse well.'
    """
    return " ".join(_MARKER.sub("", text.strip()).split())


def load(path: str | Path) -> Baseline:
    """The baseline in a file."""
    try:
        plain = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("there is no such baseline; write one with `update_baseline`", path=path) from None
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (ValueError, RecursionError):
        raise _not_a_baseline(path) from None
    if not isinstance(plain, dict) or plain.get("kind") != _KIND or plain.get("version") != _VERSION:
        raise _not_a_baseline(path)
    entries = plain.get("findings")
    if not isinstance(entries, list) or not all(map(_is_entry, entries)):
        raise InputError("'findings' must list entries with path, code, line and count", path=path)
    counts: Counter[KnownFinding] = Counter()
    for each in entries:
        counts[KnownFinding(each["path"], each["code"], each["line"])] += each["count"]
    return Baseline(Path(path).parent, counts)


def _not_a_baseline(path: str | Path) -> InputError:
    return InputError("is not a baseline; write one with `update_baseline`", path=path)


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(name), str) for name in KnownFinding._fields)
        and type(entry.get("count")) is int
        and entry["count"] > 0
    )


def save(baseline: Baseline, path: str | Path) -> None:
    """Write the baseline, sorted, with an entry on each line, so that versions can be compared."""
    entries = [{**known._asdict(), "count": count} for known, count in sorted(baseline.counts.items())]
    lines = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in entries)
    listed = f"[\n{lines}\n ]" if lines else "[]"
    with atomic_write(path) as stream:
        stream.write(f'{{"kind": "{_KIND}", "version": {_VERSION}, "findings": {listed}}}\n')
