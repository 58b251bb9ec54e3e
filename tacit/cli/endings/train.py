"""`tacit endings train`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.teaching import Class, check, taught
from tacit.cli.endings.shared import LanguageModel, Seed, System, Train, options_of

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
    from tacit.llm import Asking

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
