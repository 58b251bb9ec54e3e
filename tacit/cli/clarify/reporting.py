"""How findings leave the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from tacit.linter.findings import Finding
    from tacit.llm import Costs


class ReportFormat(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    RDJSON = "rdjson"
    VALE = "vale"
    LINE = "line"


def report(
    output: Output,
    form: ReportFormat,
    findings: list[Finding],
    files: Sequence[str],
    skipped: Sequence[str],
    costs: Costs | None = None,
) -> None:
    """Write the findings of the files to stdout, and to stderr what was skipped and how much there is.

    The JSON also says what asking a language model took, where one was asked.
    """
    from tacit.report.findings import text as findings_text

    written = _plain(form, findings, files, skipped)
    if written is None:
        lines = _lines(form, findings, files, skipped)
        # As they are: a terminal must not wrap or colour what other programs read.
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    else:
        if costs is not None and form is ReportFormat.JSON:
            written = {**written, "llm": costs.to_dict()}
        output.result(written)
    for reason in skipped:
        output.remark(f"skipped {reason}")
    output.remark(findings_text.summary(findings, len(files)) + (f", {len(skipped)} skipped" if skipped else ""))


def _plain(form: ReportFormat, findings: list[Finding], files: Sequence[str], skipped: Sequence[str]) -> Any:
    """What is written as JSON; nothing for the other formats."""
    from tacit.report.findings import gitlab as findings_gitlab
    from tacit.report.findings import json as findings_json
    from tacit.report.findings import rdjson as findings_rdjson
    from tacit.report.findings import sarif as findings_sarif
    from tacit.report.findings import vale as findings_vale

    match form:
        case ReportFormat.JSON:
            return findings_json.result(findings, files=len(files), skipped=skipped)
        case ReportFormat.SARIF:
            return findings_sarif.log(findings, skipped=skipped)
        case ReportFormat.GITLAB:
            return findings_gitlab.issues(findings)
        case ReportFormat.RDJSON:
            return findings_rdjson.result(findings)
        case ReportFormat.VALE:
            return findings_vale.alerts(findings)
        case _:
            return None


def _lines(form: ReportFormat, findings: list[Finding], files: Sequence[str], skipped: Sequence[str]) -> list[str]:
    from tacit.report.findings import github as findings_github
    from tacit.report.findings import junit as findings_junit
    from tacit.report.findings import text as findings_text
    from tacit.report.findings import vale as findings_vale

    match form:
        case ReportFormat.GITHUB:
            return findings_github.lines(findings)
        case ReportFormat.JUNIT:
            return [findings_junit.document(findings, files=files, skipped=skipped)]
        case ReportFormat.LINE:
            return findings_vale.lines(findings)
        case _:
            return findings_text.lines(findings)
