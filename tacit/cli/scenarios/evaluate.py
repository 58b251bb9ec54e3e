"""`tacit scenarios evaluate`: measure systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
from tacit.cli.common.options import InventoryFile, NonePaths, Seed, System, TrainPaths, number, table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.scenarios.evaluate import ScenarioEvaluation

Features = Annotated[
    str | None, typer.Option(help="Of the paper's classifiers: tfidf, lda, embedding, or several with commas.")
]


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Texts with gold scenarios; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    none: NonePaths = [],  # noqa: B006
    features: Features = None,
    inventory: InventoryFile = None,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if F1 is lower.")] = 0.0,
    top: Annotated[int, typer.Option(min=0, help="Rows of the tables of scenarios and confusions.")] = 10,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
    llm: Llm = None,
    ask: Ask = 0.02,
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
    """Score a system: sentence-level micro precision, recall and F1 as the paper counts them, Pk and WindowDiff.

    Also: accuracy of one label a text, scores by scenario, confusions with PMI, and their correlations.
    With --inventory only its scenarios count, as in detect. Texts that stand in what the system has learnt from, as a
    whole or by one of their passages, are left out. --against measures a second system (trained on --train, too, unless
    it is named with its folder) on the same texts. With --llm a language model picks among the system's candidates for
    the least certain share of all sentences (--ask, a fiftieth); --system llm:MODEL@URL has it pick for all, by itself.

    Example:

        tacit scenarios evaluate --system tt_tfidf --train train.xml --test composed.jsonl
    """
    from tacit.llm import Asking
    from tacit.scenarios.experiment import ScenarioOptions, plan, run

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = ScenarioOptions(
        test=test,
        system=system,
        train=train,
        none=none,
        features=features,
        inventory=inventory,
        against=against,
        keep_seen=keep_seen,
        seed=seed,
        asking=Asking(llm, answers, mode, budget, parallel, timeout, dry_run),
        ask=ask,
    )
    with watched(output) as progress:
        if dry_run:
            show_forecast(output, plan(options, remarks=output.remark, progress=progress))
            return
        found = run(options, remarks=output.remark, progress=progress)
    output.result(found.to_dict())
    if not json:
        _show(output, found.figures, top)
        pairwise.show(output, found.comparison)
    if found.figures.f1 < bar:
        raise typer.Exit(1)


def _show(output: Output, figures: ScenarioEvaluation, top: int) -> None:
    plain = figures.to_dict()
    names = ("n", "sentences", "precision", "recall", "f1", "pk", "windowdiff", "text_accuracy")
    rows = [(name, number(plain[name])) for name in names]
    rows += [(f"r({name.replace('_', ', ')})", number(value)) for name, value in figures.correlations.items()]
    rows += [
        (f"share of the {name.removeprefix('top_')} most frequent confusions", number(value))
        for name, value in figures.confusion_shares.items()
    ]
    output.stdout.print(table((), rows))
    if top:
        scores = [
            (each.label, str(each.sentences), *map(number, (each.precision, each.recall, each.f1)))
            for each in figures.scenarios[:top]
        ]
        output.stdout.print(table(("best scenarios", "sentences", "P", "R", "F1"), scores))
        confusions = [
            (each.gold, each.predicted, str(each.sentences), f"{each.pmi:.2f}") for each in figures.confusions[:top]
        ]
        output.stdout.print(table(("gold", "taken for", "sentences", "PMI"), confusions))
