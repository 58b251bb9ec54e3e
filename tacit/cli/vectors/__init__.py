"""`tacit vectors`: word vectors of one's own."""

from __future__ import annotations

import typer

from tacit.cli.vectors import cut

app = typer.Typer(no_args_is_help=True, help="Word vectors: make a small cut of a large file.")
app.command("cut")(cut.cut)


@app.callback()
def vectors() -> None:
    """Word vectors: make a small cut of a large file."""
