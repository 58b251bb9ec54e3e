"""`tacit clarify explain`: what a code means."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def explain(
    code: Annotated[str, typer.Argument(help="A code such as TAC103, or its name.")],
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Say what a code means, why it matters, and how to rewrite.

    Example:

        tacit clarify explain TAC103
    """
    from tacit.linter.explanations import explanation

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = explanation(code)
    output.result(found.to_dict())
    if not json:
        output.stdout.print("\n".join(found.lines()), markup=False, highlight=False)
