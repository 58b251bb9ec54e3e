"""Options and ways to show things that the commands of `tacit steps` share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tacit.cli.common.output import Output
from tacit.cli.common.stages import watched

if TYPE_CHECKING:
    from tacit.steps.task import StepSystem, Template

System = Annotated[str, typer.Option(help="A system by name, or NAME:FOLDER for a trained one.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]
TrainPaths = Annotated[list[str], typer.Option("--train", help="Templates to train on; repeatable.")]
Checkpoint = Annotated[
    Path | None, typer.Option(help="Where training is saved after each epoch, and goes on from after a stop.")
]
Epochs = Annotated[int | None, typer.Option(min=1, help="Most epochs of each stage of training.")]
Vocabulary = Annotated[int | None, typer.Option(min=10, help="Words that are known; others count as one.")]
MaxAbstract = Annotated[int | None, typer.Option(min=1, help="Abstract words a pair may have in training.")]
MaxConcrete = Annotated[int | None, typer.Option(min=1, help="Concrete words a pair may have in training.")]
Prior = Annotated[
    float | None,
    typer.Option(min=0, help="transducer-param: words seen before that hold transitions near the fixed ones."),
]
Decoding = Annotated[
    Literal["marginal", "paper"],
    typer.Option(help="Transducers: sum over all places (marginal), or the paper's appendix A.4 (paper)."),
]


def with_decoding(system: StepSystem, decoding: str, *, seed: int) -> None:
    """Let a transducer fill blanks in the chosen way; other systems have only their own."""
    from tacit.errors import UsageError

    if decoding == "marginal":
        return
    from tacit.steps.slots import SlotDecoding
    from tacit.steps.systems.transducer import Transducer

    if not isinstance(system, Transducer):
        raise UsageError(
            f"--decoding paper is about alignments, which {system.name!r} does not have; take a transducer"
        )
    system.slots = SlotDecoding(seed=seed)


def training_options(
    epochs: int | None,
    vocabulary: int | None,
    max_abstract: int | None,
    max_concrete: int | None,
    prior: float | None = None,
) -> dict[str, Any]:
    """The options that were given, as a system's constructor names them."""
    named = {
        "epochs": epochs,
        "vocabulary_size": vocabulary,
        "max_abstract": max_abstract,
        "max_concrete": max_concrete,
        "prior": prior,
    }
    return {name: value for name, value in named.items() if value is not None}


def trained(
    output: Output,
    system: str,
    templates: Sequence[Template],
    *,
    seed: int,
    checkpoint: Path | None,
    options: dict[str, Any],
) -> StepSystem:
    """Train a system under a bar that shows the loss and the time that is left."""
    from tacit.steps.train import train

    with watched(output) as progress:
        return train(system, templates, seed=seed, checkpoint=checkpoint, progress=progress, **options)
