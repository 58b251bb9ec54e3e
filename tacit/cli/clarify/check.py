"""The linter: check documents, list its codes, measure it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.narrowing import Narrowed
from tacit.cli.clarify.reporting import ReportFormat, report
from tacit.cli.clarify.running import check_files, checker_of, spare_torch
from tacit.cli.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Asking,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    told_planned,
)
from tacit.cli.output import From, Json, Output, Quiet, Verbose
from tacit.cli.tables import FINDING, Csv, Parquet, TableFiles, finding_row
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.check import Checker
    from tacit.clarifications.config import Settings
    from tacit.clarifications.findings import Finding
    from tacit.clarifications.gold import HowTo, LinterScores, Marked


_CURVE_FROM = 0.1
"""Confidence from which on the curve of `evaluate-check` is drawn: below, a judge would be asked for all pronouns."""


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
    from tacit.clarifications import config as configuration
    from tacit.clarifications.documents import instruction_files
    from tacit.clarifications.wanted import Wanted
    from tacit.cli.parts import fetch_missing
    from tacit.errors import InputError, UsageError

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
    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output) as model:
        checked = check_files(output, narrowed.files(instruction_files(docs)), wanted, given, from_, model, ask)
        if model is not None and dry_run:
            told_planned(output, model)
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

    from tacit.clarifications.fix import apply, check_fixable

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


@tabular()
def codes(json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the codes of findings."""
    from tacit.clarifications.codes import CODES
    from tacit.cli.scenarios.shared import table

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    plain = [
        {"code": each.code, "name": each.name, "phenomenon": each.group, "about": each.about} for each in CODES.values()
    ]
    output.result(plain, table(("code", "name", "phenomenon", "what it is"), (each.values() for each in plain)))


@tabular()
def evaluate_check(
    gold: Annotated[
        list[str], typer.Argument(help="Texts with marks such as {TAC101:Rinse}, or folders with editors' marks.")
    ],
    judge: JudgeName = None,
    min_confidence: Confidence = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the precision is lower.")] = 0.0,
    even: Annotated[
        bool, typer.Option("--even", help="Of texts with editors' marks take the even numbers only.")
    ] = False,
    profile: ProfileName = None,
    llm: Llm = None,
    ask: Ask = 0.2,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure the linter: precision, recall and the curve of both.

    With --llm a language model has the last word on the least certain share
    of what is found; the curve is then left out.

    Example:

        tacit clarify evaluate-check tests/clarifications/howtos/test
    """
    from tacit.clarifications.codes import READINGS
    from tacit.clarifications.codes import profile as codes_of
    from tacit.clarifications.config import Settings
    from tacit.clarifications.gold import score
    from tacit.clarifications.manuals import read_texts

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    settings = Settings(min_confidence=min_confidence)
    howtos = read_texts(gold, even=even)
    if profile is not None:
        settings = replace(settings, codes=codes_of(profile))
    elif not any(mark.code not in READINGS for howto in howtos for mark in howto.gold):
        settings = replace(settings, codes=READINGS)  # nobody marked what procedures lack
    with Asking(llm, answers, mode).opened(output) as model:
        checker = checker_of(output, judge or settings.judge, model, ask)
        used = settings if model is not None else replace(settings, min_confidence=_CURVE_FROM)
        found = _found(output, checker, howtos, used)
    scores = score(howtos, lambda howto: _reported(found[howto.path], settings))
    whole = score(howtos, lambda howto: found[howto.path])
    costs = {"curve": whole.to_dict()["curve"]} if model is None else {"llm": model.costs.to_dict()}
    output.result({"system": judge or settings.judge, **scores.to_dict(), **costs})
    if not json:
        _show(output, scores, whole)
    if scores.precision < bar:
        raise typer.Exit(1)


def _found(output: Output, checker: Checker, howtos: Sequence[HowTo], settings: Settings) -> dict[str, list[Marked]]:
    """What is found in each text, by its path."""
    from tacit.clarifications.gold import Marked

    found: dict[str, list[Marked]] = {}
    with output.progress() as progress:
        task = progress.add_task("checking", total=len(howtos), rate="")
        for howto in howtos:
            findings = checker.check(howto.page, settings)
            found[howto.path] = [Marked(each.code, each.place.span, each.confidence) for each in findings]
            progress.advance(task)
    return found


def _reported(found: list[Marked], settings: Settings) -> list[Marked]:
    return [each for each in found if each.confidence >= settings.least_confidence(each.code)]


def _show(output: Output, scores: LinterScores, whole: LinterScores) -> None:
    from tacit.cli.scenarios.shared import number, table

    names = ("n", "gold", "found", "precision", "recall", "f1")
    output.stdout.print(table((), [(name, number(getattr(scores, name))) for name in names]))
    rows = [
        (code, int(each["gold"]), int(each["found"]), number(each["precision"]), number(each["recall"]))
        for code, each in scores.by_code.items()
    ]
    output.stdout.print(table(("code", "gold", "found", "P", "R"), rows))
    curve = [(number(each.confidence), each.found, number(each.precision), number(each.recall)) for each in whole.curve]
    output.stdout.print(table(("confidence from", "found", "P", "R"), curve))
