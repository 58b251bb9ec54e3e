"""Options and ways to show things that the commands of `tacit steps` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

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
