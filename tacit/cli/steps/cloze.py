"""`tacit steps cloze`: measure how well blanks are filled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.steps.shared import (
    Checkpoint,
    Decoding,
    Epochs,
    MaxAbstract,
    MaxConcrete,
    Prior,
    Seed,
    System,
    TrainPaths,
    Vocabulary,
    training_options,
)

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.steps.evaluate import StepEvaluation

Approved = Annotated[
    Path | None, typer.Option(help="Words that may stand in blanks, one a line; else those blanked in training.")
]
Answers = Annotated[
    Literal["restricted", "open"],
    typer.Option(help="What may stand in blanks: words that are blanked (restricted), or any known word (open)."),
]


@tabular()
def cloze(
    test: Annotated[list[str], typer.Option("--test", help="Templates to fill; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    approved: Approved = None,
    answers: Answers = "restricted",
    decoding: Decoding = "marginal",
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the oracle match is lower.")] = 0.0,
    checkpoint: Checkpoint = None,
    epochs: Epochs = None,
    vocabulary: Vocabulary = None,
    max_abstract: MaxAbstract = None,
    max_concrete: MaxConcrete = None,
    prior: Prior = None,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Let a system fill the blanks of concrete instructions, and score it.

    A row of a file has three cells between tabs: the abstract instruction,
    the concrete one, and for each concrete word 0 (blank) or 1 (given).

    Each blanked word is one trial: a match if the first guess is the word,
    top-5 if it is among the first five. Figures per blank are there as well.
    Oracle: earlier blanks are known. Greedy: they hold the system's guesses.
    Surprisal is -log p of the word, in nats, with gold words to its left.

    Without --train the model that comes with tacit is used. Templates whose
    abstract instruction it has learnt from are left out. --answers open is
    how the paper measures: blanks may take any word that the system knows.
    --against measures a second system on the same templates, as it was
    trained before.

    Example:

    tacit steps cloze --system transducer --test valid.tsv
    """
    from tacit.steps.experiment import StepOptions, run

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = StepOptions(
        test=test,
        system=system,
        train=train,
        training=training_options(epochs, vocabulary, max_abstract, max_concrete, prior),
        checkpoint=checkpoint,
        approved=approved,
        answers=answers,
        decoding=decoding,
        against=against,
        keep_seen=keep_seen,
        seed=seed,
    )
    with watched(output) as progress:
        found = run(options, remarks=output.remark, progress=progress)
    output.result(found.to_dict(), _figures(found.figures))
    pairwise.show(output, found.comparison)
    if found.figures.oracle_match < bar:
        raise typer.Exit(1)


def _figures(figures: StepEvaluation) -> Table:
    from tacit.cli.common.options import number, table

    return table((), [(name.replace("_", " "), number(value)) for name, value in figures.to_dict().items()])
