"""`tacit clarify rate` and `ratings`: have clarifications rated by people, and average what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.options import Data
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.scenarios.shared import Seed, number, table
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.rating import Round
    from tacit.clarifications.task import Instruction

Qualification = Annotated[
    str | None,
    typer.Option(help="Qualification questions of your own: data with labels, as DATA; five are built in."),
]


def rate(
    data: Data,
    out: Annotated[Path, typer.Option(help="Write OUT-1.tsv and OUT-1.html, OUT-2.tsv and so on.")],
    sheets: Annotated[int, typer.Option(min=1, help="How many sheets, one for each rater.")] = 4,
    ratings: Annotated[int, typer.Option(min=1, help="On how many sheets each filler stands.")] = 4,
    qualification: Qualification = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make sheets for raters: each filler on a scale from 1 to 5.

    A rater either fills in the column Rating of the TSV, or opens the page
    in a browser, from disk, rates there, and sends back what it downloads.
    The paper has two ratings for each filler of its train set, and four in
    dev and test.

    Example:

        tacit clarify rate built --out round/sheet --sheets 6 --ratings 4
    """
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.rating import sheets as made
    from tacit.clarifications.rating import write_sheet
    from tacit.report.rating_pages import write_page

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    written = []
    out.parent.mkdir(parents=True, exist_ok=True)
    asked = _questions(qualification)
    found = made(read_instructions(data), asked, count=sheets, ratings=ratings, seed=seed)
    for place, items in enumerate(found, 1):
        target = out.with_name(f"{out.name}-{place}")
        files = [target.with_name(f"{target.name}{ending}") for ending in (".tsv", ".html")]
        write_sheet(items, files[0])
        write_page(items, files[1])
        written.append({"items": len(items), "files": [str(file) for file in files]})
    questions = sum(len(each.fillers) for each in asked)
    output.result({"sheets": written, "qualification": questions, "ratings": ratings})
    output.remark(f"wrote {len(found)} sheets of {len(found[0])} ratings or so, {questions} of them for qualification")


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
        read_instructions(data), _questions(qualification), read_sheets(sheets), passed_from=passed_from, least=least
    )
    if not found.instructions:
        raise InputError(f"no sentence has {least} ratings of each filler by raters who passed: nothing is written")
    written = write_instructions(found.instructions, out)
    output.result({**found.to_dict(), "output": str(written)})
    if not json:
        _show(output, found)
    output.remark(f"wrote {written}")


def _questions(path: str | None) -> list[Instruction]:
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.qualification import questions

    return questions() if path is None else questions(read_instructions(path))


def _show(output: Output, found: Round) -> None:
    rows = [
        (each.name, each.rated, number(each.qualification), "yes" if each.passed else "no, dropped")
        for each in found.raters
    ]
    output.stdout.print(table(("rater", "rated", "qualification", "passed"), rows))
    plain = found.to_dict()
    shares = ", ".join(f"{label.lower()} {count}" for label, count in plain["classes"].items())
    output.stdout.print(f"{plain['sentences']} sentences, {plain['n']} fillers: {shares}")
    output.stdout.print(f"{found.dropped} sentences left out; Krippendorff's alpha (ordinal) {number(found.alpha)}")
