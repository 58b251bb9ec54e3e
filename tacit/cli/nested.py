"""`tacit nested`: what a system would score on new texts if its settings were chosen by cross-validation."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def nested(
    task: Annotated[str, typer.Argument(help="The task: endings, steps, clarifications, scenarios, scripts …")],
    data: Annotated[list[str], typer.Option("--data", help="Gold data, which is split into folds; repeatable.")],
    choose: Annotated[
        list[str], typer.Option("--choose", help="An option with the values to try: strength=0.1,1; repeatable.")
    ] = [],  # noqa: B006 (typer copies it)
    system: Annotated[str, typer.Option(help="A system by name; the task's own if none is given.")] = "",
    also: Annotated[list[str], typer.Option("--also", help="What is learnt from in all folds; repeatable.")] = [],  # noqa: B006
    outer: Annotated[int, typer.Option(min=2, help="Folds that the figure comes from.")] = 5,
    inner: Annotated[
        int, typer.Option(min=0, help="Folds of the rest that choose; 0: the other outer folds do, which is faster.")
    ] = 4,
    seeds: Annotated[int, typer.Option(min=1, help="Ways to split the data.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the training.")] = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Choose settings by nested cross-validation: the figure on new texts, and how much of the other one is luck.

    Each value of each option is tried with all others. For each outer fold
    the best setting is chosen without it, and measured on it: that is the
    outer figure. The inner one is what the choice itself has seen. Articles,
    stories and copies of texts are never split.

    Settings are options of the system (`tacit.load("endings", "acoli")` shows
    them). Of a judge of clarifications that comes trained, the calibration
    is chosen: `hint` and `firm`.

    Examples:

        tacit nested endings --data val.csv --system acoli --choose strength=0.1,1,10

        tacit nested clarifications --data claire/dev --choose hint=100,1000,10000

        tacit nested scripts --data inscript/train --data inscript/val --choose decay=0.1,1,10
    """
    from tacit import systems
    from tacit.cli.common.stages import stages
    from tacit.errors import UsageError
    from tacit.learning.nested import nested as run
    from tacit.learning.settings import settings

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if inner == 1:
        raise UsageError("one inner fold leaves nothing to learn from: give 2 or more, or 0")
    options = settings(choose)
    with output.progress() as bar:
        progress = stages(bar)
        progress("reading", 0, 0)
        trial = systems.trial(task, system, data, also, seed=seed, progress=progress)
        folds = bar.add_task("outer folds", total=outer * seeds, rate="")
        report = run(
            trial.task,
            trial.items,
            trial.groups,
            options,
            outer=outer,
            inner=inner,
            seeds=range(seeds),
            on_fold=lambda: bar.advance(folds),
        )
    output.result({"task": task, "system": system or systems.trial_system(task), **report.to_dict()})
    if not json:
        for line in report.lines():
            output.stdout.print(line, markup=False, highlight=False)
