"""`tacit clarify rate`: sheets for raters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.options import Data
from tacit.cli.common.options import Seed
from tacit.cli.common.output import Json, Output, Quiet, Verbose

if TYPE_CHECKING:
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
    from tacit.files import make_folder
    from tacit.report.rating.pages import write_page

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    written = []
    make_folder(out.parent)
    asked = read_questions(qualification)
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


def read_questions(path: str | None) -> list[Instruction]:
    """The questions for qualification: of a file, or our own."""
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.qualification import questions

    return questions() if path is None else questions(read_instructions(path))
