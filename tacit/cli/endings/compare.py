"""`tacit endings compare`: measure many systems side by side."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.endings.shared import (
    Folds,
    Seed,
    Test,
    Train,
    percent,
    table,
    warn_of_seen,
)

if TYPE_CHECKING:
    from tacit.endings.evaluate import EndingEvaluation
    from tacit.endings.task import Probabilities
from tacit.cli.endings.evaluate import training_of


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
    from tacit.endings.compare import PUBLISHED, SANITY, VARIANTS, Kept, judge
    from tacit.endings.data import read_clozes
    from tacit.endings.evaluate import compare as test_pairs
    from tacit.endings.evaluate import evaluate as measure
    from tacit.endings.evaluate import failed_by_all, style_hard
    from tacit.endings.folds import FOLDS
    from tacit.endings.seen import count_seen
    from tacit.endings.train import DEFAULT

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes = read_clozes(test, answered=True)
    training, stories = training_of(train, folds)
    folds = folds or (0 if training else FOLDS)
    names = list(dict.fromkeys(system)) or [*PUBLISHED, *VARIANTS, *SANITY, DEFAULT]
    kept = Kept(keep, clozes, training, stories, folds, seed)
    hard = style_hard(clozes, seed=seed)
    said: dict[str, list[Probabilities]] = {}
    seconds: dict[str, float] = {}
    seen: dict[str, int] = {}
    for number, name in enumerate(names, 1):
        started = time.perf_counter()
        with watched(output, f"{number} of {len(names)}, {name}") as progress:
            judged = partial(
                judge, name, clozes, stories, training=training, folds=folds, seed=seed, keep=kept.parts_of(name)
            )
            said[name] = kept.get(name, partial(judged, progress=progress))
        seconds[name] = time.perf_counter() - started
        in_folds = folds and ":" not in name
        seen[name] = 0 if in_folds else count_seen(name, clozes, training, stories)
        warn_of_seen(output, name, clozes, seen[name])
    figures = {name: measure(clozes, each, hard=hard) for name, each in said.items()}
    pairs, failed = test_pairs(clozes, said), failed_by_all(clozes, said)
    output.result(
        {
            "n": len(clozes),
            "n_hard": sum(hard),
            "folds": folds,
            "systems": [
                {
                    "system": name,
                    "seconds": round(seconds[name], 1),
                    **figures[name].to_dict(),
                    "seen_in_training": seen[name],
                }
                for name in names
            ],
            "mcnemar": [asdict(pair) for pair in pairs],
            "failed_by_all": [cloze.id for cloze in failed],
        }
    )
    if not json:
        _show_comparison(output, figures, seconds)
        _show_breakdowns(output, figures)
        differences = [pair for pair in pairs if pair.second == names[names.index(pair.first) + 1]]
        rows = [
            (f"{each.first} – {each.second}", each.only_first, each.only_second, f"{each.p:.2g}")
            for each in differences
        ]
        output.stdout.print(table(("McNemar, each and the next", "only first", "only second", "p"), rows))
        output.stdout.print(f"{len(failed)} of {len(clozes)} stories are failed by all systems", highlight=False)


def _show_comparison(output: Output, figures: Mapping[str, EndingEvaluation], seconds: Mapping[str, float]) -> None:
    from tacit.systems import system_named

    rows = []
    for rank, (name, each) in enumerate(figures.items(), 1):
        known = system_named("endings", name.partition(":")[0])
        rows.append(
            (
                rank,
                name,
                known.about,
                percent(known.published.get("accuracy")),
                percent(each.accuracy),
                f"{percent(each.accuracy_low)}–{percent(each.accuracy_high)}",
                percent(each.accuracy_hard),
                f"{seconds[name]:.0f}",
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
