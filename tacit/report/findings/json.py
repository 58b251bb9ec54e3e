"""Findings as one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.linter.findings import Finding


def result(findings: Sequence[Finding], *, files: int, skipped: Sequence[str] = ()) -> dict[str, Any]:
    """All findings, how many files were read, and what could not be."""
    return {"files": files, "findings": [finding.to_dict() for finding in findings], "skipped": list(skipped)}
