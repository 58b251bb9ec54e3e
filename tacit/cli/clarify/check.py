"""The linter: check documents, list its codes, measure it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.output import From, Json, Output, Quiet, Verbose
from tacit.cli.tables import FINDING, Csv, Parquet, TableFiles, finding_row

if TYPE_CHECKING:
    from tacit.clarifications.check import Checker
    from tacit.clarifications.config import Configuration, Settings
    from tacit.clarifications.findings import Finding
    from tacit.clarifications.gold import LinterScores, Marked


_CURVE_FROM = 0.1
"""Confidence from which on the curve of `evaluate-check` is drawn: below, a judge would be asked for all pronouns."""


class ReportFormat(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


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
    config: Annotated[Path | None, typer.Option(help="Settings from this file, not from the nearest.")] = None,
    csv: Csv = None,
    parquet: Parquet = None,
    from_: From = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    r"""Find implicit and underspecified phrases in instructions.

    A finding is  file:line:column code message.  Settings come from the
    nearest .tacit.toml or \[tool.tacit.clarify] in pyproject.toml; the
    comment <!-- tacit: ignore TAC101 --> silences a line.

    Examples:

        tacit clarify check docs/ --strict

        tacit clarify check README.md --format sarif > findings.sarif
    """
    from tacit.clarifications import config as configuration
    from tacit.clarifications.documents import instruction_files
    from tacit.errors import InputError, UsageError

    _spare_torch()
    form = ReportFormat.JSON if json else format
    output = Output(as_json=form is not ReportFormat.TEXT, quiet=quiet, verbose=verbose)
    if fix and not sys.stdin.isatty():
        raise UsageError("--fix asks what you mean, so it needs a terminal; without one, leave it out")
    files_out = TableFiles(csv, parquet)
    given = configuration.load(config) if config else None
    findings: list[Finding] = []
    skipped: list[str] = []
    checkers: dict[str, Checker] = {}
    files = instruction_files(docs)
    checked = 0
    with output.progress() as bar:
        task = bar.add_task("checking", total=len(files), rate="")
        for path in files:
            found = given or configuration.find(path)
            if not found.excludes(path):
                settings = _settings(found, path, profile, select, ignore, min_confidence, conflicts_only, judge)
                checker = checkers.setdefault(settings.judge, _checker(output, settings.judge))
                try:
                    findings += checker.check_file(path, settings, format=from_)
                    checked += 1
                except InputError as error:
                    skipped.append(str(error))
            bar.advance(task)
    if skipped and not checked:
        raise InputError(skipped[0])
    files_out.write_objects(FINDING, (finding_row(each.to_dict()) for each in findings), output)
    _report(output, form, findings, checked, skipped)
    if fix:
        _fix(output, findings)
    if strict and (skipped or findings):
        raise typer.Exit(2 if skipped else 1)


def _spare_torch() -> None:
    """Keep spaCy from loading torch, half of the start: the default parser does not use it, and a judge loads it."""
    if "torch" not in sys.modules:
        sys.modules["torch"] = None  # type: ignore[assignment]  # what Python knows as "cannot be imported"
        try:
            importlib.import_module("thinc.compat")
        finally:
            del sys.modules["torch"]


def _settings(
    found: Configuration,
    path: str,
    profile: str | None,
    select: list[str],
    ignore: list[str],
    min_confidence: float | None,
    conflicts_only: bool,
    judge: str | None,
) -> Settings:
    """A file's settings with what the command line says on top."""
    from tacit.clarifications.codes import matching
    from tacit.clarifications.codes import profile as codes_of

    settings = found.settings_for(path)
    codes = settings.codes if profile is None else codes_of(profile)
    codes = (matching(select) if select else codes) - matching(ignore)
    return replace(
        settings,
        codes=codes,
        min_confidence=settings.min_confidence if min_confidence is None else min_confidence,
        conflicts_only=settings.conflicts_only or conflicts_only,
        judge=settings.judge if judge is None else judge,
    )


def _checker(output: Output, judge: str) -> Checker:
    from tacit.clarifications.check import Checker
    from tacit.clarifications.judging import NO_JUDGE, LazyJudge

    if judge == NO_JUDGE:
        return Checker()
    lazy = LazyJudge(judge, on_missing=lambda why: output.remark(f"readings are not judged: {why}"))
    return Checker(lazy, lazy.generate)


def _report(output: Output, form: ReportFormat, findings: list[Finding], files: int, skipped: list[str]) -> None:
    from tacit.report import findings_github, findings_json, findings_sarif, findings_text

    match form:
        case ReportFormat.JSON:
            output.result(findings_json.result(findings, files=files, skipped=skipped))
        case ReportFormat.SARIF:
            output.result(findings_sarif.log(findings, skipped=skipped))
        case ReportFormat.GITHUB:
            _print(findings_github.lines(findings))
        case ReportFormat.TEXT:
            _print(findings_text.lines(findings))
    for reason in skipped:
        output.remark(f"skipped {reason}")
    output.remark(findings_text.summary(findings, files) + (f", {len(skipped)} skipped" if skipped else ""))


def _print(lines: list[str]) -> None:
    """Lines as they are: a terminal must not wrap or colour what other programs read."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))


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


def codes(json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the codes of findings."""
    from tacit.clarifications.codes import CODES
    from tacit.cli.scenarios.shared import table

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    plain = [
        {"code": each.code, "name": each.name, "phenomenon": each.group, "about": each.about} for each in CODES.values()
    ]
    output.result(plain, table(("code", "name", "phenomenon", "what it is"), (each.values() for each in plain)))


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
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure the linter: precision, recall and the curve of both.

    Example:

        tacit clarify evaluate-check tests/clarifications/howtos/test
    """
    from tacit.clarifications.codes import READINGS
    from tacit.clarifications.codes import profile as codes_of
    from tacit.clarifications.config import Settings
    from tacit.clarifications.gold import Marked, score
    from tacit.clarifications.manuals import read_texts

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    settings = Settings(min_confidence=min_confidence)
    checker = _checker(output, judge or settings.judge)
    howtos = read_texts(gold, even=even)
    if profile is not None:
        settings = replace(settings, codes=codes_of(profile))
    elif not any(mark.code not in READINGS for howto in howtos for mark in howto.gold):
        settings = replace(settings, codes=READINGS)  # nobody marked what procedures lack
    found: dict[str, list[Marked]] = {}
    with output.progress() as progress:
        task = progress.add_task("checking", total=len(howtos), rate="")
        for howto in howtos:
            findings = checker.check(howto.page, replace(settings, min_confidence=_CURVE_FROM))
            found[howto.path] = [Marked(each.code, each.place.span, each.confidence) for each in findings]
            progress.advance(task)
    scores = score(howtos, lambda howto: _reported(found[howto.path], settings))
    whole = score(howtos, lambda howto: found[howto.path])
    plain = {"system": judge or settings.judge, **scores.to_dict(), "curve": whole.to_dict()["curve"]}
    output.result(plain)
    if not json:
        _show(output, scores, whole)
    if scores.precision < bar:
        raise typer.Exit(1)


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
