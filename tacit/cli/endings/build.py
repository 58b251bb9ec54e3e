"""`tacit endings build`: write, rate and keep cases as the Story Cloze Test was made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.endings.shared import Seed, percent


def sheet(
    stories: Annotated[list[str], typer.Argument(help="Files of whole stories, the last sentence their ending.")],
    out: Annotated[Path, typer.Option(help="The sheet to write (.csv or .tsv).")],
    count: Annotated[int, typer.Option(min=1, help="Stories to draw.")] = 100,
    rest: Annotated[Path | None, typer.Option(help="Write the stories that were not drawn here.")] = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Draw stories and write a sheet that asks for a right and a wrong ending.

    The sheet shows each story without its ending. Fill in RightEnding and
    WrongEnding; then come the ratings. Do not train on the stories drawn:
    --rest writes the others.

    Example:

    tacit endings build sheet stories.tsv --count 100 --out sheet.csv
    """
    from tacit.endings.data import read_stories
    from tacit.endings.making.building import draw, write_sheet, write_stories

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    drawn, others = draw(read_stories(stories), count, seed=seed)
    write_sheet(drawn, out)
    if rest is not None:
        write_stories(others, rest)
    output.result({"stories": len(drawn), "rest": len(others), "output": str(out)})
    output.remark(f"wrote {len(drawn)} stories to {out}; fill in RightEnding and WrongEnding")


def ratings(
    written: Annotated[Path, typer.Argument(help="The sheet with its endings filled in.")],
    out: Annotated[Path, typer.Option(help="The sheets to write: ratings.csv gives ratings-1.csv and on.")],
    judges: Annotated[int, typer.Option(min=1, max=99, help="How many judges rate each story.")] = 3,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write a sheet for each judge: every case as two whole stories, shuffled.

    A judge fills in Rating: 1 if the story makes sense, 0 if it does not,
    -1 if that cannot be told.

    Example:

    tacit endings build ratings sheet.csv --out ratings.csv
    """
    from tacit.endings.making.building import read_cases, write_rating_sheets

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    cases = read_cases(written)
    paths = [out.with_name(f"{out.stem}-{judge}{out.suffix}") for judge in range(1, judges + 1)]
    write_rating_sheets(cases, paths, seed=seed)
    output.result({"cases": len(cases), "items": 2 * len(cases), "outputs": list(map(str, paths))})
    output.remark(f"wrote {2 * len(cases)} stories to rate for each of {judges} judges: {paths[0]} and on")


@tabular()
def cases(
    written: Annotated[Path, typer.Argument(help="The sheet with its endings filled in.")],
    rated: Annotated[list[str], typer.Option("--ratings", help="The filled-in sheet of a judge; repeatable.")],
    out: Annotated[Path, typer.Option(help="The CSV to write, in the format of the Story Cloze Test.")],
    wrong: Annotated[
        list[int], typer.Option("--wrong", min=-1, max=0, help="A rating that a wrong ending may have; repeatable.")
    ] = [0],  # noqa: B006 (typer copies it)
    fewest: Annotated[int, typer.Option(min=1, help="Judges there must be.")] = 3,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Keep the cases that all judges find clear.

    The right ending must be rated 1 by all, the wrong one 0 by all; with
    --wrong 0 --wrong -1 a wrong ending may also be one of which judges
    cannot tell.

    Example:

    tacit endings build cases sheet.csv --ratings r-1.csv --ratings r-2.csv --ratings r-3.csv --out cases.csv
    """
    from tacit.endings.data import write_clozes
    from tacit.endings.making.building import read_cases, read_ratings, verify
    from tacit.errors import InputError, UsageError

    if len(rated) < fewest:
        raise UsageError(f"there are {len(rated)} sheets of ratings, but {fewest} judges are asked for (--fewest)")
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = verify(read_cases(written), read_ratings(rated), wrong=wrong, seed=seed)
    if not found.kept:
        raise InputError("no case is clear to all judges, so there is nothing to write")
    write_clozes(found.kept, out)
    rows = [
        ("cases", found.cases),
        ("kept", len(found.kept)),
        ("right ending unclear", found.right_unclear),
        ("wrong ending unclear", found.wrong_unclear),
        ("not rated by all", found.unrated),
        ("stories rated alike by all", percent(found.agreement)),
    ]
    output.result({**found.to_dict(), "judges": len(rated), "output": str(out)}, table((), rows))
