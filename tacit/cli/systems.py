"""`tacit systems`: every system there is, with published and measured figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tacit.systems import System


@tabular()
def systems(
    task: Annotated[str | None, typer.Argument(help="Only the systems of this task.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Run each on tiny data; exit with 1 if one fails.")] = False,
    reading: Annotated[
        bool, typer.Option("--reading", help="What `tacit read` reads for instead: what each part needs and adds.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(help="Write down the figures of this file, which is what `evaluate --json` of the task printed."),
    ] = None,
    data: Annotated[str, typer.Option(help="With --record: on which data that was.")] = "",
    protocol: Annotated[str, typer.Option(help="With --record: how it was measured.")] = "",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the systems: what each one is, its paper, what it scores and how to measure it.

    --record is for whoever works on tacit itself: the figures go into the file
    measured.json of the task, from which this command and the tests of the
    tables in README and docs take them.

    Example:

        tacit endings evaluate --folds 5 --test val.csv --json > result.json
        tacit systems endings --record result.json
    """
    from rich.console import Group
    from rich.rule import Rule
    from rich.text import Text

    from tacit import systems as registry

    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    if record is not None:
        _record(out, task, record, data, protocol)
        return
    if data or protocol:
        raise UsageError("--data and --protocol say how figures came about that --record writes down")
    if reading:
        _show_reading(out)
        return
    known = registry.systems(task)
    if check:
        _check(known, out)
        return
    lines: list[RenderableType] = []
    for name, group in groupby(known, key=lambda system: system.task):
        lines.append(Rule(Text(name, style="bold"), align="left", style="dim"))
        lines += [_shown(system) for system in group]
    out.result([system.to_dict() for system in known], Group(*lines))


def _record(out: Output, task: str | None, file: Path, data: str, protocol: str) -> None:
    from tacit.measured import read_result, record

    if task is None:
        raise UsageError("--record needs the task: tacit systems TASK --record FILE")
    result = read_result(file)
    figures = record(task, result, data=data, protocol=protocol)
    out.result({"task": task, "system": result["system"], "measured": figures})
    out.remark(f"wrote down {', '.join(f'{name} {value:.3f}' for name, value in figures.items())}")


def _show_reading(out: Output) -> None:
    """A row for each capability, in the order in which they read."""
    from rich.table import Table

    from tacit.reader import overview

    known = overview()
    table = Table("read for", "texts", "needs", "adds", "after", box=None, header_style="bold")
    for each in known:
        table.add_row(each["name"], *(", ".join(each[name]) for name in ("fits", "needs", "adds", "after")))
    out.result(known, table)


def _check(known: Sequence[System], out: Output) -> None:
    """One line a system as soon as it is checked; the JSON comes at the end."""
    from rich.text import Text

    from tacit import self_checks

    outcomes = []
    for system in known:
        outcome = self_checks.check(system)
        outcomes.append(outcome)
        if not out.as_json:
            mark = Text("works ", "green") if outcome.ok else Text("FAILS ", "bold red")
            words = f" {outcome.task} {outcome.name}  {outcome.seconds:.1f} s  {outcome.error}"
            out.stdout.print(mark.append(words, "default"))
    if out.as_json:
        out.result([outcome.to_dict() for outcome in outcomes])
    failed = sum(not outcome.ok for outcome in outcomes)
    out.remark(f"{len(outcomes) - failed} of {len(outcomes)} systems work")
    if failed:
        raise typer.Exit(1)


def _shown(system: System) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    head = Text(system.name, style="bold").append(f"  {system.about}", style="not bold")
    if system.paper:
        head.append(f" ({system.paper})")
    rest = [f"{title} {_figures(figures)}" for title, figures in _columns(system) if figures]
    rest += [f"--{option} {', '.join(values)}" for option, values in system.options.items()]
    rest += [text for text in (system.replaces, system.data, system.protocol, system.command) if text]
    return Group(head, *(Padding(Text(line, style="dim"), (0, 0, 0, 2)) for line in rest))


def _columns(system: System) -> list[tuple[str, Mapping[str, float]]]:
    also = [(f"measured with {condition}", figures) for condition, figures in system.also_measured.items()]
    return [("published", system.published), ("measured", system.measured), *also]


def _figures(figures: Mapping[str, float]) -> str:
    return ", ".join(f"{metric} {value:.3f}" for metric, value in figures.items())
