"""`tacit scenarios train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import InventoryFile, NonePaths, Seed, System, TrainPaths
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.scenarios.evaluate import Features, read_wordings, trained_system, training_texts
from tacit.errors import UsageError


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
    start: Annotated[
        str | None,
        typer.Option("--from", help="Give a trained system a few more examples: 'shipped', or NAME:FOLDER."),
    ] = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on texts that say what they are about, and write it to a folder.

    Examples:

        tacit scenarios train --train train.xml --train my_texts/ --none stories.tsv --out model

        tacit scenarios train --from shipped --train corrected/ --out mine

        tacit scenarios train --system tt_tfidf --features tfidf,lda --train train.xml --out model
    """
    from tacit.scenarios import load_inventory
    from tacit.scenarios.seen import also_from, learnt_from
    from tacit.scenarios.train import DEFAULT, adapt, folder_of
    from tacit.seen import Seen

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if start is not None and (features or scripts or checkpoints or none or inventory):
        raise UsageError("with --from there is only --train: what else the system knows, it keeps")
    known = load_inventory(inventory)
    narratives = training_texts(output, train, none, known)
    if start is not None:
        begun = DEFAULT if start == "shipped" else start
        system = begun.partition(":")[0]
        adapt(begun, narratives).save(out)
        also_from(Seen.load(folder_of(begun)), narratives).save(out)
    else:
        trained_system(
            output, system, narratives, inventory, seed, read_wordings(scripts, known), features, checkpoints
        ).save(out)
        learnt_from(narratives).save(out)
    labels = {label for narrative in narratives for gold in narrative.labels for label in gold}
    output.result({"system": system, "texts": len(narratives), "scenarios": len(labels), "output": str(out)})
    done = "trained on" if start is None else "adapted to"
    output.remark(f"{done} {len(narratives)} texts about {len(labels)} scenarios; use it as --system {system}:{out}")
