"""`tacit steps statistics`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular("files")
def statistics(
    pairs: Annotated[list[str], typer.Argument(help="Files with an abstract and a concrete instruction in each row.")],
    lemmas: Annotated[
        bool, typer.Option("--lemmas", help="Count new base forms too; parses all instructions.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Count pairs of instructions as the paper's Table 1 does.

    Each file has a column of its own, and all of them together one more.
    Tokens and vocabulary are those of concrete instructions; new types are
    concrete words that no abstract instruction has. Tags, where a third cell
    has them, are counted as blanks.

    Example:

    tacit steps statistics train.tsv valid.tsv
    """
    from tacit.cli.common.options import number, table
    from tacit.steps.data import read_tagged_pairs
    from tacit.steps.statistics import statistics as count

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    read = {path: read_tagged_pairs(path) for path in dict.fromkeys(pairs)}
    found = {path: count(each, lemmas=lemmas) for path, each in read.items()}
    whole = count([pair for each in read.values() for pair in each], lemmas=lemmas)
    plain = {"files": [{"path": path, **each.to_dict()} for path, each in found.items()], "all": whole.to_dict()}
    shown = [each.to_dict() for each in (*found.values(), *([whole] if len(found) > 1 else []))]
    names = ("", *(Path(path).name for path in found), *(["all"] if len(found) > 1 else []))
    rows = [
        (name.replace("_", " "), *(number(each[name]) for each in shown))
        for name in whole.to_dict()
        if whole.to_dict()[name] is not None
    ]
    output.result(plain, table(names, rows))
