"""`tacit clarify evaluate-generation`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import number, table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular


@tabular()
def evaluate_generation(
    test: Annotated[list[str], typer.Option("--test", help="Judged clarifications, as for evaluate; repeatable.")],
    labels: Annotated[Path | None, typer.Option(help="The labels of --test, if not beside it.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="Only so many sentences; 0 takes all.")] = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure generation: is a plausible filler among the best, and in the four?

    Example:

        tacit clarify evaluate-generation --test claire/dev
    """
    from tacit.clarifications import read_instructions
    from tacit.clarifications.generate import FillerGenerator
    from tacit.clarifications.generation_quality import measure

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    judged = [each for path in test for each in read_instructions(path, labels=labels)]
    judged = judged[:limit] if limit else judged
    with watched(output) as progress:
        quality = measure(FillerGenerator(), judged, progress=progress)
    rows = [(name, *map(number, shares)) for name, shares in quality.phenomena.items()]
    rows.append(("all", number(quality.top_share), number(quality.diverse_share)))
    output.result(quality.to_dict(), table(("phenomenon", "top 100", "diverse 4"), rows))
