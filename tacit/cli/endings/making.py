"""Train systems, and make wrong endings to train them on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.endings.shared import LanguageModel, Seed, System, Train, options_of
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.stages import watched


def train(
    train: Train,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    system: System = "tacit",
    language_model: LanguageModel = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on answered stories, whole stories, or both, and write it.

    Example:

    tacit endings train --system ukp --train val.csv --out model
    """
    from tacit.endings.data import read_training
    from tacit.endings.seen import write_seen
    from tacit.endings.train import train as learn

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes, stories = read_training(train)
    with watched(output, system) as progress:
        learnt = learn(system, clozes, stories, seed=seed, progress=progress, **options_of(language_model))
    learnt.save(out)
    write_seen(out, learnt, clozes, stories)
    output.result({"system": system, "clozes": len(clozes), "stories": len(stories), "output": str(out)})
    output.remark(f"trained on {len(clozes)} clozes and {len(stories)} stories; use it as --system {system}:{out}")


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
    from tacit.endings.features.story_model import Sizes
    from tacit.endings.features.story_model import train as learn
    from tacit.endings.seen import learnt_from

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = read_stories(stories)
    sizes = Sizes(words=vocabulary, hidden=hidden)
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


def generate_negatives(
    stories: Annotated[list[str], typer.Argument(help="Files of whole stories, the last sentence their ending.")],
    out: Annotated[Path, typer.Option(help="The CSV to write, in the format of the Story Cloze Test.")],
    method: Annotated[
        list[str], typer.Option(help="random, backward, nearest or generated; repeatable. The first three by default.")
    ] = [],  # noqa: B006
    together: Annotated[bool, typer.Option("--together", help="One row a story with all its wrong endings.")] = False,
    most: Annotated[int, typer.Option(min=0, help="Most stories to use, drawn at random; 0 uses all.")] = 0,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make up wrong endings for stories: training data for any system here.

    Methods: *random* takes the ending of another story, *backward* an earlier
    sentence of the same, *nearest* the ending of the most similar story,
    *generated* what a language model writes (slow).

    Example:

    tacit endings generate-negatives stories.tsv --method nearest --out made.csv
    """
    from random import Random

    from tacit.endings.data import check_lengths, read_stories, write_clozes
    from tacit.endings.making.negatives import make_clozes

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    methods = list(dict.fromkeys(method)) or ["random", "backward", "nearest"]
    found = read_stories(stories)
    if most and most < len(found):
        found = Random(seed).sample(found, most)  # noqa: S311 (reproducible, not secret)
    check_lengths(found)
    with watched(output, "making endings") as progress:
        clozes = make_clozes(found, methods, together=together, seed=seed, progress=progress)
    if together:
        clozes = [cloze for cloze in clozes if len(cloze.endings) == len(methods) + 1]
    write_clozes(clozes, out)
    if together and len(clozes) < len(found):
        left_out = len(found) - len(clozes)
        output.remark(f"{left_out} of {len(found)} stories are left out: not all methods found an ending for them")
    output.result({"stories": len(found), "methods": methods, "clozes": len(clozes), "output": str(out)})
    output.remark(f"wrote {len(clozes)} stories with made-up endings to {out}")
