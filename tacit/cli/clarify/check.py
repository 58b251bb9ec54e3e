"""`tacit clarify check`: the linter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.narrowing import Narrowed
from tacit.cli.clarify.reporting import ReportFormat, report
from tacit.cli.clarify.running import check_files, spare_torch
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    show_planned,
)
from tacit.cli.common.output import From, Json, Output, Quiet, Verbose
from tacit.cli.common.tables import FINDING, Csv, Parquet, TableFiles, finding_row

if TYPE_CHECKING:
    from tacit.linter.findings import Finding

JudgeName = Annotated[str | None, typer.Option("--judge", help="Who judges readings: a system, NAME:FOLDER, or none.")]
Codes = Annotated[list[str], typer.Option(help="Codes, or how they begin (TAC1); repeatable.")]
ProfileName = Annotated[
    str | None, typer.Option(help="Codes for a kind of text: default, manual, recipe, requirements, support, agent.")
]
Confidence = Annotated[float | None, typer.Option(min=0, max=1, help="Leave out what is less sure.")]


def check(
    docs: Annotated[list[str], typer.Argument(help="Files and folders: .md, .html, .rst, .txt.")],
    format: Annotated[ReportFormat, typer.Option(help="How findings are written.")] = ReportFormat.TEXT,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if there is a finding, 2 if a file is skipped.")
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Ask for each finding which reading to write.")] = False,
    profile: ProfileName = None,
    select: Codes = [],  # noqa: B006 (typer copies it)
    ignore: Codes = [],  # noqa: B006
    min_confidence: Confidence = None,
    conflicts_only: Annotated[
        bool, typer.Option("--conflicts-only", help="Only phrases with readings that exclude each other.")
    ] = False,
    judge: JudgeName = None,
    baseline: Annotated[Path | None, typer.Option(help="Leave out the findings that this file lists.")] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="List all findings of now in the --baseline file.")
    ] = False,
    diff: Annotated[
        str | None, typer.Option(metavar="REV", help="Only lines changed since a git revision; main... for a branch.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Settings from this file, not from the nearest.")] = None,
    csv: Csv = None,
    parquet: Parquet = None,
    from_: From = None,
    llm: Llm = None,
    ask: Ask = 0.2,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    dry_run: DryRun = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    r"""Find implicit and underspecified phrases in instructions.

    A finding is  file:line:column code message.  Settings come from the
    nearest .tacit.toml or \[tool.tacit.clarify] in pyproject.toml; the
    comment <!-- tacit: ignore TAC101 --> silences a line.

    With --llm a language model of yours has the last word on what is least
    certain (--ask, a fifth), and with a --judge adds and judges readings.

    Examples:

        tacit clarify check docs/ --strict

        tacit clarify check README.md --format sarif > findings.sarif

        tacit clarify check docs/ --strict --baseline tacit-baseline.json

        tacit clarify check docs/ --strict --diff origin/main...
    """
    from tacit.cli.common.parts import fetch_missing
    from tacit.errors import InputError, UsageError
    from tacit.linter import config as configuration
    from tacit.linter.files import instruction_files
    from tacit.linter.wanted import Wanted
    from tacit.llm import Asking

    spare_torch()
    form = ReportFormat.JSON if json else format
    output = Output(as_json=form is not ReportFormat.TEXT, quiet=quiet, verbose=verbose)
    if fix and not sys.stdin.isatty():
        raise UsageError("--fix asks what you mean, so it needs a terminal; without one, leave it out")
    fetch_missing(output)
    files_out = TableFiles(csv, parquet)
    narrowed = Narrowed(baseline, update_baseline, diff)
    wanted = Wanted(profile, tuple(select), tuple(ignore), min_confidence, conflicts_only, judge)
    given = configuration.load(config) if config else None
    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output.remark) as model:
        checked = check_files(output, narrowed.files(instruction_files(docs)), wanted, given, from_, model, ask)
        if model is not None and dry_run:
            show_planned(output, model)
            return
    if checked.skipped and not checked.files:
        raise InputError(checked.skipped[0])
    findings = narrowed.findings(output, checked)
    files_out.write_objects(FINDING, (finding_row(each.to_dict()) for each in findings), output)
    report(output, form, findings, checked.files, checked.skipped, None if model is None else model.costs)
    if fix:
        _fix(output, findings)
    if strict and (checked.skipped or findings):
        raise typer.Exit(2 if checked.skipped else 1)


def _fix(output: Output, findings: list[Finding]) -> None:
    """Ask for each finding what was meant, and write the answers file by file."""
    from itertools import groupby

    from tacit.linter.fix import apply, check_fixable

    for path in dict.fromkeys(finding.path for finding in findings):
        check_fixable(path)
    fixed = 0
    for path, group in groupby(findings, key=lambda finding: finding.path):
        picked = [(finding, answer) for finding in group for answer in _asked(output, finding)]
        done = apply(path, picked)
        if done < len(picked):
            output.remark(f"{path}: {len(picked) - done} left as it was, since another answer stands in the same place")
        fixed += done
    output.remark(f"clarified {fixed} phrase{'s' * (fixed != 1)}")


def _asked(output: Output, finding: Finding) -> Iterator[str]:
    """The reading that the user picks, or writes; nothing if it is left as it is. Only findings go to stdout."""
    readings = {str(number): reading.text for number, reading in enumerate(finding.readings, 1)}
    output.stderr.print(f"\n{finding.path}:{finding.place.line}  {finding.sentence}", markup=False)
    for number, text in readings.items():
        output.stderr.print(f"  {number}  {text}", markup=False)
    with redirect_stdout(sys.stderr):
        asked = typer.prompt("number, own words, or Enter to leave it", default="", show_default=False, err=True)
    answer = asked.strip()
    if answer in readings:
        yield readings[answer]
    elif answer and not answer.isdecimal():
        yield answer
