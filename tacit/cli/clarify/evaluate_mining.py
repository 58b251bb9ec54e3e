"""`tacit clarify evaluate-mining`."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.options import number, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular()
def evaluate_mining(
    test: Annotated[list[str], typer.Option("--test", help="Judged clarifications in CLAIRE's format; repeatable.")],
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure mining: is the phenomenon of each sentence recognised?

    Each sentence without and with its best-rated filler is a revision.

    Example:

        tacit clarify evaluate-mining --test claire/dev
    """
    from tacit.clarifications.data import read_instructions
    from tacit.mining.evaluate import evaluate

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    with working(output, "mining"):
        scores = evaluate([each for path in test for each in read_instructions(path)])
    rows = [("all", number(scores.accuracy)), *((name, number(value)) for name, value in scores.by_phenomenon.items())]
    output.result(scores.to_dict(), table(("phenomenon", "recognised"), rows))
    if scores.accuracy < bar:
        raise typer.Exit(1)
