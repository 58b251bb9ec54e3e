"""`tacit scenarios adapt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import NonePaths, Seed, System, TrainPaths, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.scenarios.train import read_wordings


def adapt(
    train: TrainPaths,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    none: NonePaths = [],  # noqa: B006
    system: System = "tacit",
    scripts: Annotated[
        list[str], typer.Option("--scripts", help="Script files whose wordings keep it from forgetting.")
    ] = [],  # noqa: B006
    judged: Annotated[
        list[str],
        typer.Option(
            help="Texts that teach how sure it may be before all teach; else a third of the others does only that."
        ),
    ] = [],  # noqa: B006
    checkpoints: Annotated[
        Path | None, typer.Option(help="A folder from which a long training goes on after it was cut.")
    ] = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Let a trained system go on learning from labelled texts of your own, and write it to a folder.

    A few texts are enough, such as readings that were corrected on the
    page. With texts of 400 sentences and more it also learns anew how
    sure it may be of what it finds in texts of that kind.

    Example:

        tacit scenarios adapt --train corrected/ --scripts data/scripts --out mine
    """
    from tacit.cli.common.stages import watched
    from tacit.errors import UsageError
    from tacit.scenarios import load_inventory
    from tacit.scenarios.data import read_training
    from tacit.scenarios.seen import learnt_from
    from tacit.scenarios.systems.tacit.system import ByExample
    from tacit.scenarios.train import folder_of, load
    from tacit.seen import Seen

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory()
    with working(output, "reading"):
        narratives = read_training(train, none, known)
        kept = read_training(judged, [], known) if judged else []
    trained = load(system)
    if not isinstance(trained, ByExample):
        raise UsageError(f"the system {system!r} cannot go on learning, only 'tacit' can: train a new one")
    trained.wordings, trained.checkpoints = read_wordings(scripts, known), checkpoints
    with watched(output) as progress:
        trained.adapt(narratives, judged=kept, seed=seed, progress=progress)
    trained.save(out)
    learnt_from([*narratives, *kept]).joined(Seen.load(folder_of(system))).save(out)
    name = system.partition(":")[0]
    output.result({"system": name, "texts": len(narratives) + len(kept), "output": str(out)})
    output.remark(f"learnt from {len(narratives) + len(kept)} more texts; use it as --system {name}:{out}")
