"""`tacit clarify evaluate`: measure systems that judge fillers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Asking,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    alone,
    told_beforehand,
)
from tacit.cli.common.options import Seed, System, number, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen, unseen
from tacit.cli.common.stages import stages
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.evaluate import ClarificationEvaluation
    from tacit.clarifications.task import Instruction, Judgement, JudgeSystem
    from tacit.clarifications.train import EncoderOptions
    from tacit.seen import Seen

Model = Annotated[
    str | None,
    typer.Option(
        help="Another encoder for the bert systems: a Hugging Face name or folder, or what train-encoder wrote."
    ),
]
Context = Annotated[
    str | None,
    typer.Option(help="What the bert systems read: whole (as far as the encoder can), or a window of some tokens."),
]
Shares = Annotated[
    str | None,
    typer.Option(help="How classes count when a bert system learns: as in CLAIRE's dev, or as they come in train."),
]
Limit = Annotated[int, typer.Option(min=0, help="Train on so many sentences only; 0 takes all.")]
TrainPaths = Annotated[list[str], typer.Option("--train", help="Judged clarifications to train on; repeatable.")]


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Judged clarifications: see below; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    labels: Annotated[Path | None, typer.Option(help="The labels of --test, if not beside it.")] = None,
    scores: Annotated[Path | None, typer.Option(help="The scores of --test, if not beside it.")] = None,
    model: Model = None,
    context: Context = None,
    shares: Shares = None,
    folds: Annotated[int, typer.Option(min=0, help="Adjust the class balance to the other folds; 0: not.")] = 0,
    limit: Limit = 0,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
    llm: Llm = None,
    ask: Ask = 1.0,
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
    """Score a system: accuracy over three classes, Spearman, by phenomenon.

    --test is CLAIRE's data file (x_data.tsv, with x_labels.tsv and
    x_scores.tsv beside it), what its name begins with (claire/dev), or a
    folder that holds one. CLAIRE's train set is balanced otherwise than dev
    and test: with --folds 5 the judgements of each fifth of the test
    sentences are adjusted to the class balance of the other four fifths.
    Sentences that the system has learnt from are left out; with --folds
    those count that it has learnt more from than the class balance.
    --against measures a second system on the same sentences. With --llm
    a language model judges as well, or the least certain share; --system
    llm:MODEL@URL measures it by itself.

    Example:

        tacit clarify evaluate --system bert_markers --train claire/train --test claire/dev
    """
    from tacit.clarifications import evaluate as evaluation
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.systems.calibration import cross_judged
    from tacit.clarifications.train import EncoderOptions, load
    from tacit.linter.asking import AskingJudge

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = EncoderOptions(model, context, shares)
    check_training(train, options, limit)
    judged = [each for path in test for each in read_instructions(path, labels=labels, scores=scores)]
    training = read_training(train, "train", limit)
    small, llm, by_itself = alone(system, llm, "tacit")
    judged, seen = without_seen(output, judged, seen_by(small, training, folds), small, keep_seen)
    other = [] if ":" in (against or "") else training
    if against is not None:
        judged, _ = without_seen(output, judged, seen_by(against, other, folds), against, keep_seen)

    def trained(name: str, learnt: list[Instruction]) -> JudgeSystem:
        return trained_system(output, name, learnt, options, seed) if learnt else load(name)

    def judge(judging: JudgeSystem) -> Sequence[Sequence[Judgement]]:
        with working(output, "judging"):
            return cross_judged(judging, judged, folds=folds, seed=seed) if folds else judging.judge(judged)

    first = trained(small, training)
    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output) as asked:
        if asked is not None:
            first = AskingJudge(first, asked, 1.0 if by_itself else ask, alone=by_itself)
            if dry_run:
                told_beforehand(output, asked, list(first.questions(judged)))
                return
        judgements = judge(first)
        costs = {} if asked is None else {"llm": asked.costs.to_dict()}
    figures = evaluation.evaluate(judged, judgements)
    comparison = None
    if against is not None:
        second = evaluation.contributions(judged, judge(trained(against, other)))
        comparison = pairwise.compared(system, against, evaluation.contributions(judged, judgements), second, seed)
    plain = {"system": system, **figures.to_dict(), "seen_in_training": seen, **costs, **pairwise.plain(comparison)}
    output.result(plain)
    if not json:
        _show(output, figures)
        pairwise.show(output, comparison)
    if figures.accuracy < bar:
        raise typer.Exit(1)


def check_training(train: list[str], options: EncoderOptions, limit: int) -> None:
    """Refuse options of training where nothing is trained."""
    from tacit.clarifications.train import AS_IT_IS
    from tacit.errors import UsageError

    if not train and (options != AS_IT_IS or limit):
        raise UsageError("--model, --context, --shares and --limit are about training, so they need --train")


def seen_by(system: str, training: list[Instruction], folds: int) -> Seen | None:
    """What a system has learnt from: these sentences, or those its folder tells of."""
    from tacit.clarifications.seen import CALIBRATE, learnt_from
    from tacit.clarifications.train import folder_of
    from tacit.seen import Seen

    known = learnt_from(training) if training else Seen.load(folder_of(system))
    return known.without(CALIBRATE) if known is not None and folds else known


def without_seen(
    output: Output, judged: list[Instruction], seen: Seen | None, system: str, keep: bool
) -> tuple[list[Instruction], int | None]:
    """The sentences that a system has not learnt from, and how many it has."""
    from tacit.clarifications.seen import is_copy

    found = None if seen is None else partial(is_copy, seen=seen)
    return unseen(output, judged, found, learnt=system, keep=keep, what="sentences")


def trained_system(
    output: Output,
    system: str,
    instructions: list[Instruction],
    options: EncoderOptions,
    seed: int,
    calibrate: Sequence[Instruction] = (),
) -> JudgeSystem:
    """A new system that has learnt from judged clarifications."""
    from tacit.clarifications.train import train

    with output.progress() as bar:
        return train(system, instructions, calibrate=calibrate, options=options, seed=seed, progress=stages(bar))


def read_training(paths: list[str], prefer: str, limit: int = 0) -> list[Instruction]:
    """Judged clarifications to learn from, of the part that is meant for it."""
    from tacit.clarifications.data import read_instructions

    found = [each for path in paths for each in read_instructions(path, prefer=prefer)]
    return found[:limit] if limit else found


def _show(output: Output, figures: ClarificationEvaluation) -> None:
    rows = [
        (name, str(each.n), number(each.accuracy), number(each.spearman)) for name, each in figures.phenomena.items()
    ]
    rows.append(("all", str(figures.n), number(figures.accuracy), number(figures.spearman)))
    output.stdout.print(table(("phenomenon", "n", "accuracy", "spearman"), rows))
    recalls = ", ".join(f"{label.lower()} {number(recall)}" for label, recall in figures.recalls.items())
    output.stdout.print(f"recall: {recalls}")
    output.stdout.print(f"{figures.same_class} of {figures.sentences} sentences get one class for all their fillers")
