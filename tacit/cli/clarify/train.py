"""`tacit clarify train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.evaluate import Context, Limit, Model, Shares, TrainPaths
from tacit.cli.common import teaching
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    BudgetOption,
    DryRun,
    Parallel,
    Teacher,
    Timeout,
    Unlabelled,
)
from tacit.cli.common.options import Seed, System
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.clarifications.task import Instruction, JudgeSystem


def train(
    train: TrainPaths,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    system: System = "tacit",
    calibrate: Annotated[list[str], typer.Option(help="Judged clarifications for the class balance.")] = [],  # noqa: B006
    limit: Limit = 0,
    model: Model = None,
    context: Context = None,
    shares: Shares = None,
    seed: Seed = 1,
    teacher: Teacher = None,
    unlabelled: Unlabelled = [],  # noqa: B006
    test: Annotated[list[str], typer.Option(help="Judged clarifications to tell what the teacher gained.")] = [],  # noqa: B006
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
    """Train a system on judged clarifications, and write it to a folder.

    What a language model has read, and how far it has learnt, is kept in
    tacit's cache, so that an interrupted training goes on where it was.

    With --teacher a language model first judges the fillers of --unlabelled
    that the system is least certain of, as many as --budget allows; those
    that it is sure of are learnt from as well (see docs/guides/llm.md).

    Examples:

        tacit clarify train --train claire/train --calibrate claire/dev --out model

        tacit clarify train --train claire/dev --teacher llm:qwen-1.5b --unlabelled new_data.tsv --budget 400 --out m
    """
    from tacit.clarifications import evaluate as evaluation
    from tacit.clarifications.asking import teach
    from tacit.clarifications.data import read_training
    from tacit.clarifications.seen import learnt_from
    from tacit.clarifications.train import EncoderOptions
    from tacit.clarifications.train import train as learn
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    asking = Asking(teacher, answers, mode, budget, parallel, timeout, dry_run)
    teaching.check(asking, unlabelled, test)
    training, balance = read_training(train, limit=limit), read_training(calibrate, prefer="dev")
    new, tested = read_training(unlabelled, prefer="test"), read_training(test, prefer="dev")
    options = EncoderOptions(model, context, shares)

    def learnt_by(known: Sequence[Instruction]) -> JudgeSystem:
        with watched(output) as progress:
            return learn(system, known, calibrate=balance, options=options, seed=seed, progress=progress)

    task = teaching.Class(
        learnt_by,
        lambda asked, small: teach(asked, new, small.judge(new), known=training),
        (lambda small: evaluation.evaluate(tested, small.judge(tested)).accuracy) if tested else None,
    )
    found = teaching.taught(output, asking, training, task)
    if found is None:
        return
    learnt, labelled, report = found
    learnt.save(out)
    learnt_from([*training, *labelled], balance).save(out)
    output.result({"system": system, **report, "output": str(out)}, f"use it as --system {system}:{out}")
