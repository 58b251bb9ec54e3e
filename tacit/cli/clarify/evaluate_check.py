"""`tacit clarify evaluate-check`: measure the linter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.check import Confidence, JudgeName, ProfileName
from tacit.cli.clarify.running import checker_of
from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Llm,
)
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.linter.gold import LinterScores


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
    against: Annotated[
        str | None,
        typer.Option(help="Compare with the linter under this --judge, too: 95 % intervals and a paired test."),
    ] = None,
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
    of what is found; the curve is then left out. --against none says whether
    the judge is any better than the rules alone.

    Example:

        tacit clarify evaluate-check tests/clarifications/howtos/test
    """
    from tacit.comparison import beside, compare
    from tacit.linter.config import LinterSettings
    from tacit.linter.evaluate import LinterOptions, evaluate
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = LinterOptions(gold=gold, min_confidence=min_confidence, profile=profile, even=even, curve=llm is None)
    chosen = judge or LinterSettings().judge
    with Asking(llm, answers, mode).opened(output.remark) as model:
        checker = checker_of(output, chosen, model, ask)
        with watched(output) as progress:
            found = evaluate(options, checker, progress=progress)
    comparison = None
    if against is not None:
        with watched(output) as progress:
            other = evaluate(replace(options, curve=False), checker_of(output, against), progress=progress)
        comparison = compare(found.by_text, other.by_text, names=(chosen, against))
    costs = None if model is None else model.costs.to_dict()
    output.result({"system": chosen, **found.to_dict(), **beside(costs, comparison)})
    if not json:
        _show(output, found.scores, found.whole)
        pairwise.show(output, comparison)
    if found.scores.precision < bar:
        raise typer.Exit(1)


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
