"""Findings as a Code Quality report of GitLab (the part of Code Climate's format that it reads)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tacit.linter.findings import Finding
from tacit.report.findings.paths import from_here

_SEVERITIES = {"error": "major", "warning": "minor"}


def issues(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """One issue for each finding, all with fingerprints of their own."""
    seen: Counter[tuple[str, str, str]] = Counter()
    return [_issue(finding, seen) for finding in findings]


def _issue(finding: Finding, seen: Counter[tuple[str, str, str]]) -> dict[str, Any]:
    path = from_here(finding.path)
    known_by = (path, finding.code, finding.sentence)
    seen[known_by] += 1
    return {
        "description": finding.message,
        "check_name": finding.code,
        "fingerprint": _fingerprint(*known_by, str(seen[known_by])),
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": path, "lines": {"begin": finding.place.line, "end": finding.place.end_line}},
    }


def _fingerprint(*parts: str) -> str:
    """The same wherever in its file a sentence moves; the last part tells those apart that are alike."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]
