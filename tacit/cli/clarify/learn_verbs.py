"""`tacit clarify learn-verbs`: which verbs need objects."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def learn_verbs(
    texts: Annotated[list[str], typer.Argument(help="Files, folders or globs of any texts, best of instructions.")],
    out: Annotated[Path, typer.Option(help="Write the table into this folder.")],
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Count which verbs have objects, for the linter's TAC101."""
    from tacit import formats
    from tacit.layout import prose
    from tacit.linter.verbs import count_uses

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    documents = chain.from_iterable(formats.open(path) for path in texts)
    with output.progress() as bar:
        task = bar.add_task("parsing", total=None, rate="")
        counted = count_uses(map(prose, documents), on_text=lambda: bar.advance(task))
    written = counted.save(out)
    output.result({"commands": len(counted.commands), "others": len(counted.others), "file": str(written)})
    output.remark(f"wrote {written}")
