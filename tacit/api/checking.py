"""The linter as one function."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

from tacit.api.sources import path_in
from tacit.clarifications.pages import page_of
from tacit.documents import Document
from tacit.frames import FrameKind, frame
from tacit.linter import config as configuration
from tacit.linter.check import Checker
from tacit.linter.codes import matching
from tacit.linter.codes import profile as codes_of
from tacit.linter.config import LinterSettings
from tacit.linter.files import instruction_files
from tacit.linter.findings import Finding
from tacit.linter.judging import NO_JUDGE, LazyJudge
from tacit.report.findings import text as findings_text

SHOWN = 5
"""Findings in the short form."""
_COLUMNS = ("path", "line", "column", "code", "name", "phenomenon", "phrase", "confidence", "readings", "message")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, repr=False)
class Findings(Sequence[Finding]):
    """What the linter found, in text order: a list with a short form, lines to print, and a data frame.

    >>> Findings(())
    <findings (0)>
    """

    found: tuple[Finding, ...]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.found)

    @overload
    def __getitem__(self, place: int) -> Finding: ...
    @overload
    def __getitem__(self, place: slice) -> Findings: ...
    def __getitem__(self, place: int | slice) -> Finding | Findings:
        return Findings(self.found[place]) if isinstance(place, slice) else self.found[place]

    def __repr__(self) -> str:
        shown = [f"line {each.place.line} {each.code} {each.phrase!r}" for each in self.found[:SHOWN]]
        more = ", …" * (len(self) > SHOWN)
        return f"<findings ({len(self)}){': ' * bool(shown)}{', '.join(shown)}{more}>"

    def __str__(self) -> str:
        """A line for each finding, as `tacit clarify check` writes it."""
        return "\n".join(findings_text.lines(list(self.found)))

    def to_dicts(self) -> list[dict[str, Any]]:
        """Plain JSON with stable keys."""
        return [finding.to_dict() for finding in self.found]

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A data frame of pandas or polars with a row for each finding; readings are lists of texts."""
        rows = [{**row, "readings": [each["text"] for each in row["readings"]]} for row in self.to_dicts()]
        return frame({name: [row[name] for row in rows] for name in _COLUMNS}, kind)


def check(
    source: str | Path | Document,
    *,
    profile: str | None = None,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    min_confidence: float | None = None,
    judge: str | None = None,
) -> Findings:
    """What is implicit or underspecified in instructions: in a text, a document, a file, or all files of a folder.

    A string of one line that names a file or folder is its path, as for `tacit.read`. The settings of a file come from
    the nearest `.tacit.toml` or `pyproject.toml`; what is given here counts more. `judge="tacit"` has the readings
    judged, which needs the extra `neural` and takes longer.

    >>> import tacit
    >>> findings = tacit.check("1. Take off the valve and the lid.\\n2. Rinse before reassembling.\\n")
    >>> findings
    <findings (1): line 2 TAC101 'Rinse'>
    >>> [reading.text for reading in findings[0].readings]
    ['the lid', 'the valve']
    """
    wanted = _Wanted(profile, _names(select), _names(ignore), min_confidence, judge)
    path = path_in(source) if isinstance(source, str) else source
    if path is None or isinstance(path, Document):
        document = path or Document(str(source))
        settings = wanted.on_top_of(LinterSettings())
        return Findings(tuple(_checker(settings.judge).check(page_of(document), settings, path=document.id)))
    found: list[Finding] = []
    for file in instruction_files([path]):
        nearest = configuration.find(file)
        if not nearest.excludes(file):
            settings = wanted.on_top_of(nearest.settings_for(file))
            found += _checker(settings.judge).check_file(file, settings)
    return Findings(tuple(found))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the caller says, over the settings of a file."""

    profile: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    min_confidence: float | None
    judge: str | None

    def on_top_of(self, settings: LinterSettings) -> LinterSettings:
        codes = settings.codes if self.profile is None else codes_of(self.profile)
        codes = (matching(self.select) if self.select else codes) - matching(self.ignore)
        return replace(
            settings,
            codes=codes,
            min_confidence=settings.min_confidence if self.min_confidence is None else self.min_confidence,
            judge=settings.judge if self.judge is None else self.judge,
        )


def _names(given: str | Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",")) if isinstance(given, str) else tuple(given)


@lru_cache(maxsize=4)
def _checker(judge: str) -> Checker:
    """A checker whose judge is loaded once, when it is first needed."""
    if judge == NO_JUDGE:
        return Checker()
    lazy = LazyJudge(judge, on_missing=lambda why: _log.warning("readings are not judged: %s", why))
    return Checker(lazy, lazy.generate)
