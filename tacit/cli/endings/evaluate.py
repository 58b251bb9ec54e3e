"""`tacit endings evaluate`: measure one system in depth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import AnswersFile, AnswersMode, Ask, Asking, BudgetOption, DryRun, Llm, Parallel, Timeout
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
    consult,
    draw_reliability,
    options_of,
    percent,
    table,
    warn_of_seen,
)

if TYPE_CHECKING:
    from tacit.endings.evaluate import EndingEvaluation
    from tacit.endings.task import Cloze, Probabilities, Story


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
    from tacit.endings.compare import training_of
    from tacit.endings.data import read_clozes
    from tacit.endings.evaluate import contributions, members_of
    from tacit.endings.seen import count_seen

    alone = _is_model_alone(system, train, folds, llm, language_model)
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes = read_clozes(test, answered=True)
    training, stories = training_of(train, folds)

    def count(name: str) -> int:
        return 0 if folds and ":" not in name else count_seen(name, clozes, training, stories)

    said = _said(output, system, clozes, stories, training, folds, seed, language_model)
    asking = Asking(system if alone else llm, answers, mode, budget, parallel, timeout, dry_run)
    consulted = consult(output, asking, 1.0 if alone else ask, clozes, said)
    if consulted is None:
        return
    seen = 0 if alone else count(system)
    warn_of_seen(output, system, len(clozes), seen)
    figures = figures_of(clozes, consulted.said, subset, seed)
    if reliability:
        draw_reliability(reliability, figures.reliability)
    comparison = None
    if against is not None:
        warn_of_seen(output, against, len(clozes), count(against))
        chosen = members_of(subset, clozes) if subset else [True] * len(clozes)
        kept = [cloze for cloze, is_in in zip(clozes, chosen, strict=True) if is_in]
        first, second = (
            contributions(kept, [one for one, is_in in zip(each, chosen, strict=True) if is_in])
            for each in (consulted.said, _said(output, against, clozes, stories, training, folds, seed, None))
        )
        comparison = pairwise.compared(system, against, first, second, seed)
    part = {"subset": subset, "n_all": len(clozes)} if subset else {}
    costs = {**part, **consulted.plain, **pairwise.plain(comparison)}
    output.result({"system": system, **figures.to_dict(), "seen_in_training": seen, **costs})
    if not json:
        _show(output, figures)
        pairwise.show(output, comparison)
    if figures.accuracy < bar:
        raise typer.Exit(1)


def _is_model_alone(system: str, train: list[str], folds: int, llm: str | None, language_model: Path | None) -> bool:
    """Is it a language model by itself that is measured? Options that exclude each other are an error."""
    from tacit.errors import UsageError

    alone = system.startswith("llm:")
    if alone and (train or folds or llm is not None):
        raise UsageError(f"{system!r} learns nothing: leave out --train and --folds, and name one model only")
    if folds and ":" in system:
        raise UsageError(f"--folds trains anew, but {system} is trained already: leave out its folder, or --folds")
    if language_model is not None and ":" in system:
        raise UsageError(f"{system} is trained already, with its own language model: leave out --language-model")
    return alone


def _said(
    output: Output,
    system: str,
    clozes: list[Cloze],
    stories: list[Story],
    training: list[Cloze],
    folds: int,
    seed: int,
    language_model: Path | None,
) -> list[Probabilities]:
    """What the small system says; of a language model alone, that all endings are equal."""
    from tacit.endings.asking import uniform
    from tacit.endings.compare import judge

    if system.startswith("llm:"):
        return uniform(clozes)
    judged = partial(judge, system, clozes, stories, training=training, folds=folds, seed=seed)
    with watched(output, system) as progress:
        return judged(progress=progress, **options_of(language_model))


def figures_of(clozes: list[Cloze], said: list[Probabilities], subset: str | None, seed: int) -> EndingEvaluation:
    """All figures, or those of a part of the stories; which of them are hard is found among all."""
    from tacit.endings.evaluate import evaluate as measure
    from tacit.endings.evaluate import members_of, style_hard

    if subset is None:
        return measure(clozes, said, seed=seed)
    chosen = members_of(subset, clozes)
    hard = list(compress(style_hard(clozes, seed=seed), chosen))
    return measure(list(compress(clozes, chosen)), list(compress(said, chosen)), hard=hard)


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
