"""`tacit scripts learn`: scripts from texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    show_planned,
)
from tacit.cli.common.options import working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.scripts.shared import Gold, Scenario, WordsOnly, learnt_paraphrase, read_documents


def learn(
    texts: Annotated[list[str], typer.Argument(help="Texts that say which scenario they are about.")],
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    scenario: Scenario = None,
    paraphrases: Gold = [],  # noqa: B006 (typer copies it)
    words_only: WordsOnly = False,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
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
    """Learn scripts from your own texts.

    A text says what it is about by its metadata 'scenario', or all are
    about the one that --scenario names. Where texts label their events,
    these are the script's events; elsewhere paraphrases are clustered.

    With --llm a language model of yours reads up to eight texts of each
    scenario, and names the events that belong to it, with quotes.

    Example:

        tacit scripts learn diaries/ --scenario "feeding chickens" --out my
    """
    from tacit.llm import Asking
    from tacit.scripts.paraphrase_sets import check_given
    from tacit.scripts.seen import learnt_from
    from tacit.scripts.train import learn_base

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    check_given(paraphrases, words_only)
    documents = list(read_documents(texts))
    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output.remark) as model:
        with working(output, "learning"):
            measure = learnt_paraphrase(paraphrases, words_only, seed) if paraphrases else None
            base = learn_base(documents, scenario=scenario, paraphrase=measure, model=model, ask=ask)
        if model is not None and dry_run:
            show_planned(output, model)
            return
    base.save(out)
    learnt_from(documents).save(out)
    counts = {"scenarios": len(base), "events": sum(len(s.events) for s in base), "output": str(out)}
    output.result(counts if model is None else {**counts, "llm": model.costs.to_dict()})
    scenarios = "1 scenario" if len(base) == 1 else f"{len(base)} scenarios"
    output.remark(f"wrote {counts['events']} events of {scenarios}; use them as --base {out}")
