"""Findings as Vale writes them, so that what reads Vale reads tacit: its JSON, and its lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.linter.findings import Finding
from tacit.report.harmless import harmless


def alerts(findings: Iterable[Finding]) -> dict[str, list[dict[str, Any]]]:
    """The alerts of each file; files without any are left out."""
    by_file: dict[str, list[dict[str, Any]]] = {}
    for finding in findings:
        by_file.setdefault(finding.path, []).append(_alert(finding))
    return by_file


def lines(findings: Iterable[Finding]) -> list[str]:
    """`path:line:column:check:message`, one line for each finding."""
    return [
        harmless(f"{each.path}:{each.place.line}:{each.place.column}:{_check(each)}:{each.message}")
        for each in findings
    ]


def _alert(finding: Finding) -> dict[str, Any]:
    reach = finding.reach
    line, before = finding.excerpt.before(reach.start)
    last_line, _ = finding.excerpt.before(reach.end)
    match = finding.excerpt.between(reach)
    fits = line == last_line
    readings = [finding.rewritten(reading.text) for reading in finding.readings] if fits else []
    shown = match if fits else match.splitlines()[0]
    return {
        "Action": {"Name": "replace" if readings else "", "Params": readings or None},
        "Span": [len(before) + 1, len(before) + len(shown)],
        "Check": _check(finding),
        "Description": "",
        "Link": "",
        "Message": finding.message,
        "Severity": finding.severity,
        "Match": shown,
        "Line": line,
    }


def _check(finding: Finding) -> str:
    return f"tacit.{finding.code}"
