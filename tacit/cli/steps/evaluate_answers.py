"""`tacit steps evaluate-answers`: what the answers of `elaborate` are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

Wanted = Annotated[list[str], typer.Option("--test", help="Instructions with what is expected (TOML); repeatable.")]


@tabular()
def evaluate_answers(
    test: Wanted,
    outside: Annotated[
        list[str], typer.Option("--outside", help="Instructions that are to be refused (TOML); repeatable.")
    ] = [],  # noqa: B006 (typer copies it)
    model: Annotated[Path | None, typer.Option(help="A folder that `compile` wrote.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure the first answers of `elaborate` to instructions with known key steps.

    Prints the share of instructions that are answered, of key steps and
    tools that answers name (of all, and of what was answered), and of
    answers with a word that shows nonsense.

    Example:

    tacit steps evaluate-answers --test data/instructions/i4-1.toml --outside data/instructions/far.toml
    """
    from tacit import howto
    from tacit.cli.common.options import number, table
    from tacit.howto.calibrating import read_outside, read_wanted
    from tacit.howto.evaluate import evaluate_answers, refused

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    reader = howto.load(model)
    figures: dict[str, Any] = evaluate_answers(reader, read_wanted(test)).to_dict()
    if outside:
        figures["refused_outside"] = refused(reader, read_outside(outside))
    unanswered = figures["unanswered"]
    rows = [(name.replace("_", " "), number(value)) for name, value in figures.items() if name != "unanswered"]
    output.result(figures, table((), rows))
    for each in unanswered:
        output.remark(f"not answered: {each}")
