"""Commands of `tacit steps` that fill blanks: for measuring, and for someone who has a text with blanks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tacit.cli import against as pairwise
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.seen import KeepSeen, unseen
from tacit.cli.stages import watched
from tacit.cli.steps_shared import (
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
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.steps.evaluate import Evaluation, Filled
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
        _set_answers(filler, answers, approved)
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


def _set_answers(system: StepSystem, answers: str, approved: Path | None) -> None:
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


def _figures(figures: Evaluation) -> Table:
    from tacit.cli.scenarios.shared import number, table

    return table((), [(name.replace("_", " "), number(value)) for name, value in figures.to_dict().items()])


@tabular("blanks")
def fill(
    abstract: Annotated[str, typer.Argument(help="An abstract instruction, such as 'drain the pasta'.")],
    concrete: Annotated[str, typer.Argument(help=f"A concrete one; {BLANK} stands for each missing word.")],
    system: System = "tacit",
    approved: Approved = None,
    answers: Answers = "restricted",
    decoding: Decoding = "marginal",
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Fill the blanks of one concrete instruction, from left to right.

    A blank of several words has as many signs. With --decoding paper a
    transducer draws five fillings at a low temperature, each blank from one
    place of the abstract instruction, and the likeliest as a whole counts.

    Example:

    tacit steps fill "drain the pasta" "tip it into a ___ in the ___"
    """
    from tacit.errors import InputError
    from tacit.steps.data import instruction
    from tacit.steps.task import Template
    from tacit.steps.train import load

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    words = instruction(concrete)
    template = Template(instruction(abstract), words, tuple(word != BLANK for word in words))
    if not template.blanked:
        raise InputError(f"there is no blank to fill; write {BLANK} for each missing word")
    loaded = load(system)
    _set_answers(loaded, answers, approved)
    with_decoding(loaded, decoding, seed=seed)
    [guesses] = loaded.fill([template], oracle=False)
    filled = list(words)
    for place, guess in zip(template.blanked, guesses, strict=True):
        filled[place] = guess.words[0]
    plain = {
        "system": system,
        "abstract": template.abstract,
        "filled": filled,
        "blanks": [
            {"place": place, "words": guess.words[:5]} for place, guess in zip(template.blanked, guesses, strict=True)
        ],
    }
    output.result(plain, _shown(filled, [guess.words[:5] for guess in guesses]))


def _shown(filled: list[str], guesses: list[tuple[str, ...]]) -> Table:
    from tacit.cli.scenarios.shared import table

    rows = [(f"blank {number}", ", ".join(words)) for number, words in enumerate(guesses, 1)]
    return table((), [("filled", " ".join(filled)), *rows])
