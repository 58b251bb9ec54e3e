"""`tacit clarify ratings`: average what raters say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.rate import Qualification, read_questions
from tacit.cli.common.options import number, table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.rating import RatingRound


@tabular("raters")
def ratings(
    sheets: Annotated[list[Path], typer.Argument(help="Sheets that raters filled in, or what the page downloaded.")],
    data: Annotated[str, typer.Option(help="The data that the sheets were made from.")],
    out: Annotated[Path, typer.Option(help="Write OUT_data.tsv, OUT_labels.tsv and OUT_scores.tsv.")],
    qualification: Qualification = None,
    passed_from: Annotated[
        float, typer.Option("--pass", min=0, max=1, help="Drop raters with a lower share of qualification questions.")
    ] = 0.8,
    least: Annotated[int, typer.Option(min=1, help="Leave out sentences with a filler of fewer ratings.")] = 2,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Average the ratings of those who passed, and make classes of them.

    Up to 2.5 a filler is implausible, from 4.0 on plausible, else neutral.
    Agreement is Krippendorff's alpha for ordinal ratings.

    Example:

        tacit clarify ratings round/*.tsv --data built --out rated
    """
    from tacit.clarifications.data import read_instructions, write_instructions
    from tacit.clarifications.rating import rated, read_sheets
    from tacit.errors import InputError

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = rated(
        read_instructions(data),
        read_questions(qualification),
        read_sheets(sheets),
        passed_from=passed_from,
        least=least,
    )
    if not found.instructions:
        raise InputError(f"no sentence has {least} ratings of each filler by raters who passed: nothing is written")
    written = write_instructions(found.instructions, out)
    output.result({**found.to_dict(), "output": str(written)})
    if not json:
        _show(output, found)
    output.remark(f"wrote {written}")


def _show(output: Output, found: RatingRound) -> None:
    rows = [
        (each.name, each.rated, number(each.qualification), "yes" if each.passed else "no, dropped")
        for each in found.raters
    ]
    output.stdout.print(table(("rater", "rated", "qualification", "passed"), rows))
    plain = found.to_dict()
    shares = ", ".join(f"{label.lower()} {count}" for label, count in plain["classes"].items())
    output.stdout.print(f"{plain['sentences']} sentences, {plain['n']} fillers: {shares}")
    output.stdout.print(f"{found.dropped} sentences left out; Krippendorff's alpha (ordinal) {number(found.alpha)}")
