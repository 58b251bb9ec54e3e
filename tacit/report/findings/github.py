"""Findings as workflow commands that GitHub shows beside the changed lines."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.linter.codes import CODES
from tacit.linter.findings import Finding


def lines(findings: Iterable[Finding]) -> list[str]:
    """One `::warning` or, where readings exclude each other, `::error` a finding."""
    return [_line(each) for each in findings]


def _line(finding: Finding) -> str:
    place = finding.place
    properties = {
        "file": finding.path,
        "line": str(place.line),
        "endLine": str(place.end_line),
        "col": str(place.column),
        "endColumn": str(place.end_column),
        "title": f"{finding.code} {CODES[finding.code].name}",
    }
    shown = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
    return f"::{finding.severity} {shown}::{_escaped(finding.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
