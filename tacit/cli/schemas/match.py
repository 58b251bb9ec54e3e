"""`tacit schemas match`: find schemas in texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.schemas.options import SchemaFile

if TYPE_CHECKING:
    from tacit.schemas.match import Match


@tabular("schemas", also="id")
def match(
    file: SchemaFile,
    texts: Annotated[str, typer.Argument(help="A file, a folder, a glob, or - for standard input.")],
    top: Annotated[int, typer.Option(min=1, help="Most schemas to show for a text.")] = 3,
    min_events: Annotated[int, typer.Option(min=1, help="Different events of a schema a text must tell.")] = 2,
    coreference: Annotated[str, typer.Option(help="Coreference system: ranker, sieve, …")] = "ranker",
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Find schemas in texts: how present they are, who plays which role, and what a text leaves out.

    JSON is one object a text.

    Example:

    tacit schemas match schemas.json story.txt
    """
    from tacit import formats
    from tacit.report.schemas import terminal as schema_terminal
    from tacit.schemas.match import match as find
    from tacit.schemas.narrative import narrative_of
    from tacit.schemas.storage import read_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    schemas = read_schemas(file).schemas
    skipped: list[formats.Skipped] = []
    options = formats.FormatOptions(text_column, id_column)
    count = 0
    for document in formats.open(texts, format=from_, options=options, on_skip=skipped.append):
        narrative = narrative_of(document, resolver=coreference)
        found: list[Match] = find(schemas, narrative, top=top, minimum_events=min_events)
        plain = {"id": document.id, "sentences": narrative.sentences, "schemas": [one.to_dict() for one in found]}
        output.result(plain, schema_terminal.matches(document.id, found))
        count += 1
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    output.remark(f"{count} text{'s' * (count != 1)}" + (f", skipped {len(skipped)}" * bool(skipped)))
