"""Findings in the diagnostic format of reviewdog (rdjson), the readings as suggested changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.documents import Span
from tacit.linter.findings import Finding
from tacit.report.findings.paths import from_here


def result(findings: Iterable[Finding]) -> dict[str, Any]:
    """A `DiagnosticResult`."""
    return {"source": {"name": "tacit"}, "diagnostics": [_diagnostic(finding) for finding in findings]}


def _diagnostic(finding: Finding) -> dict[str, Any]:
    return {
        "message": finding.message,
        "location": {"path": from_here(finding.path), "range": _range(finding, finding.place.span)},
        "severity": finding.severity.upper(),
        "code": {"value": finding.code},
        "suggestions": [
            {"range": _range(finding, finding.blank), "text": finding.inserted(reading.text)}
            for reading in finding.readings
        ],
    }


def _range(finding: Finding, span: Span) -> dict[str, Any]:
    return {"start": _position(finding, span.start), "end": _position(finding, span.end)}


def _position(finding: Finding, offset: int) -> dict[str, int]:
    """Line and column from 1; a column counts the bytes of UTF-8."""
    line, before = finding.excerpt.before(offset)
    return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
