"""`tacit steps`: which concrete steps does an abstract instruction stand for?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli import against as pairwise
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.pretraining import train_masked
from tacit.cli.seen import KeepSeen, unseen
from tacit.cli.steps_alignment import align, knowledge
from tacit.cli.steps_collection import check, compile_
from tacit.cli.steps_elaborate import elaborate
from tacit.cli.steps_shared import (
    Checkpoint,
    Epochs,
    MaxAbstract,
    MaxConcrete,
    Seed,
    System,
    TrainPaths,
    Vocabulary,
    counting,
    trained,
    training_options,
)

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.steps.evaluate import Evaluation, Filled
    from tacit.steps.task import StepSystem, Template

app = typer.Typer(no_args_is_help=True, help="Which concrete steps does an instruction stand for?")
app.command("align")(align)
app.command("knowledge")(knowledge)
app.command("elaborate")(elaborate)
app.command("check")(check)
app.command("compile")(compile_)
app.command("train-masked")(train_masked)


@app.command("cloze")
def cloze(
    test: Annotated[list[str], typer.Option("--test", help="Templates to fill; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    approved: Annotated[
        Path | None, typer.Option(help="Words that may stand in blanks, one a line; else those blanked in training.")
    ] = None,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the oracle match is lower.")] = 0.0,
    checkpoint: Checkpoint = None,
    epochs: Epochs = None,
    vocabulary: Vocabulary = None,
    max_abstract: MaxAbstract = None,
    max_concrete: MaxConcrete = None,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Let a system fill the blanks of concrete instructions, and score it.

    A row of a file has three cells between tabs: the abstract instruction,
    the concrete one, and for each concrete word 0 (blank) or 1 (given).

    Each blanked word is one trial: a match if the first guess is the word,
    top-5 if it is among the first five. Figures per blank are there as well.
    Oracle: earlier blanks are known. Greedy: they hold the system's guesses.
    Surprisal is -log p of the word, in nats, with gold words to its left.

    Without --train the model that comes with tacit is used. Templates whose
    abstract instruction it has learnt from are left out. --against measures
    a second system on the same templates, as it was trained before.

    Example:

    tacit steps cloze --system transducer --test valid.tsv
    """
    from tacit.seen import Seen
    from tacit.steps.data import read_templates, read_words
    from tacit.steps.evaluate import contributions, evaluate_filled
    from tacit.steps.seen import is_copy, learnt_from
    from tacit.steps.train import load, model_folder

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    training = read_templates(train)
    known = learnt_from(training) if train else Seen.load(model_folder(system))
    found = None if known is None else partial(is_copy, seen=known)
    templates, seen = unseen(output, read_templates(test), found, learnt=system, keep=keep_seen, what="templates")
    if against is not None:
        known = Seen.load(model_folder(against))
        found = None if known is None else partial(is_copy, seen=known)
        templates, _ = unseen(output, templates, found, learnt=against, keep=keep_seen, what="templates")
    if train:
        options = training_options(epochs, vocabulary, max_abstract, max_concrete)
        learnt = trained(output, system, training, seed=seed, checkpoint=checkpoint, options=options)
    else:
        learnt = load(system)
    words = None if approved is None else read_words(approved)
    filled = _filled(output, learnt, templates, words)
    figures = evaluate_filled(learnt, filled)
    comparison = None
    if against is not None:
        others = contributions(_filled(output, load(against), templates, words))
        comparison = pairwise.compared(system, against, contributions(filled), others, seed)
    plain = {"system": system, **figures.to_dict(), "seen_in_training": seen, **pairwise.plain(comparison)}
    output.result(plain, _figures(figures))
    pairwise.show(output, comparison)
    if figures.oracle_match < bar:
        raise typer.Exit(1)


def _filled(output: Output, system: StepSystem, templates: list[Template], words: Sequence[str] | None) -> Filled:
    from tacit.steps.evaluate import fill

    if words is not None:
        system.restrict(words)
    with counting(output, "filling") as progress:
        return fill(system, templates, progress=progress)


def _figures(figures: Evaluation) -> Table:
    from tacit.cli.scenarios.shared import number, table

    return table((), [(name.replace("_", " "), number(value)) for name, value in figures.to_dict().items()])


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
    options = training_options(epochs, vocabulary, max_abstract, max_concrete)
    saved = checkpoint or prepare_checkpoint(out)
    learnt = trained(output, system, templates, seed=seed, checkpoint=saved, options=options)
    learnt.save(out)
    learnt_from(templates).save(out)
    if isinstance(learnt, Aligner):
        with counting(output, "aligning") as progress:
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
