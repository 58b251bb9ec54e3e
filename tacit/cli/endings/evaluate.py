"""`tacit endings evaluate`: measure one system in depth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    show_forecast,
)
from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.endings.shared import (
    Folds,
    LanguageModel,
    ReliabilityPlot,
    Seed,
    Subset,
    System,
    Test,
    Train,
    draw_reliability,
    percent,
)

if TYPE_CHECKING:
    from tacit.endings.evaluate import EndingEvaluation


@tabular()
def evaluate(
    test: Test,
    system: System = "tacit",
    train: Train = [],  # noqa: B006 (typer copies it)
    folds: Folds = 0,
    language_model: LanguageModel = None,
    subset: Subset = None,
    against: pairwise.Against = None,
    reliability: ReliabilityPlot = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    seed: Seed = 0,
    llm: Llm = None,
    ask: Ask = 1.0,
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
    """Score a system: accuracy, and accuracy where ending style does not help.

    With --train it is trained on those files, with --folds cross-validated
    on --test (--train then gives whole stories); else the shipped model of
    `tacit`, or NAME:FOLDER, is used. --subset sentiment scores only stories
    with sentiment-bearing words in the story and in one of its endings; what
    the system learns from, and which stories are hard, is as without it.

    --system llm:MODEL@URL measures a language model alone, --llm one on top
    of a system, for its least certain stories if --ask is less than 1.

    Examples:

    tacit endings evaluate --test test.csv

    tacit endings evaluate --system msap --train val.csv --test test.csv

    tacit endings evaluate --system mflor --train stories.tsv --test test.csv

    tacit endings evaluate --system ukp --folds 5 --test val.csv
    """
    from tacit.endings.experiment import EndingOptions, plan, run
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = EndingOptions(
        test=test,
        system=system,
        train=train,
        folds=folds,
        language_model=language_model,
        subset=subset,
        against=against,
        seed=seed,
        asking=Asking(llm, answers, mode, budget, parallel, timeout, dry_run),
        ask=ask,
    )
    with watched(output) as progress:
        if dry_run:
            show_forecast(output, plan(options, remarks=output.remark, progress=progress))
            return
        found = run(options, remarks=output.remark, progress=progress)
    if reliability:
        draw_reliability(reliability, found.figures.reliability)
    output.result(found.to_dict())
    if not json:
        _show(output, found.figures)
        pairwise.show(output, found.comparison)
    if found.figures.accuracy < bar:
        raise typer.Exit(1)


def _show(output: Output, figures: EndingEvaluation) -> None:
    rows = [
        ("stories", figures.n),
        (
            "accuracy",
            f"{percent(figures.accuracy)}  ({percent(figures.accuracy_low)}–{percent(figures.accuracy_high)})",
        ),
        (f"accuracy_hard (n={figures.n_hard})", percent(figures.accuracy_hard)),
        ("log loss", f"{figures.log_loss:.3f}"),
        ("calibration error", f"{figures.calibration_error:.3f}"),
    ]
    output.stdout.print(table((), rows))
    for name, parts in figures.breakdown.items():
        output.stdout.print(table((name, "stories", "accuracy"), part_rows(parts)))


def part_rows(parts: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    """A row for each part of a breakdown."""
    return [(kind, part.n, percent(part.accuracy)) for kind, part in parts.items()]
