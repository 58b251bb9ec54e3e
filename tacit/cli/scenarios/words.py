"""`tacit scenarios words`."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.options import InventoryFile, Seed, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tables import word_rows
from tacit.cli.common.tabular import tabular


@tabular(each=word_rows)
def words(
    texts: Annotated[list[str], typer.Argument(help="Texts labelled with scenarios.")],
    scenario: Annotated[list[str], typer.Option("--scenario", help="Show only this one; repeatable.")] = [],  # noqa: B006
    count: Annotated[int, typer.Option(min=1, help="Words a scenario.")] = 10,
    method: Annotated[str, typer.Option(help="topics, as the paper does, or distinctive.")] = "topics",
    inventory: InventoryFile = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the words that tell each scenario.

    Example:

        tacit scenarios words train.xml --scenario "ordering a pizza" --scenario "doing laundry"
    """
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.words import scenario_words

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    wanted = [known.scenario(name).label for name in scenario]
    with working(output, "reading"):
        found = scenario_words(read_labelled(texts, known), count=count, method=method, seed=seed)
    shown = {label: top for label, top in found.items() if label in wanted or not wanted}
    output.result(shown, table(("scenario", "words"), ((label, ", ".join(top)) for label, top in shown.items())))
