"""`tacit corpus`: make a corpus on disk, look into it, take it out again."""

from __future__ import annotations

import typer

from tacit.cli.corpus import export, info, ingest, query

app = typer.Typer(no_args_is_help=True, help="Make a corpus on disk, query it, take it out again.")
app.command("ingest")(ingest.ingest)
app.command("info")(info.info)
app.command("query")(query.query)
app.command("export")(export.export)
