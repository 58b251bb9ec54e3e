"""`tacit scripts evaluate`: how well left-out events are known."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    BudgetOption,
    Llm,
    Parallel,
    Timeout,
)
from tacit.cli.common.options import number, table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.scripts.shared import Gold, WordsOnly


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Texts with labelled script events; repeatable.")] = [],  # noqa: B006
    system: Annotated[str, typer.Option(help="A system by name, or NAME:FOLDER with other scripts.")] = "tacit",
    train: Annotated[list[str], typer.Option("--train", help="Learn scripts from these first; repeatable.")] = [],  # noqa: B006
    paraphrases: Gold = [],  # noqa: B006
    words_only: WordsOnly = False,
    labels_only: Annotated[bool, typer.Option("--labels-only", help="Do not read without labels; faster.")] = False,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if recall at 5 is lower.")] = 0.0,
    keep_seen: KeepSeen = False,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    llm: Llm = None,
    ask: Ask = 0.2,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Hide each labelled event of each text: is it proposed as left out?

    Recall at 5 and at 1, with what else is told taken from the labels, and
    once more (text) as it is found in the text; the baseline proposes the
    scenario's most frequent events. With --paraphrases: B-cubed of clusters
    of event descriptions against gold sets. Texts that the scripts were
    learnt from are left out of --test. --against measures a second system
    on the same texts, as far as both have scripts for them. With --llm a
    language model picks among the first proposals where the system is least
    certain (--ask, a fifth); --system llm:MODEL@URL has it pick always.

    Example:

        tacit scripts evaluate --test inscript/val
    """
    from tacit.llm import Asking
    from tacit.scripts.experiment import ScriptOptions, run

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = ScriptOptions(
        test=test,
        system=system,
        train=train,
        paraphrases=paraphrases,
        words_only=words_only,
        labels_only=labels_only,
        against=against,
        keep_seen=keep_seen,
        seed=seed,
        asking=Asking(llm, answers, mode, budget, parallel, timeout),
        ask=ask,
    )
    with watched(output) as progress:
        found = run(options, remarks=output.remark, progress=progress)
    rows = [(name, value if isinstance(value, str) else number(value)) for name, value in found.figures.items()]
    output.result(found.to_dict(), table((), rows))
    pairwise.show(output, found.comparison)
    if found.recall is not None and found.recall.recall_at_5 < bar:
        raise typer.Exit(1)
