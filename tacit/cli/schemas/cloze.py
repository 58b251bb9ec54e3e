"""`tacit schemas cloze`: find a hidden event of a chain."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched

if TYPE_CHECKING:
    from tacit.cloze.task import EventChain
    from tacit.corpus import Corpus
from tacit.cli.common.tabular import tabular
from tacit.cli.schemas.measuring import Bar, Seed


@tabular()
def cloze(
    folder: Annotated[Path | None, typer.Argument(metavar="[CORPUS]", help="A corpus to split by documents.")] = None,
    train: Annotated[list[Path], typer.Option(help="A corpus or texts to train on; repeatable.")] = [],  # noqa: B006
    test: Annotated[Path | None, typer.Option(help="A corpus or texts to test on.")] = None,
    system: Annotated[str, typer.Option(help="tacit, chain-similarity, pmi, bigram or frequency.")] = "tacit",
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

    tacit schemas cloze --train corpus --test other-corpus --system pmi --ranking
    """
    from tacit.cloze.data import gaps, questions, sample, split
    from tacit.errors import UsageError
    from tacit.systems import system_named, systems

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if (folder is None) == (not train and test is None) or bool(train) != (test is not None):
        raise UsageError("give a corpus to split, or both --train and --test")
    chosen = [system_named("cloze", system)]
    if baselines:
        chosen += [other for other in systems("cloze") if other.name != system]
    learnt = _chains([folder] if folder else train, where, min_mentions, output)
    if test is None:
        learnt, tested = split(learnt, test_share, seed)
    else:
        tested = _chains([test], where, min_mentions, output)
    if not learnt:
        raise UsageError("no chain to train on: take a larger corpus or a lower --min-mentions")
    some = sample([chain for chain in tested if len(chain.slots) >= min_events], most, seed)
    asked = questions(some, seed, minimum_events=min_events, pool=tested)
    hidden = list(gaps(some, seed, minimum_events=min_events)) if ranking else []
    results = {}
    for entry in chosen:
        options = {"seed": seed, "minimum_events": min_events} if entry.name == "tacit" else {}
        results[entry.name] = _measure(entry.create(**options), learnt, asked, hidden, output)
    main = {"system": system, **results[system], "train_chains": len(learnt), "test_chains": len(tested), "seed": seed}
    others = {name: figures for name, figures in results.items() if name != system}
    output.result(main | ({"baselines": others} if baselines else {}), _cloze_table(results))
    if results[system]["accuracy"] < bar:
        raise typer.Exit(1)


def _chains(paths: Sequence[Path], where: str, min_mentions: int, output: Output) -> list[EventChain]:
    """The chains of several corpora; texts are made into a corpus for the moment."""
    from tacit.cloze.data import read_chains
    from tacit.corpus import Corpus
    from tacit.corpus.manifest import is_corpus
    from tacit.schemas.features.counts import STOP_VERBS

    found: list[EventChain] = []
    with tempfile.TemporaryDirectory() as temporary:
        for number, path in enumerate(paths):
            corpus = Corpus(path) if is_corpus(path) else _ingested(path, Path(temporary) / str(number), output)
            found += read_chains(corpus, where=where, minimum_mentions=min_mentions, stop_verbs=STOP_VERBS)
    return found


def _ingested(path: Path, folder: Path, output: Output) -> Corpus:
    from tacit.corpus import Corpus, Sources, ingest

    with watched(output, path.name) as progress:
        ingest(Sources([str(path)]), folder, progress=progress)
    return Corpus(folder)


def _measure(
    model: Any, learnt: Sequence[EventChain], asked: Sequence[Any], hidden: Sequence[Any], output: Output
) -> dict[str, Any]:
    from tacit.cloze.evaluate import choose, rank

    with watched(output, model.name) as progress:
        progress("learning", 0, 0)
        model.fit(learnt)
        progress("learning", 1, 1)
        figures = choose(model, asked, progress)
        if hidden:
            figures |= {"ranking": rank(model, hidden, progress)}
    return figures


def _cloze_table(results: dict[str, dict[str, Any]]) -> Any:
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
