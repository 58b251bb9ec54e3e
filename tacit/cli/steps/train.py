"""`tacit steps train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.steps.shared import (
    Checkpoint,
    Epochs,
    MaxAbstract,
    MaxConcrete,
    Prior,
    Seed,
    System,
    TrainPaths,
    Vocabulary,
    training_options,
)


def train(
    train: TrainPaths,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    system: System = "tacit",
    checkpoint: Checkpoint = None,
    epochs: Epochs = None,
    vocabulary: Vocabulary = None,
    max_abstract: MaxAbstract = None,
    max_concrete: MaxConcrete = None,
    prior: Prior = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on templates and write it to a folder.

    A transducer's table of knowledge is written beside it. Training that was
    stopped goes on when the same command is given again; a twentieth of the
    instructions is held back to know when to stop.

    Example:

    tacit steps train --system transducer --train train.tsv --out model
    """
    from tacit.steps.data import read_templates
    from tacit.steps.seen import learnt_from
    from tacit.steps.task import Aligner
    from tacit.steps.train import learn_knowledge, prepare_checkpoint
    from tacit.steps.train import train as learn

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    templates = read_templates(train)
    options = training_options(epochs, vocabulary, max_abstract, max_concrete, prior)
    saved = checkpoint or prepare_checkpoint(out)
    with watched(output) as progress:
        learnt = learn(system, templates, seed=seed, checkpoint=saved, progress=progress, **options)
    learnt.save(out)
    learnt_from(templates).save(out)
    if isinstance(learnt, Aligner):
        with watched(output) as progress:
            learn_knowledge(learnt, templates, words=learnt.candidates, progress=progress).save(out)
    saved.unlink(missing_ok=True)
    output.result({"system": system, "templates": len(templates), "output": str(out)})
    output.remark(f"trained on {len(templates):,} templates; use it as --system {system}:{out}")
