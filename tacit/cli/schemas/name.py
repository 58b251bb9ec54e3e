"""`tacit schemas name`: names in plain English."""

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
from tacit.cli.common.output import Json, Output, Quiet, Verbose


def name(
    file: Annotated[Path, typer.Argument(metavar="SCHEMAS", help="A file that `tacit schemas induce` wrote.")],
    out: Annotated[Path, typer.Option(help="The file to write, JSON.")],
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
    """Give schemas names in plain English, which `show` then prints.

    Without --llm, and where the model has no usable answer, a schema is
    called by its first three events. With --ask less than 1 only the
    largest schemas are asked about.

    Example:

    tacit schemas name schemas.json --llm default --out named.json
    """
    from dataclasses import replace

    from tacit.llm import Asking
    from tacit.schemas.naming import AskingNames, plain_name
    from tacit.schemas.storage import read_schemas, write_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    read = read_schemas(file)
    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output.remark) as model:
        if model is None:
            named = [replace(each, name=each.name or plain_name(each)) for each in read.schemas]
        else:
            named = AskingNames(model, ask).named(read.schemas)
            if dry_run:
                show_planned(output, model)
                return
    write_schemas(out, named, read.settings)
    costs = {} if model is None else {"llm": model.costs.to_dict()}
    names = [each.name for each in named]
    output.result({"output": str(out), "schemas": len(named), "names": names, **costs}, "\n".join(names))
    output.remark(f"wrote {len(named):,} schemas with names to {out}")
