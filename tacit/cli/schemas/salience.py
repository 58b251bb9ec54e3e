"""`tacit schemas salience`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.schemas.measuring import Bar


@tabular()
def salience(
    file: Annotated[Path, typer.Argument(metavar="SCHEMAS", help="A file that `tacit schemas induce` wrote.")],
    test: Annotated[str, typer.Argument(metavar="GOLD", help="CoNLL-U with entities that say who is salient (GUM).")],
    top: Annotated[int, typer.Option(min=1, help="Schemas of each text whose participants are predicted.")] = 10,
    raters: Annotated[int, typer.Option(min=1, help="Readers who must find an entity salient.")] = 3,
    min_mentions: Annotated[int, typer.Option(min=1, help="Mentions that a predicted entity must have.")] = 2,
    coreference: Annotated[str, typer.Option(help="gold, or a system: ranker, sieve, …")] = "gold",
    bar: Bar = 0.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Are the participants of the schemas that a text tells its salient entities? (the NASTEA task)

    Beside the schemas: as many of the most often mentioned entities, all
    entities of the first sentence, and whoever takes part in any event.

    Example:

    tacit schemas salience schemas.json gum/dev.conllu
    """
    from rich.table import Table

    from tacit import formats
    from tacit.schemas.salience import SYSTEMS, evaluate, tales
    from tacit.schemas.storage import read_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    schemas = read_schemas(file).schemas
    gold = []
    with output.progress() as progress:
        task = progress.add_task("reading", total=None, rate="")
        for tale in tales(formats.open(test), raters=raters, resolver=coreference):
            gold.append(tale)
            progress.update(task, completed=len(gold))
    results = {name: evaluate(gold, schemas, top=top, minimum=min_mentions, system=name).to_dict() for name in SYSTEMS}
    table = Table("", "precision", "recall", "F1", box=None, pad_edge=False)
    for name, figures in results.items():
        table.add_row(name, *(f"{figures[key]:.3f}" for key in ("precision", "recall", "f1")))
    mine = results.pop("schemas")
    by_top = [evaluate(gold, schemas, top=few, minimum=min_mentions).f1 for few in range(1, top + 1)]
    plain = {"top": top, "raters": raters, "min_mentions": min_mentions, "f1_by_top": by_top, "baselines": results}
    output.result({"system": "schemas", **mine, **plain}, table)
    best = max(range(top), key=lambda place: by_top[place])
    output.remark(
        f"{mine['n']} texts, the {top} most present schemas of each; best with {best + 1} (F1 {by_top[best]:.3f})"
    )
    if mine["f1"] < bar:
        raise typer.Exit(1)
