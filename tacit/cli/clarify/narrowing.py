"""Report less than was found: not what a baseline knows, only what changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from tacit.cli.clarify.running import CheckedFiles
    from tacit.linter.findings import Finding


class Narrowed:
    """What `--baseline`, `--update-baseline` and `--diff` leave over."""

    def __init__(self, baseline: Path | None, update: bool, diff: str | None) -> None:
        from tacit.errors import UsageError
        from tacit.linter import baseline as baselines
        from tacit.linter.changed import ChangedSince

        if update and baseline is None:
            raise UsageError("--update-baseline needs to know which file: add --baseline FILE")
        if update and diff is not None:
            raise UsageError("--update-baseline lists all findings, so it cannot go with --diff")
        self._path = baseline
        self._update = update
        self._changed = None if diff is None else ChangedSince(diff)
        self._known: baselines.Baseline | None = None
        if baseline is not None:
            fresh = update and not baseline.exists()
            self._known = baselines.Baseline(baseline.parent) if fresh else baselines.load(baseline)

    def files(self, files: Sequence[str]) -> list[str]:
        """The files that need to be checked."""
        return [path for path in files if self._changed is None or self._changed.touches(path)]

    def findings(self, output: Output, checked: CheckedFiles) -> list[Finding]:
        """The findings that are reported; the baseline is written if so wanted."""
        from tacit.linter.baseline import save

        found = checked.findings
        if self._known is not None and self._path is not None:
            if self._update:
                self._known = self._known.updated(found, checked.files)
                save(self._known, self._path)
                output.remark(f"wrote {self._path}")
            found = self._known.new(found)
            if known := len(checked.findings) - len(found):
                output.remark(f"{known} finding{'s' * (known != 1)} known from {self._path}")
        return [each for each in found if self._changed is None or self._changed.has(each)]
