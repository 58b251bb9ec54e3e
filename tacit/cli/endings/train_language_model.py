"""`tacit endings train-language-model`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.endings.shared import Seed


def train_language_model(
    stories: Annotated[list[str], typer.Argument(help="Files of whole stories.")],
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    epochs: Annotated[int, typer.Option(min=1, help="How often each story is read.")] = 4,
    vocabulary: Annotated[int, typer.Option(min=2, help="Words that are known; others count as one.")] = 10_000,
    hidden: Annotated[int, typer.Option(min=1, max=4096, help="Width of the LSTM.")] = 256,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a recurrent language model on stories, for the system msap.

    Training that was stopped goes on when the same command is given again.
    One story in fifty is held back to tell the perplexity.

    Example:

    tacit endings train-language-model stories.tsv --out rnn

    tacit endings evaluate --system msap --language-model rnn --folds 5 --test val.csv
    """
    from tacit.endings.data import read_stories
    from tacit.endings.features.story_model import StoryModelSizes
    from tacit.endings.features.story_model import train as learn
    from tacit.endings.seen import learnt_from

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = read_stories(stories)
    sizes = StoryModelSizes(words=vocabulary, hidden=hidden)
    checkpoint = out / "checkpoint.safetensors"
    with watched(output, "language model") as progress:
        model, perplexity = learn(
            found, sizes=sizes, epochs=epochs, seed=seed, checkpoint=checkpoint, progress=progress
        )
    model.save(out)
    learnt_from((), found).save(out)
    checkpoint.unlink(missing_ok=True)
    output.result({"stories": len(found), "words": len(model.words), "perplexity": perplexity, "output": str(out)})
    output.remark(f"trained on {len(found)} stories, perplexity {perplexity:.1f}; use it as --language-model {out}")
