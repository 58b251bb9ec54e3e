"""`tacit corpus export`: take a corpus out again."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.corpus.options import Folder


def export(
    folder: Folder,
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or a folder (ending in /).")],
    where: Annotated[str, typer.Option(help="A condition on the table of documents, in SQL.")] = "true",
    to: Annotated[str | None, typer.Option("--to", help="The format, where the name does not tell.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write documents of a corpus with their sentences, events and mentions as layers, in any writable format.

    Example:

    tacit corpus export corpus earn.jsonl --where "list_contains(categories, 'earn')"
    """
    from tacit import formats
    from tacit.corpus import Corpus

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    count = formats.write(Corpus(folder).documents(where), target, format=to)
    output.result({"documents": count, "output": target})
    output.remark(f"wrote {count:,} documents to {target}")
