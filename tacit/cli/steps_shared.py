"""Options and ways to show things that the commands of `tacit steps` share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tacit.cli.output import Output

if TYPE_CHECKING:
    from tacit.steps.task import Epoch, Progress, StepSystem, Template, Watch

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

    with _watching(output) as watch:
        return train(system, templates, seed=seed, checkpoint=checkpoint, watch=watch, **options)


@contextmanager
def _watching(output: Output) -> Iterator[Watch]:
    with output.progress() as bar:
        task = bar.add_task("training", total=None, rate="")

        def watch(epoch: Epoch) -> None:
            bar.update(
                task,
                description=f"{epoch.stage}, epoch {epoch.number}",
                total=epoch.batches,
                completed=epoch.batch,
                rate=f"loss {epoch.loss:.3f}, {duration(epoch.seconds_left)} left",
            )
            if epoch.batch == epoch.batches and not output.stderr.is_terminal:
                output.remark(
                    f"{epoch.stage}, epoch {epoch.number}: loss {epoch.loss:.3f},"
                    f" at most {duration(epoch.seconds_left)} left"
                )

        yield watch


@contextmanager
def counting(output: Output, what: str) -> Iterator[Progress]:
    """A bar for work on many items, with rate and remaining time."""
    with output.progress() as bar:
        task = bar.add_task(what, total=None, rate="")

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, rate=f"{bar.tasks[0].speed or 0:.0f}/s")

        yield progress


def duration(seconds: float) -> str:
    """A time as a person says it.

    >>> duration(42), duration(600), duration(9000)
    ('42 s', '10 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
