"""Findings as SARIF 2.1.0, the format that code scanning services read."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tacit.linter.codes import CODES, Code
from tacit.linter.findings import Finding
from tacit.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def log(findings: Sequence[Finding], *, skipped: Sequence[str] = ()) -> dict[str, Any]:
    """A SARIF log with one run, which tells also what could not be read."""
    codes = list(CODES)
    run = {
        "tool": {
            "driver": {"name": "tacit", "version": __version__, "rules": [_rule(code) for code in CODES.values()]}
        },
        "invocations": [_invocation(skipped)],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes.index(finding.code)) for finding in findings],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _invocation(skipped: Sequence[str]) -> dict[str, Any]:
    notes = [{"level": "error", "message": {"text": f"skipped {reason}"}} for reason in skipped]
    return {"executionSuccessful": not skipped, "toolExecutionNotifications": notes}


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": f"{code.group}: {code.about}"},
        "defaultConfiguration": {"level": "warning"},
    }


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    place = finding.place
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "snippet": {"text": finding.phrase},
    }
    location = {"artifactLocation": {"uri": _address(finding.path)}, "region": region}
    plain = finding.to_dict()
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"sentence/v1": _fingerprint(finding)},
        "properties": {name: plain[name] for name in ("phenomenon", "confidence", "readings", "conflicts")},
    }


def _address(path: str) -> str:
    """A path as a URI: relative ones stay relative."""
    return Path(path).as_uri() if Path(path).is_absolute() else quote(Path(path).as_posix())


def _fingerprint(finding: Finding) -> str:
    """The same for the same sentence, wherever in the file it moves."""
    return hashlib.sha256(f"{finding.code}\0{finding.sentence}".encode()).hexdigest()[:32]
