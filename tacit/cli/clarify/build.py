"""`tacit clarify build`: rows for rating."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.clarify.mine import mined
from tacit.cli.common.options import Seed, table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular("phenomena", by="phenomenon")
def build(
    sources: Annotated[
        list[str], typer.Argument(help="As for mine, or what it wrote (x_data.tsv with one filler in each row).")
    ],
    out: Annotated[Path, typer.Option(help="Write OUT_data.tsv, and OUT_origins.tsv with who made which filler.")],
    path: Annotated[list[str], typer.Option("--path", help="Only these files of the history; repeatable.")] = [],  # noqa: B006
    coreferent: Annotated[
        bool, typer.Option("--coreferent", help="Implicit references must have been mentioned, as in the paper.")
    ] = False,
    most: Annotated[int, typer.Option(min=0, help="Most sentences of each phenomenon; 0 takes all.")] = 0,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Build rows for rating: mine revisions, and add four generated fillers.

    Each row has what the writer inserted and four generated fillers of
    different meanings, in random order. Sentences with fewer are left out.
    The data is what rate, evaluate and train read.

    Example:

        tacit clarify build handbook/ --path docs --out built
    """
    from tacit.clarifications.generate import FillerGenerator
    from tacit.errors import InputError
    from tacit.mining.build import build as built
    from tacit.mining.build import write_built

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    with output.progress() as bar:
        task = bar.add_task("building", total=None, rate="")
        found = built(
            mined(sources, tuple(path), coreferent),
            FillerGenerator(),
            most=most,
            seed=seed,
            on_sentence=lambda: bar.advance(task),
        )
    if not found.instructions:
        raise InputError(
            "no clarification was found that four other fillers could be generated for: nothing is written"
        )
    written = write_built(found, out)
    plain = found.to_dict()
    output.result({**plain, "output": str(written)}, table(("phenomenon", "sentences"), plain["phenomena"].items()))
    output.remark(f"wrote {written}; {found.dropped} sentences have fewer than four other fillers")
