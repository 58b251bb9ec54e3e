"""`tacit schemas show`: look at schemas."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tables import Csv, Parquet
from tacit.cli.schemas.induce import listed
from tacit.cli.schemas.options import SchemaFile

SHOWN = 10
"""Schemas shown on the terminal unless told otherwise."""


def show(
    file: SchemaFile,
    svg: Annotated[Path | None, typer.Option(help="Draw them into this SVG file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with search, order and drawings.")] = None,
    corpus: Annotated[
        Path | None, typer.Option(help="The corpus they come from: the page quotes its sentences.")
    ] = None,
    quotes: Annotated[int, typer.Option(min=1, help="Sentences an event, on the page.")] = 3,
    verbs: Annotated[str, typer.Option(help="Only schemas with all of these verbs, with commas.")] = "",
    first: Annotated[int, typer.Option(min=1, help="The number of the first one to show or draw.")] = 1,
    count: Annotated[int | None, typer.Option(min=1, help="How many to show, draw or put on the page.")] = None,
    columns: Annotated[int, typer.Option(min=1, help="Drawings side by side.")] = 3,
    csv: Csv = None,
    parquet: Parquet = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show schemas on the terminal, as a drawing like the paper's Figure 3, or as a page of all of them.

    --csv and --parquet write a row for each event, with the number of the chain in each of its slots.

    Examples:

    tacit schemas show schemas.json --verbs marry

    tacit schemas show schemas.json --svg schemas.svg --count 6

    tacit schemas show schemas.json --html schemas.html --corpus corpus
    """
    from tacit.cli.common.tables import TableFiles, event_rows
    from tacit.errors import UsageError
    from tacit.report.schemas import drawing as schema_drawing
    from tacit.report.schemas import pages as schema_pages
    from tacit.report.schemas import terminal as schema_terminal
    from tacit.schemas.storage import read_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if corpus and not html:
        raise UsageError("--corpus gives the page its sentences: say where the page goes with --html")
    files = TableFiles(csv, parquet)
    read = read_schemas(file)
    wanted = set(listed(verbs))
    chosen = [(number, s) for number, s in enumerate(read.schemas, 1) if wanted <= set(s.events)][first - 1 :]
    if not chosen:
        asked = f"has all of {', '.join(sorted(wanted))}" if wanted else f"stands at place {first}"
        raise UsageError(f"{file}: none of its {len(read.schemas)} schemas {asked}")
    few = chosen[: count or SHOWN]
    if svg:
        schema_drawing.write_drawing(few, svg, columns=columns)
        output.remark(f"drew {len(few)} schemas into {svg}")
    if html:
        behind = _evidence(corpus, [schema for _, schema in chosen[:count]], quotes)
        schema_pages.write_page(chosen[:count], html, settings=read.settings, evidence=behind)
        output.remark(f"wrote {html}")
    files.write(*event_rows(chosen[:count]), output)
    plain = {"schemas": [{"number": number, **schema.to_dict()} for number, schema in chosen[:count]]}
    output.result(plain, None if svg or html else schema_terminal.schemas(few, width=output.stdout.width))
    if not (svg or html) and len(few) < len(chosen):
        output.remark(f"{len(few)} of {len(chosen):,} schemas; --count shows more, --html all of them")


def _evidence(corpus: Path | None, schemas: list[Any], quotes: int) -> list[Any]:
    if corpus is None:
        return []
    from tacit.corpus import Corpus
    from tacit.errors import UsageError
    from tacit.schemas.evidence import evidence

    found = evidence(schemas, Corpus(corpus), quotes=quotes)
    if not any(quote for one in found for quote in one.values()):
        raise UsageError(f"{corpus}: it has no document that these schemas list; were they made from another corpus?")
    return list(found)
