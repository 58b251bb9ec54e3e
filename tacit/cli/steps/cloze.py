"""`tacit steps cloze`: measure how well blanks are filled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen, unseen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.steps.shared import (
    Checkpoint,
    Decoding,
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
    with_decoding,
)

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.steps.evaluate import Filled, StepEvaluation
    from tacit.steps.task import StepSystem, Template

BLANK = "___"
Approved = Annotated[
    Path | None, typer.Option(help="Words that may stand in blanks, one a line; else those blanked in training.")
]
Answers = Annotated[
    Literal["restricted", "open"],
    typer.Option(help="What may stand in blanks: words that are blanked (restricted), or any known word (open)."),
]


@tabular()
def cloze(
    test: Annotated[list[str], typer.Option("--test", help="Templates to fill; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    approved: Approved = None,
    answers: Answers = "restricted",
    decoding: Decoding = "marginal",
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the oracle match is lower.")] = 0.0,
    checkpoint: Checkpoint = None,
    epochs: Epochs = None,
    vocabulary: Vocabulary = None,
    max_abstract: MaxAbstract = None,
    max_concrete: MaxConcrete = None,
    prior: Prior = None,
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
    abstract instruction it has learnt from are left out. --answers open is
    how the paper measures: blanks may take any word that the system knows.
    --against measures a second system on the same templates, as it was
    trained before.

    Example:

    tacit steps cloze --system transducer --test valid.tsv
    """
    from tacit.steps.evaluate import contributions, evaluate_filled
    from tacit.steps.train import load

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = training_options(epochs, vocabulary, max_abstract, max_concrete, prior)
    learn = partial(trained, output, system, seed=seed, checkpoint=checkpoint, options=options)
    templates, learnt, seen = _prepared(output, system, train, test, learn, keep_seen=keep_seen)
    if against is not None:
        templates = _unseen_by(output, against, templates, keep_seen=keep_seen)

    def filled(filler: StepSystem) -> Filled:
        set_answers(filler, answers, approved)
        with_decoding(filler, decoding, seed=seed)
        return _filled(output, filler, templates)

    own = filled(learnt)
    figures = evaluate_filled(learnt, own)
    comparison = None
    if against is not None:
        comparison = pairwise.compared(system, against, contributions(own), contributions(filled(load(against))), seed)
    conditions = {"answers": answers, "decoding": decoding, **pairwise.plain(comparison)}
    output.result({"system": system, **figures.to_dict(), "seen_in_training": seen, **conditions}, _figures(figures))
    pairwise.show(output, comparison)
    if figures.oracle_match < bar:
        raise typer.Exit(1)


def _prepared(
    output: Output,
    system: str,
    train: list[str],
    test: list[str],
    learn: Callable[[list[Template]], StepSystem],
    *,
    keep_seen: bool,
) -> tuple[list[Template], StepSystem, int | None]:
    """What to measure on, the system, and how many templates stand in what it has learnt from."""
    from tacit.seen import Seen
    from tacit.steps.data import read_templates
    from tacit.steps.seen import is_copy, learnt_from
    from tacit.steps.train import load, model_folder

    training = read_templates(train)
    known = learnt_from(training) if train else Seen.load(model_folder(system))
    found = None if known is None else partial(is_copy, seen=known)
    templates, seen = unseen(output, read_templates(test), found, learnt=system, keep=keep_seen, what="templates")
    return templates, learn(training) if train else load(system), seen


def set_answers(system: StepSystem, answers: str, approved: Path | None) -> None:
    """Say which words may stand in blanks."""
    from tacit.errors import UsageError
    from tacit.steps.data import read_words

    if answers == "open":
        if approved is not None:
            raise UsageError("--answers open lets any word stand in blanks: leave out --approved, or --answers open")
        system.open_up()
    elif approved is not None:
        system.restrict(read_words(approved))


def _unseen_by(output: Output, system: str, templates: list[Template], *, keep_seen: bool) -> list[Template]:
    """The templates that a trained system has not learnt from."""
    from tacit.seen import Seen
    from tacit.steps.seen import is_copy
    from tacit.steps.train import model_folder

    known = Seen.load(model_folder(system))
    found = None if known is None else partial(is_copy, seen=known)
    return unseen(output, templates, found, learnt=system, keep=keep_seen, what="templates")[0]


def _filled(output: Output, system: StepSystem, templates: list[Template]) -> Filled:
    from tacit.steps.evaluate import fill

    with watched(output) as progress:
        return fill(system, templates, progress=progress)


def _figures(figures: StepEvaluation) -> Table:
    from tacit.cli.common.options import number, table

    return table((), [(name.replace("_", " "), number(value)) for name, value in figures.to_dict().items()])
