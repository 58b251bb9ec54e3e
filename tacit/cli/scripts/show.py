"""`tacit scripts show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.scripts.shared import Base, read_base


@tabular("events")
def show(
    scenario: Annotated[str, typer.Argument(help="A scenario, such as 'baking a cake'.")],
    svg: Annotated[Path | None, typer.Option(help="Draw it here as a graph.")] = None,
    base: Base = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show a script: its events in their typical order.

    Events come with how many texts tell them, who and what takes part,
    which events they wait for and which may stand in for them.

    Examples:

        tacit scripts show "baking a cake"

        tacit scripts show "taking a bath" --svg bath.svg
    """
    from tacit.report.scripts import drawing as script_drawing
    from tacit.report.scripts import terminal as script_terminal
    from tacit.scripts.summary import summary

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    script = read_base(base).script(scenario)
    output.result(summary(script), script_terminal.script(script))
    if svg:
        script_drawing.write_drawing(script, svg)
        output.remark(f"wrote {svg}")
