"""`tacit scripts trust`: how far left-out events can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular("curve")
def trust(
    stories: Annotated[Path, typer.Argument(help="A folder of stories whose events were judged.")],
    texts: Annotated[
        list[str] | None,
        typer.Option("--texts", help="Labelled texts, also about nothing: they teach which script a text follows."),
    ] = None,
    base: Annotated[Path | None, typer.Option("--base", help="Your own scripts: a folder that compile wrote.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the scripts with what was learnt here.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure, by cross-validation, how far left-out events can be trusted.

    Judged stories are read as any text is, by what other stories taught.
    For each cut: the share of stories that get an event, and the shares of
    events that are right, told after all, or odd. For each coverage: how
    often what happened untold is in the set, and how large the sets are.

    With --out what was learnt of it is kept with the scripts.

    Example:

    tacit scripts trust data/stories
    """
    from dataclasses import replace

    from tacit.cli.common.stages import stages
    from tacit.scenarios.data import read_labelled
    from tacit.scenarios.inventory import load_inventory
    from tacit.scripts import trusting
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.stories import read_stories

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    scripts = ScriptBase.load(base)
    with output.progress() as bar:
        found = trusting.compare_as_read(read_stories(stories), scripts, stages(bar))
        choices = trusting.choices(read_labelled(texts or [], load_inventory()), scripts, stages(bar))
    output.result(figures := trusting.measure(found, choices), _shown(figures))
    if out is not None:
        weights, hidden = trusting.learn_trust(found, choices)
        replace(scripts, weights={**scripts.weights, **weights}, hidden=hidden).save(out)
        output.remark(f"wrote {out}")


def _shown(figures: dict[str, Any]) -> Any:
    from rich.console import Group
    from rich.text import Text

    read = (
        f"{figures['read']} of {figures['stories']} stories read, {figures['scenario_right']:.0%} by the right script"
    )
    curve = (
        [f"{value:.2f}" if name != "events" else str(value) for name, value in each.items()]
        for each in figures["curve"]
    )
    sets = ([f"{value:.2f}" for value in each.values()] for each in figures["coverages"])
    return Group(
        Text(read),
        table(("cut", "stories", "events", "right", "told", "odd"), curve),
        table(("coverage", "covered", "size"), sets),
    )
