"""`tacit doctor`: what is installed, what is missing, and the command that would mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tacit.cli.common.llm import Llm, Timeout
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table


@tabular("shelves")
def doctor(
    strict: Annotated[bool, typer.Option(help="Exit with 1 if anything is missing.")] = False,
    llm: Llm = None,
    timeout: Timeout = 120.0,
    cache: Annotated[
        Literal["show", "clear"] | None,
        typer.Option(help="Instead, show what is kept of earlier computations, or delete it."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check the installation: packages, pretrained parts with their hashes, the cache.

    With --llm, look at a language model's server instead: is the form of
    answers enforced, are there log-probabilities, is it repeatable alone and
    among others, how fast is it, how long may a text be.

    Example:

    tacit doctor --cache clear

    tacit doctor --llm llm:qwen2.5-1.5b@http://127.0.0.1:8080/v1
    """
    from tacit import diagnosis

    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    if llm is not None:
        _examine_server(out, llm, timeout, strict=strict)
        return
    if cache is not None:
        _cache(out, clear=cache == "clear")
        return
    findings = diagnosis.examine()
    table = _table("part", "version")
    for finding in findings:
        table.add_row("ok" if finding.ok else "--", finding.part, finding.version, finding.remark)
    out.result([finding.to_dict() for finding in findings], table)
    fixes = list(dict.fromkeys(finding.fix for finding in findings if finding.fix))
    if fixes and not json:
        out.stdout.print("\nTo mend it:")
        for fix in fixes:
            out.stdout.print(f"  {fix}", markup=False, soft_wrap=True)
    if strict and not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _examine_server(out: Output, llm: str, timeout: float, *, strict: bool) -> None:
    from tacit.llm import named
    from tacit.llm.client import Client
    from tacit.llm.probe import examine

    client = Client(named(llm), timeout=timeout)
    found = examine(client, says=out.remark)
    table = _table("part")
    for each in found:
        table.add_row("ok" if each.ok else "--", each.part, each.remark)
    out.result([each.to_dict() for each in found], table)
    if strict and not all(each.ok for each in found):
        raise typer.Exit(1)


def _table(*columns: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("", width=2)
    for column in columns:
        table.add_column(column, no_wrap=True)
    table.add_column("remark", overflow="fold")
    return table


def _cache(out: Output, *, clear: bool) -> None:
    """Show what was computed and kept, or delete it."""
    from rich.table import Table
    from rich.text import Text

    from tacit.files import cache_folder
    from tacit.learning import cache

    folder = str(cache_folder())
    if clear:
        freed = cache.clear()
        out.result({"folder": folder, "freed": freed}, f"deleted {freed >> 20:,} MB of {folder}")
        return
    shelves, limit = cache.shelves(), cache.limit()
    table = Table("kind", "computed by", "results", "MB", box=None, pad_edge=False)
    for shelf in shelves:
        table.add_row(shelf.kind, Text(shelf.maker), f"{shelf.results:,}", f"{shelf.bytes / 2**20:,.1f}")
    plain = {"folder": folder, "limit": limit, "shelves": [shelf.to_dict() for shelf in shelves]}
    out.result(plain, table)
    out.remark(f"{folder}, at most {limit >> 20:,} MB ({cache.LIMIT} sets another limit)")
