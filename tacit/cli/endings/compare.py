"""`tacit endings compare`: measure many systems side by side."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.endings.shared import (
    Folds,
    Seed,
    Test,
    Train,
    percent,
)

if TYPE_CHECKING:
    from tacit.endings.compare import CompareResult, MeasuredSystem
    from tacit.endings.evaluate import EndingEvaluation


@tabular("systems")
def compare(
    test: Test,
    train: Train = [],  # noqa: B006
    system: Annotated[
        list[str],
        typer.Option(help="A system to measure; repeatable. By default all of them."),
    ] = [],  # noqa: B006
    folds: Folds = 0,
    keep: Annotated[Path | None, typer.Option(help="A folder that keeps what each system said; a run goes on.")] = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure systems side by side: Table 4 of the paper with a measured column.

    Trained on --train, or cross-validated with --folds (five without
    answered stories in --train); NAME:FOLDER is used as it is. Also McNemar's
    test for each pair, and the stories that all systems fail.

    Example:

    tacit endings compare --test val.csv --train stories.tsv --keep said
    """
    from tacit.endings.compare import CompareOptions, run

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = CompareOptions(test=test, train=train, systems=system, folds=folds, keep=keep, seed=seed)
    with watched(output) as progress:
        found = run(options, on_system=partial(_warn, output), progress=progress)
    output.result(found.to_dict())
    if not json:
        _show_comparison(output, found)
        _show_breakdowns(output, found.figures)
        names = list(found.figures)
        rows = [
            (f"{each.first} – {each.second}", each.only_first, each.only_second, f"{each.p:.2g}")
            for each in found.pairs
            if each.second == names[names.index(each.first) + 1]
        ]
        output.stdout.print(table(("McNemar, each and the next", "only first", "only second", "p"), rows))
        output.stdout.print(f"{len(found.failed)} of {found.n} stories are failed by all systems", highlight=False)


def _warn(output: Output, row: MeasuredSystem) -> None:
    from tacit.endings.seen import warn_of_seen

    warn_of_seen(output.remark, row.name, row.figures.n, row.seen)


def _show_comparison(output: Output, found: CompareResult) -> None:
    from tacit.systems import system_named

    rows = []
    for rank, row in enumerate(found.systems, 1):
        known, each = system_named("endings", row.name.partition(":")[0]), row.figures
        rows.append(
            (
                rank,
                row.name,
                known.about,
                percent(known.published.get("accuracy")),
                percent(each.accuracy),
                f"{percent(each.accuracy_low)}–{percent(each.accuracy_high)}",
                percent(each.accuracy_hard),
                f"{row.seconds:.0f}",
            )
        )
    columns = ("", "system", "model", "published", "measured", "95 %", "hard", "s")
    output.stdout.print(table(columns, rows))


def _show_breakdowns(output: Output, figures: Mapping[str, EndingEvaluation]) -> None:
    """Accuracy by kind of story, with a row a system; the stories of each kind are the same for all."""
    for kind, parts in next(iter(figures.values())).breakdown.items():
        columns = (kind, *(f"{name} ({part.n})" for name, part in parts.items()))
        rows = [
            (system, *(percent(each.breakdown[kind][name].accuracy) for name in parts))
            for system, each in figures.items()
        ]
        output.stdout.print(table(columns, rows))
