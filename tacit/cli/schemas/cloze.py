"""`tacit schemas cloze`: find a hidden event of a chain."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.schemas.measuring import Bar, Seed

if TYPE_CHECKING:
    from rich.table import Table


@tabular()
def cloze(
    folder: Annotated[Path | None, typer.Argument(metavar="[CORPUS]", help="A corpus to split by documents.")] = None,
    train: Annotated[list[Path], typer.Option(help="A corpus or texts to train on; repeatable.")] = [],  # noqa: B006
    test: Annotated[Path | None, typer.Option(help="A corpus or texts to test on.")] = None,
    system: Annotated[str, typer.Option(help="tacit, chain-similarity, pmi, bigram or frequency.")] = "tacit",
    against: pairwise.Against = None,
    baselines: Annotated[bool, typer.Option("--baselines", help="Measure all other systems, too.")] = False,
    ranking: Annotated[bool, typer.Option("--ranking", help="Rank all events, too: the narrative cloze.")] = False,
    where: Annotated[str, typer.Option(help="A condition on the table of documents, in SQL.")] = "true",
    test_share: Annotated[float, typer.Option(min=0.01, max=0.99, help="Documents to test on.")] = 0.1,
    min_events: Annotated[int, typer.Option(min=2, help="Different events that a tested chain must have.")] = 3,
    min_mentions: Annotated[int, typer.Option(min=2, help="Mentions that a chain must have.")] = 2,
    most: Annotated[int, typer.Option(min=1, help="Most chains to test on, drawn at random.")] = 10_000,
    bar: Bar = 0.0,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Hide an event of a chain and find it again among five, by what was learnt from other documents.

    Give a corpus, which is split by documents, or --train and --test.

    Examples:

    tacit schemas cloze corpus --baselines

    tacit schemas cloze corpus --against pmi

    tacit schemas cloze --train corpus --test other-corpus --system pmi --ranking
    """
    from tacit.cloze.experiment import ClozeOptions, run

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = ClozeOptions(
        corpus=folder,
        train=train,
        test=test,
        system=system,
        against=against,
        baselines=baselines,
        ranking=ranking,
        where=where,
        test_share=test_share,
        min_events=min_events,
        min_mentions=min_mentions,
        most=most,
        seed=seed,
    )
    with watched(output) as progress:
        found = run(options, progress=progress)
    output.result(found.to_dict(), _table(found.figures))
    pairwise.show(output, found.comparison)
    if found.accuracy < bar:
        raise typer.Exit(1)


def _table(results: Mapping[str, Mapping[str, Any]]) -> Table:
    from rich.table import Table

    table = Table("system", "accuracy", "of", box=None, pad_edge=False)
    ranked = ("mean_rank", "mean_reciprocal_rank", "recall_at_10", "recall_at_50")
    with_ranking = any("ranking" in figures for figures in results.values())
    for name in ranked if with_ranking else ():
        table.add_column(name.replace("mean_reciprocal_rank", "MRR").replace("_", " "), justify="right")
    for name, figures in results.items():
        cells = [f"{figures['ranking'][key]:.{1 if key == 'mean_rank' else 3}f}" for key in ranked if with_ranking]
        table.add_row(name, f"{figures['accuracy']:.3f}", f"{figures['n']:,}", *cells)
    return table
