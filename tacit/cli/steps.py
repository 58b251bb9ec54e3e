"""`tacit steps`: which concrete steps does an abstract instruction stand for?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.pretraining import train_masked
from tacit.cli.stages import watched
from tacit.cli.steps_alignment import align, knowledge
from tacit.cli.steps_cloze import cloze, fill
from tacit.cli.steps_collection import check, compile_
from tacit.cli.steps_elaborate import elaborate
from tacit.cli.steps_shared import (
    Checkpoint,
    Epochs,
    MaxAbstract,
    MaxConcrete,
    Prior,
    Seed,
    System,
    TrainPaths,
    Vocabulary,
    trained,
    training_options,
)
from tacit.cli.steps_statistics import statistics

app = typer.Typer(no_args_is_help=True, help="Which concrete steps does an instruction stand for?")
app.command("cloze")(cloze)
app.command("fill")(fill)
app.command("align")(align)
app.command("knowledge")(knowledge)
app.command("elaborate")(elaborate)
app.command("statistics")(statistics)
app.command("check")(check)
app.command("compile")(compile_)
app.command("train-masked")(train_masked)


@app.command("train")
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

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    templates = read_templates(train)
    options = training_options(epochs, vocabulary, max_abstract, max_concrete, prior)
    saved = checkpoint or prepare_checkpoint(out)
    learnt = trained(output, system, templates, seed=seed, checkpoint=saved, options=options)
    learnt.save(out)
    learnt_from(templates).save(out)
    if isinstance(learnt, Aligner):
        with watched(output) as progress:
            learn_knowledge(learnt, templates, words=learnt.candidates, progress=progress).save(out)
    saved.unlink(missing_ok=True)
    output.result({"system": system, "templates": len(templates), "output": str(out)})
    output.remark(f"trained on {len(templates):,} templates; use it as --system {system}:{out}")


@app.command("make-cloze")
def make_cloze(
    pairs: Annotated[list[str], typer.Argument(help="Files with an abstract and a concrete instruction a row.")],
    out: Annotated[Path, typer.Option(help="The file of templates to write.")],
    learn_from: Annotated[
        list[str], typer.Option("--learn-from", help="Pairs to find the words from; else those given.")
    ] = [],  # noqa: B006
    approved: Annotated[Path | None, typer.Option(help="Words that may be blanked, one a line; else found.")] = None,
    min_count: Annotated[int, typer.Option(min=1, help="How often a word must occur.")] = 5,
    min_share: Annotated[float, typer.Option(min=0, max=1, help="Share of it in concrete instructions.")] = 0.6,
    blanks: Annotated[int, typer.Option(min=1, help="Different phrases to blank in one instruction.")] = 5,
    words: Annotated[Path | None, typer.Option(help="Write the words that may be blanked here.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make templates with blanks from pairs of instructions.

    Blanked are words that occur mostly in concrete instructions, are no stop
    words and no numbers, and do not stand in the abstract one. Of their runs
    the longest are preferred. Pairs without such words are left out.

    Example:

    tacit steps make-cloze pairs.tsv --out templates.tsv
    """
    from tacit.files import atomic_write
    from tacit.steps.cloze import ClozeFilter
    from tacit.steps.data import read_pairs, read_words, write_templates

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    read = read_pairs(pairs)
    if approved is not None:
        found = ClozeFilter(read_words(approved), max_phrases=blanks)
    else:
        found = ClozeFilter.learn(
            read_pairs(learn_from) if learn_from else read,
            min_count=min_count,
            min_share=min_share,
            max_phrases=blanks,
        )
    count = write_templates(found.templates(read), out)
    if words is not None:
        with atomic_write(words) as stream:
            stream.writelines(f"{word}\n" for word in sorted(found.words))
    output.result({"pairs": len(read), "templates": count, "words": len(found.words), "output": str(out)})
    output.remark(
        f"wrote {count:,} templates of {len(read):,} pairs to {out}; {len(found.words):,} words may be blanked"
    )
