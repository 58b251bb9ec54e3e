"""Findings for a terminal: `file:line:column code message`, one a line, as editors understand it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tacit.linter.findings import Finding
from tacit.report.harmless import harmless


def lines(findings: Iterable[Finding]) -> list[str]:
    """One line a finding."""
    return [
        harmless(f"{each.path}:{each.place.line}:{each.place.column} {each.code} {each.message}") for each in findings
    ]


def summary(findings: Sequence[Finding], files: int) -> str:
    """How much was found, for the last line."""
    if not findings:
        return f"nothing unclear in {files} file{'s' * (files != 1)}"
    conflicting = sum(bool(each.conflicts) for each in findings)
    by_code = ", ".join(f"{code} {count}" for code, count in sorted(Counter(each.code for each in findings).items()))
    plural = "s" * (len(findings) != 1)
    text = f"{len(findings)} finding{plural} in {files} file{'s' * (files != 1)} ({by_code})"
    return text + (f", {conflicting} with readings that exclude each other" if conflicting else "")
