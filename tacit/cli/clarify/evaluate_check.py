"""`tacit clarify evaluate-check`: measure the linter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.running import checker_of
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Asking,
    Llm,
)
from tacit.cli.common.output import Json, Output, Quiet, Verbose

if TYPE_CHECKING:
    from tacit.linter.check import Checker
    from tacit.linter.config import LinterSettings
    from tacit.linter.gold import GoldText, LinterScores, Marked
from tacit.cli.clarify.check import Confidence, JudgeName, ProfileName

_CURVE_FROM = 0.1
"""Confidence from which on the curve of `evaluate-check` is drawn: below, a judge would be asked for all pronouns."""


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
    from tacit.linter.codes import READINGS
    from tacit.linter.codes import profile as codes_of
    from tacit.linter.config import LinterSettings
    from tacit.linter.gold import score
    from tacit.linter.manuals import read_texts

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    settings = LinterSettings(min_confidence=min_confidence)
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


def _found(
    output: Output, checker: Checker, howtos: Sequence[GoldText], settings: LinterSettings
) -> dict[str, list[Marked]]:
    """What is found in each text, by its path."""
    from tacit.linter.gold import Marked

    found: dict[str, list[Marked]] = {}
    with output.progress() as progress:
        task = progress.add_task("checking", total=len(howtos), rate="")
        for howto in howtos:
            findings = checker.check(howto.page, settings)
            found[howto.path] = [Marked(each.code, each.place.span, each.confidence) for each in findings]
            progress.advance(task)
    return found


def _reported(found: list[Marked], settings: LinterSettings) -> list[Marked]:
    return [each for each in found if each.confidence >= settings.least_confidence(each.code)]


def _show(output: Output, scores: LinterScores, whole: LinterScores) -> None:
    from tacit.cli.common.options import number, table

    names = ("n", "gold", "found", "precision", "recall", "f1")
    output.stdout.print(table((), [(name, number(getattr(scores, name))) for name in names]))
    rows = [
        (code, int(each["gold"]), int(each["found"]), number(each["precision"]), number(each["recall"]))
        for code, each in scores.by_code.items()
    ]
    output.stdout.print(table(("code", "gold", "found", "P", "R"), rows))
    curve = [(number(each.confidence), each.found, number(each.precision), number(each.recall)) for each in whole.curve]
    output.stdout.print(table(("confidence from", "found", "P", "R"), curve))
