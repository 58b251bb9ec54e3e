"""The commands of `tacit schemas` that measure: cloze, salience, stability."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.corpus import Cluster, Folder, Processes
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.stages import stages, watched
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from tacit.corpus import Corpus
    from tacit.schemas.cloze import EventChain
    from tacit.schemas.findings import Findings

Seed = Annotated[int, typer.Option(min=0, help="Seed of everything random.")]
Bar = Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the result is lower.")]


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
    from tacit.errors import UsageError
    from tacit.schemas.cloze import gaps, questions, sample, split
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
    from tacit.corpus import Corpus
    from tacit.corpus.manifest import is_corpus
    from tacit.schemas.cloze import read_chains
    from tacit.schemas.counts import STOP_VERBS

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
    from tacit.schemas.cloze import choose, rank

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


@tabular()
def salience(
    file: Annotated[Path, typer.Argument(metavar="SCHEMAS", help="A file that `tacit schemas induce` wrote.")],
    test: Annotated[str, typer.Argument(metavar="GOLD", help="CoNLL-U with entities that say who is salient (GUM).")],
    top: Annotated[int, typer.Option(min=1, help="Schemas of each text whose participants are predicted.")] = 10,
    raters: Annotated[int, typer.Option(min=1, help="Readers who must find an entity salient.")] = 3,
    min_mentions: Annotated[int, typer.Option(min=1, help="Mentions that a predicted entity must have.")] = 2,
    coreference: Annotated[str, typer.Option(help="gold, or a system: ranker, sieve, …")] = "gold",
    bar: Bar = 0.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Are the participants of the schemas that a text tells its salient entities? (the NASTEA task)

    Beside the schemas: as many of the most often mentioned entities, all
    entities of the first sentence, and whoever takes part in any event.

    Example:

    tacit schemas salience schemas.json gum/dev.conllu
    """
    from rich.table import Table

    from tacit import formats
    from tacit.schemas.salience import SYSTEMS, evaluate, tales
    from tacit.schemas.storage import read_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    schemas = read_schemas(file).schemas
    gold = []
    with output.progress() as progress:
        task = progress.add_task("reading", total=None, rate="")
        for tale in tales(formats.open(test), raters=raters, resolver=coreference):
            gold.append(tale)
            progress.update(task, completed=len(gold))
    results = {name: evaluate(gold, schemas, top=top, minimum=min_mentions, system=name).to_dict() for name in SYSTEMS}
    table = Table("", "precision", "recall", "F1", box=None, pad_edge=False)
    for name, figures in results.items():
        table.add_row(name, *(f"{figures[key]:.3f}" for key in ("precision", "recall", "f1")))
    mine = results.pop("schemas")
    by_top = [evaluate(gold, schemas, top=few, minimum=min_mentions).f1 for few in range(1, top + 1)]
    plain = {"top": top, "raters": raters, "min_mentions": min_mentions, "f1_by_top": by_top, "baselines": results}
    output.result({"system": "schemas", **mine, **plain}, table)
    best = max(range(top), key=lambda place: by_top[place])
    output.remark(
        f"{mine['n']} texts, the {top} most present schemas of each; best with {best + 1} (F1 {by_top[best]:.3f})"
    )
    if mine["f1"] < bar:
        raise typer.Exit(1)


@tabular("findings.standings")
def stability(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="A folder for results and report; it can go on where it stopped.")],
    by: Annotated[str, typer.Option(help="The metadata that categories are taken from.")] = "category",
    categories: Annotated[str, typer.Option(help="Only these, with commas.")] = "",
    ablations: Annotated[int, typer.Option(min=1, help="Steps at which documents are removed.")] = 10,
    folds: Annotated[int, typer.Option(min=2, help="Folds at each step.")] = 10,
    germinators: Annotated[str, typer.Option(help="all, or names with commas.")] = "all",
    number: Annotated[int, typer.Option("--schemas", min=1, help="Schemas to grow each time.")] = 800,
    preset: Annotated[str, typer.Option(help="paper (the authors' own program) or original (2009).")] = "paper",
    where: Annotated[str, typer.Option(help="A condition on the table of documents, in SQL.")] = "true",
    min_mentions: Annotated[int, typer.Option(min=2, help="Mentions that a chain must have to count.")] = 5,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="Fuzzy Jaccard as the mean of both sides.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of everything random.")] = None,
    processes: Processes = 0,
    cluster: Cluster = "",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Remove documents step by step and see how much the schemas change: the whole experiment of the paper.

    It can be stopped at any time: the same command goes on where it was.

    Example:

    tacit schemas stability corpus --by category --out stability
    """
    import dataclasses

    from tacit.corpus import Workers
    from tacit.report.stability_pages import NUMBERS, REPORT, write_report
    from tacit.schemas.counts import ChainFilter
    from tacit.schemas.findings import find
    from tacit.schemas.germinators import GERMINATORS
    from tacit.schemas.presets import preset as options_of
    from tacit.schemas.stability import measure_stability

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    chosen: dict[str, Any] = {"number": number} | ({} if seed is None else {"seed": seed})
    started = time.perf_counter()
    with output.progress() as bar:
        found = measure_stability(
            folder,
            out,
            by=by,
            categories=_names(categories),
            ablations=ablations,
            folds=folds,
            germinators=GERMINATORS if germinators == "all" else _names(germinators),
            options=dataclasses.replace(options_of(preset), **chosen),
            chain_filter=ChainFilter(where, min_mentions),
            symmetric=symmetric,
            workers=Workers(processes, cluster),
            progress=stages(bar),
        )
    write_report(found, out)
    for category, why in found.skipped.items():
        output.remark(f"left out {category}: {why}")
    findings = find(found)
    output.result({"output": str(out), "findings": findings.to_dict(), "skipped": found.skipped}, _standings(findings))
    output.remark(f"wrote {out / REPORT} and {out / NUMBERS} in {time.perf_counter() - started:.1f} s")


def _names(listed: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in listed.split(",") if name.strip())


def _standings(findings: Findings) -> Any:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from tacit.schemas.findings import statements

    table = Table("category", "documents", "JRF", "more stable", "less stable", "of", box=None, pad_edge=False)
    for standing in findings.standings:
        cells = (f"{standing.jrf:.3f}", str(standing.more), str(standing.less), str(standing.tests))
        table.add_row(Text(standing.category), f"{standing.documents:,}", *cells)
    return Group(table, Text(), *(Text(sentence) for sentence in statements(findings)))
