"""Commands that train what systems grow on: the masked language model and the discriminator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched

Texts = Annotated[list[str], typer.Argument(help="Files of instructions, stories or any English text.")]
Out = Annotated[Path, typer.Option(help="The model folder to write.")]
Most = Annotated[int | None, typer.Option(min=1, help="Texts to draw from a larger file.")]
Epochs = Annotated[int, typer.Option(min=1, help="How often each text is seen.")]
Minutes = Annotated[float | None, typer.Option(min=0, help="Stop after so long; the same command goes on from there.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]


def train_masked(
    texts: Texts,
    out: Out,
    most: Most = None,
    epochs: Epochs = 1,
    minutes: Minutes = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train the masked language model, which says what could stand at a gap.

    It starts from the shared sentence encoder. Training that was stopped goes
    on when the same command is given again.

    Example:

    tacit steps train-masked how-to.jsonl stories.tsv --most 4000 --out model
    """
    from tacit.backbones.masked_training import train

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    trained, about = _trained(train, texts, out, output, most=most, epochs=epochs, minutes=minutes, seed=seed)
    output.result({"texts": about["texts"], "words": len(trained.words), **about})
    output.remark(f"trained on {about['texts']:,} texts; it knows {len(trained.words):,} words")


def train_encoder(
    texts: Texts,
    out: Out,
    most: Most = None,
    epochs: Epochs = 1,
    minutes: Minutes = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Teach the encoder which words of a text were replaced.

    The systems that are published with BERT start from what this makes:
    evaluate and train take its folder as --model. Words are replaced by
    others that the masked language model draws. Training that was stopped
    goes on when the same command is given again.

    Example:

    tacit clarify train-encoder how-to.jsonl stories.tsv --most 8000 --out model
    """
    from tacit.backbones.discriminator_training import train

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    _, about = _trained(train, texts, out, output, most=most, epochs=epochs, minutes=minutes, seed=seed)
    output.result(about)
    output.remark(f"trained on {about['texts']:,} texts")


def _trained(
    train: Callable[..., tuple[Any, bool]],
    paths: list[str],
    out: Path,
    output: Output,
    *,
    most: int | None,
    **options: Any,
) -> tuple[Any, dict[str, Any]]:
    """Train with progress and a checkpoint and write the model; with it, what there is to say."""
    from tacit.files import make_folder
    from tacit.steps.instruction_texts import read_texts

    make_folder(out)
    texts = read_texts(paths, most=most, seed=options["seed"])
    checkpoint = out / "checkpoint.safetensors"
    with watched(output) as progress:
        trained, finished = train(texts, checkpoint=checkpoint, progress=progress, **options)
    trained.save(out)
    if finished:
        checkpoint.unlink(missing_ok=True)
    else:
        output.remark("stopped before the end: the same command goes on")
    return trained, {"texts": len(texts), "finished": finished, "output": str(out)}
