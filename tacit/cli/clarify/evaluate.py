"""`tacit clarify evaluate`: measure systems that judge fillers."""

from __future__ import annotations

from pathlib import Path
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
from tacit.cli.common.options import Seed, System, number, table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.evaluate import ClarificationEvaluation

Model = Annotated[
    str | None,
    typer.Option(
        help="Another encoder for the bert systems: a Hugging Face name or folder, or what train-encoder wrote."
    ),
]
Context = Annotated[
    str | None,
    typer.Option(help="What the bert systems read: whole (as far as the encoder can), or a window of some tokens."),
]
Shares = Annotated[
    str | None,
    typer.Option(help="How classes count when a bert system learns: as in CLAIRE's dev, or as they come in train."),
]
Limit = Annotated[int, typer.Option(min=0, help="Train on so many sentences only; 0 takes all.")]
TrainPaths = Annotated[list[str], typer.Option("--train", help="Judged clarifications to train on; repeatable.")]


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Judged clarifications: see below; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    labels: Annotated[Path | None, typer.Option(help="The labels of --test, if not beside it.")] = None,
    scores: Annotated[Path | None, typer.Option(help="The scores of --test, if not beside it.")] = None,
    model: Model = None,
    context: Context = None,
    shares: Shares = None,
    folds: Annotated[int, typer.Option(min=0, help="Adjust the class balance to the other folds; 0: not.")] = 0,
    limit: Limit = 0,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
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
    """Score a system: accuracy over three classes, Spearman, by phenomenon.

    --test is CLAIRE's data file (x_data.tsv, with x_labels.tsv and
    x_scores.tsv beside it), what its name begins with (claire/dev), or a
    folder that holds one. CLAIRE's train set is balanced otherwise than dev
    and test: with --folds 5 the judgements of each fifth of the test
    sentences are adjusted to the class balance of the other four fifths.
    Sentences that the system has learnt from are left out; with --folds
    those count that it has learnt more from than the class balance.
    --against measures a second system on the same sentences. With --llm
    a language model judges as well, or the least certain share; --system
    llm:MODEL@URL measures it by itself.

    Example:

        tacit clarify evaluate --system bert_markers --train claire/train --test claire/dev
    """
    from tacit.clarifications.experiment import ClarificationOptions, plan, run
    from tacit.clarifications.train import EncoderOptions
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = ClarificationOptions(
        test=test,
        system=system,
        train=train,
        labels=labels,
        scores=scores,
        encoder=EncoderOptions(model, context, shares),
        folds=folds,
        limit=limit,
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
        _show(output, found.figures)
        pairwise.show(output, found.comparison)
    if found.figures.accuracy < bar:
        raise typer.Exit(1)


def _show(output: Output, figures: ClarificationEvaluation) -> None:
    rows = [
        (name, str(each.n), number(each.accuracy), number(each.spearman)) for name, each in figures.phenomena.items()
    ]
    rows.append(("all", str(figures.n), number(figures.accuracy), number(figures.spearman)))
    output.stdout.print(table(("phenomenon", "n", "accuracy", "spearman"), rows))
    recalls = ", ".join(f"{label.lower()} {number(recall)}" for label, recall in figures.recalls.items())
    output.stdout.print(f"recall: {recalls}")
    output.stdout.print(f"{figures.same_class} of {figures.sentences} sentences get one class for all their fillers")
