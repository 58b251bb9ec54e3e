"""`tacit systems`: every system there is, with published and measured figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose


def systems(
    task: Annotated[str | None, typer.Argument(help="Only the systems of this task.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the systems: what each one is, its paper, what it scores and how to measure it."""
    from rich.table import Table

    from tacit import systems as registry

    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = registry.systems(task)
    table = Table(box=None, pad_edge=False)
    for column in ("task", "system", "what", "published", "measured"):
        table.add_column(column, overflow="fold")
    for system in known:
        about = system.about + (f" ({system.paper})" if system.paper else "")
        about += f"; {system.replaces}" if system.replaces else ""
        table.add_row(system.task, system.name, about, _figures(system.published), _figures(system.measured))
    out.result([system.to_dict() for system in known], table)


def _figures(figures: Mapping[str, float]) -> str:
    return ", ".join(f"{metric} {value:.3f}" for metric, value in figures.items())
