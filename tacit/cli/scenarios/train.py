"""`tacit scenarios train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.options import InventoryFile, NonePaths, Seed, System, TrainPaths
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.scenarios.evaluate import Features

if TYPE_CHECKING:
    from tacit.scenarios import Inventory


def train(
    train: TrainPaths,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    none: NonePaths = [],  # noqa: B006
    system: System = "tacit",
    features: Features = None,
    inventory: InventoryFile = None,
    scripts: Annotated[list[str], typer.Option("--scripts", help="Script files whose wordings teach, too.")] = [],  # noqa: B006
    checkpoints: Annotated[
        Path | None, typer.Option(help="A folder from which a long training goes on after it was cut.")
    ] = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on texts that say what they are about, and write it to a folder.

    Examples:

        tacit scenarios train --train train.xml --train my_texts/ --none stories.tsv --out model

        tacit scenarios train --system tt_tfidf --features tfidf,lda --train train.xml --out model
    """
    from tacit.scenarios import load_inventory
    from tacit.scenarios.data import read_training
    from tacit.scenarios.seen import learnt_from
    from tacit.scenarios.train import train as learn

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    with watched(output) as progress:
        progress("reading", 0, 0)
        narratives = read_training(train, none, known)
        progress("reading", 1, 1)
        progress("training", 0, 0)
        trained = learn(
            system,
            narratives,
            inventory=known,
            wordings=read_wordings(scripts, known),
            features=features,
            seed=seed,
            checkpoints=checkpoints,
            progress=progress,
        )
    trained.save(out)
    learnt_from(narratives).save(out)
    labels = {label for narrative in narratives for gold in narrative.labels for label in gold}
    output.result({"system": system, "texts": len(narratives), "scenarios": len(labels), "output": str(out)})
    output.remark(
        f"trained on {len(narratives)} texts about {len(labels)} scenarios; use it as --system {system}:{out}"
    )


def read_wordings(scripts: list[str], known: Inventory) -> dict[str, list[str]]:
    """How people word the events of each scenario of an inventory, from script files."""
    from tacit.scripts.files import read_files

    found = {}
    for _, script in read_files(scripts):
        if scenario := known.find(script.scenario):
            found[scenario.label] = [wording for event in script.events for wording in event.wordings]
    return found
