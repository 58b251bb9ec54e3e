"""Train systems, and make wrong endings to train them on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.endings.shared import LanguageModel, Seed, System, Train, options_of
from tacit.cli.llm import (
    AnswersFile,
    AnswersMode,
    Asking,
    BudgetOption,
    DryRun,
    Parallel,
    Teacher,
    Timeout,
    Unlabelled,
)
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.stages import watched
from tacit.cli.teaching import Class, check, taught

if TYPE_CHECKING:
    from tacit.endings.task import Cloze, EndingSystem


def train(
    train: Train,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    system: System = "tacit",
    language_model: LanguageModel = None,
    seed: Seed = 0,
    teacher: Teacher = None,
    unlabelled: Unlabelled = [],  # noqa: B006 (typer copies it)
    test: Annotated[list[str], typer.Option(help="Answered stories to tell what the teacher gained.")] = [],  # noqa: B006
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    dry_run: DryRun = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on answered stories, whole stories, or both, and write it.

    With --teacher a language model first answers the stories of --unlabelled
    that the system is least certain of, as many as --budget allows; those
    that it is sure of are learnt from as well (see docs/guides/llm.md).

    Examples:

    tacit endings train --system ukp --train val.csv --out model

    tacit endings train --train val.csv --unlabelled new.csv --teacher llm:qwen-1.5b --budget 400 --out model
    """
    from tacit.endings.asking import teach
    from tacit.endings.data import read_clozes, read_training
    from tacit.endings.evaluate import evaluate
    from tacit.endings.seen import write_seen
    from tacit.endings.train import train as learn

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    asking = Asking(teacher, answers, mode, budget, parallel, timeout, dry_run)
    check(asking, unlabelled, test)
    clozes, stories = read_training(train)
    known, tested = {each.id for each in clozes}, read_clozes(test, answered=True)
    new = [each for each in read_clozes(unlabelled) if each.id not in known]

    def learned(found: Sequence[Cloze]) -> EndingSystem:
        with watched(output, system) as progress:
            return learn(system, found, stories, seed=seed, progress=progress, **options_of(language_model))

    task = Class(
        learned,
        lambda model, small: teach(model, new, small.predict(new), known=clozes),
        (lambda each: evaluate(tested, each.predict(tested)).accuracy) if tested else None,
    )
    found = taught(output, asking, clozes, task)
    if found is None:
        return
    learnt, labelled, report = found
    learnt.save(out)
    write_seen(out, learnt, [*clozes, *labelled], stories)
    counts = {"clozes": len(clozes) + len(labelled), "stories": len(stories)}
    output.result({"system": system, **counts, **report, "output": str(out)})
    output.remark(f"trained on {counts['clozes']} clozes and {len(stories)} stories; use it as --system {system}:{out}")


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
    from tacit.endings.seen import learnt_from
    from tacit.endings.story_model import Sizes
    from tacit.endings.story_model import train as learn

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
    from tacit.endings.negatives import make_clozes

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
