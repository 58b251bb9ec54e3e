"""Schemas at scale: the whole stability grid of one category, the slow reference on the same counts, and counting.

    python benchmarks/schemas.py CORPUS [--by categories] [--category acq] [--processes 2]

1. The grid: ablations × folds × germinators (linear, counter-training, random walker), all comparisons included.
2. One germination of each kind against the literal reference of the tests, on the same counts, both in CPU time, so
   that other work on the machine does not count. The reference would take a day for all schemas of counter-training or
   the random walker, so it grows a few, from seeds of all ranks of frequency, and its time for all is extrapolated:
   each costs it the same. Its linear induction is run in full.
3. Counting 1, 10 and 50 times the corpus: its documents again under other names.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from memory import PeakMemory
from pyarrow import compute, parquet
from rich.console import Console
from rich.table import Table

from tacit.corpus import Corpus, Workers
from tacit.schemas.features.counts import ChainFilter, count
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.stability import measure_stability
from tacit.schemas.systems.germinators import germinator_named
from tacit.schemas.task import Slot

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "schemas"))
from reference import Reference

GERMINATORS = ("linear", "counter-training", "random-walker")
console = Console(width=110)


def grid(corpus: Corpus, chosen: argparse.Namespace, options: GrowthOptions, chain_filter: ChainFilter) -> None:
    with PeakMemory() as memory:
        started, used = time.perf_counter(), cpu_seconds()
        found = measure_stability(
            corpus,
            by=chosen.by,
            categories=[chosen.category],
            ablations=chosen.ablations,
            folds=chosen.folds,
            germinators=GERMINATORS,
            options=options,
            chain_filter=chain_filter,
            workers=Workers(chosen.processes),
        )
        seconds, cpu = time.perf_counter() - started, cpu_seconds() - used
    number = chosen.ablations * chosen.folds * len(GERMINATORS)
    console.print(
        f"grid of {chosen.category}, {found.categories[chosen.category]:,} documents with chains of {chosen.minimum} or"
        f" more mentions: {number} germinations of {options.number} schemas and all comparisons in {seconds:.0f} s"
        f" ({seconds / 60:.1f} min, {cpu:.0f} s of CPU) with {chosen.processes} processes,"
        f" peak {memory.megabytes:,.0f} MB"
    )


def cpu_seconds() -> float:
    """CPU time of this process and of those it started that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def fast_seconds(totals: Totals, germinator: str, options: GrowthOptions) -> float:
    """CPU time of a germination that has been compiled, the median of five."""
    times = []
    for _ in range(6):
        started = time.process_time()
        germinator_named(germinator, options).events(totals)
        times.append(time.process_time() - started)
    return median(times[1:])


def against_reference(
    corpus: Corpus, chosen: argparse.Namespace, options: GrowthOptions, chain_filter: ChainFilter
) -> None:
    counts = count(corpus, chain_filter, by=chosen.by)
    rows = counts.categories[chosen.category]
    totals = counts.total(rows)
    documents = {counts.documents[row] for row in rows}
    slow = Reference(chains_of(corpus, documents, chain_filter), seed=options.seed)
    verbs = slow.verbs
    # Frequent verbs cost more than rare ones: take the few from all ranks alike.
    wanted = verbs[: options.number]
    slow.seeds = wanted[:: max(1, len(wanted) // chosen.few)][: chosen.few]
    table = Table("germinator", "schemas", "fast s", "reference s", "for", "for all s", "times slower", box=None)
    all_fast = all_slow = 0.0
    for germinator in GERMINATORS:
        grown = germinator_named(germinator, options).events(totals)
        fast = fast_seconds(totals, germinator, options)
        started = time.process_time()
        found = [events for events, _ in getattr(slow, germinator.replace("-", "_"))()]
        took = time.process_time() - started
        if germinator == "random-walker":
            assert found == germinator_named(germinator, replace(options, seed_verbs=tuple(slow.seeds))).events(totals)
        elif germinator == "linear":
            assert found == grown
        whole = took * len(grown) / len(found)
        all_fast, all_slow = all_fast + fast, all_slow + whole
        cells = (f"{took:.1f}", f"{len(found):,} schemas", f"{whole:,.0f}", f"{whole / fast:,.0f}")
        table.add_row(germinator, f"{len(grown):,}", f"{fast:.3f}", *cells)
    number = len(GERMINATORS)
    cells = ("", "", f"{all_slow / number:,.0f}", f"{all_slow / all_fast:,.0f}")
    table.add_row("mean", "", f"{all_fast / number:.3f}", *cells)
    size = f"{len(totals.slots):,} slots of {len(verbs):,} verbs, {len(totals.types):,} types"
    console.print(f"\nreference on the same counts: {len(documents):,} documents with chains, {size}")
    console.print(table)


def chains_of(corpus: Corpus, documents: set[str], chain_filter: ChainFilter) -> list[tuple[str, list[Slot]]]:
    """The chains as the reference takes them."""
    rows = corpus.query(
        f"SELECT document, chain, type, verb, slot FROM chains WHERE mentions >= {chain_filter.minimum}"
    )
    chains: dict[tuple[str, int], tuple[str, list[Slot]]] = {}
    for document, chain, kind, verb, role in rows.fetchall():
        if document in documents and verb not in chain_filter.stop_verbs:
            chains.setdefault((document, chain), (kind, []))[1].append(Slot(verb, role))
    return list(chains.values())


def repeated(corpus: Corpus, folder: Path, times: int) -> Path:
    """The corpus so many times, each time under other document ids, without the texts."""
    shards = []
    for copy in range(times):
        for shard in corpus.manifest["shards"]:
            key = f"{shard['key']}-{copy}"
            for table, column in (("documents", "id"), ("chains", "document")):
                file = folder / table / f"{key}.parquet"
                file.parent.mkdir(parents=True, exist_ok=True)
                content = parquet.read_table(corpus.folder / table / f"{shard['key']}.parquet")
                names = compute.binary_join_element_wise(content[column], f"copy {copy}", "/")
                content = content.set_column(content.column_names.index(column), column, names)
                parquet.write_table(content.select([c for c in content.column_names if c != "text"]), file)
            shards.append({"key": key, "documents": shard["documents"], "files": {"documents": "", "chains": ""}})
    (folder / "manifest.json").write_text(json.dumps({**corpus.manifest, "shards": shards}))
    return folder


def counting(corpus: Corpus, chain_filter: ChainFilter, times: list[int]) -> None:
    table = Table(
        "corpus", "documents", "with chains", "typed pairs", "matrix MB", "seconds", "s a copy", "peak MB", box=None
    )
    for many in times:
        with tempfile.TemporaryDirectory() as folder:
            larger = Corpus(repeated(corpus, Path(folder), many))
            with PeakMemory() as memory:
                started = time.perf_counter()
                counts = count(larger, chain_filter)
                seconds = time.perf_counter() - started
            matrices = (counts.singles, counts.typed)
            held = sum(m.data.nbytes + m.indices.nbytes + m.indptr.nbytes for m in matrices) / 1e6
            documents = sum(shard["documents"] for shard in larger.manifest["shards"])
            table.add_row(
                f"{many}×", f"{documents:,}", f"{len(counts.documents):,}", f"{counts.typed.shape[1]:,}", f"{held:.1f}",
                f"{seconds:.1f}", f"{seconds / many:.2f}", f"{memory.megabytes:,.0f}",
            )  # fmt: skip
    console.print("\ncounting, the corpus repeated under other document names")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--by", default="categories")
    parser.add_argument("--category", default="acq")
    parser.add_argument("--minimum", type=int, default=5, help="mentions of a chain")
    parser.add_argument("--ablations", type=int, default=10)
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--schemas", type=int, default=800)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--few", type=int, default=8, help="schemas that the reference grows")
    parser.add_argument("--times", type=int, nargs="*", default=[1, 10, 50])
    parser.add_argument("--parts", nargs="*", default=["grid", "reference", "counting"])
    chosen = parser.parse_args()
    corpus, options = Corpus(chosen.corpus), GrowthOptions(number=chosen.schemas)
    chain_filter = ChainFilter(minimum=chosen.minimum)
    if "grid" in chosen.parts:
        grid(corpus, chosen, options, chain_filter)
    if "reference" in chosen.parts:
        against_reference(corpus, chosen, options, chain_filter)
    if "counting" in chosen.parts:
        counting(corpus, chain_filter, chosen.times)


if __name__ == "__main__":
    main()
