"""`tacit schemas stability`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import stages
from tacit.cli.common.tabular import tabular
from tacit.cli.corpus.options import Cluster, Folder, Processes
from tacit.cli.schemas.induce import listed

if TYPE_CHECKING:
    from tacit.schemas.stability.findings import StabilityFindings


@tabular("findings.standings")
def stability(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="A folder for results and report; it can go on where it stopped.")],
    by: Annotated[str, typer.Option(help="The metadata that categories are taken from.")] = "category",
    categories: Annotated[str, typer.Option(help="Only these, with commas.")] = "",
    ablations: Annotated[int, typer.Option(min=1, help="Steps at which documents are removed.")] = 10,
    folds: Annotated[int, typer.Option(min=2, help="Folds at each step.")] = 10,
    germinators: Annotated[str, typer.Option(help="all, or names with commas.")] = "all",
    number: Annotated[int, typer.Option("--schemas", min=1, help="Schemas to grow each time.")] = 800,
    preset: Annotated[str, typer.Option(help="paper (2018), program (the authors' own) or original (2009).")] = "paper",
    where: Annotated[str, typer.Option(help="A condition on the table of documents, in SQL.")] = "true",
    min_mentions: Annotated[int, typer.Option(min=2, help="Mentions that a chain must have to count.")] = 5,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="Fuzzy Jaccard as the mean of both sides.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of everything random.")] = None,
    processes: Processes = 0,
    cluster: Cluster = "",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Remove documents step by step and see how much the schemas change: the whole experiment of the paper.

    It can be stopped at any time: the same command goes on where it was.

    Example:

    tacit schemas stability corpus --by category --out stability
    """
    import dataclasses

    from tacit.corpus import Workers
    from tacit.report.stability.pages import NUMBERS, REPORT, write_report
    from tacit.schemas.features.counts import ChainFilter
    from tacit.schemas.presets import preset as options_of
    from tacit.schemas.stability import measure_stability
    from tacit.schemas.stability.findings import find
    from tacit.schemas.systems.germinators import GERMINATORS

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    chosen: dict[str, Any] = {"number": number} | ({} if seed is None else {"seed": seed})
    started = time.perf_counter()
    with output.progress() as bar:
        found = measure_stability(
            folder,
            out,
            by=by,
            categories=listed(categories),
            ablations=ablations,
            folds=folds,
            germinators=GERMINATORS if germinators == "all" else listed(germinators),
            options=dataclasses.replace(options_of(preset), **chosen),
            chain_filter=ChainFilter(where, min_mentions),
            symmetric=symmetric,
            workers=Workers(processes, cluster),
            progress=stages(bar),
        )
    write_report(found, out)
    for category, why in found.skipped.items():
        output.remark(f"left out {category}: {why}")
    findings = find(found)
    output.result({"output": str(out), "findings": findings.to_dict(), "skipped": found.skipped}, _standings(findings))
    output.remark(f"wrote {out / REPORT} and {out / NUMBERS} in {time.perf_counter() - started:.1f} s")


def _standings(findings: StabilityFindings) -> Any:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from tacit.schemas.stability.findings import statements

    table = Table("category", "documents", "JRF", "more stable", "less stable", "of", box=None, pad_edge=False)
    for standing in findings.standings:
        cells = (f"{standing.jrf:.3f}", str(standing.more), str(standing.less), str(standing.tests))
        table.add_row(Text(standing.category), f"{standing.documents:,}", *cells)
    return Group(table, Text(), *(Text(sentence) for sentence in statements(findings)))
