"""Ingest against the parser alone: documents/s, words/s and peak memory, on the same documents in one run.

    python benchmarks/ingest.py DOCUMENTS.jsonl [--limit N] [--processes 2] [--coreference ranker] [--keep CORPUS]

Both use the same number of processes: `nlp.pipe` with spaCy's own, tacit with its own. The ratio is what events,
coreference and storage cost on top of parsing. On a machine that does other work too, compare CPU seconds.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from itertools import islice
from pathlib import Path

from memory import PeakMemory
from rich.console import Console
from rich.table import Table

from tacit import formats
from tacit.backbones import parser
from tacit.corpus import AnalysisSettings, Sources, Workers, ingest


def parse_only(texts: list[str], processes: int) -> int:
    """Words of the documents as spaCy's pipe gives them."""
    docs = parser.load().pipe(texts, n_process=processes, batch_size=64)
    return sum(sum(not (token.is_punct or token.is_space) for token in doc) for doc in docs)


def cpu_time() -> float:
    """Seconds of CPU used so far by this process and those of its children that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("documents", type=Path)
    options.add_argument("--limit", type=int, default=2000)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--coreference", default="ranker")
    options.add_argument("--keep", type=Path, help="where to leave the corpus")
    chosen = options.parse_args()
    documents = list(islice(formats.open(chosen.documents), chosen.limit))
    table = Table("what", "seconds", "CPU s", "documents/s", "words/s", "peak MB", box=None)
    seconds, cpu_seconds = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "documents.jsonl"
        formats.write(documents, source)

        def tacit() -> int:
            workers, settings = Workers(chosen.processes), AnalysisSettings(coreference=chosen.coreference)
            corpus = chosen.keep or Path(folder) / "corpus"
            return ingest(Sources([source]), corpus, settings=settings, workers=workers).words

        texts = [document.text for document in documents]
        runs = {"nlp.pipe": lambda: parse_only(texts, chosen.processes), f"tacit ({chosen.coreference})": tacit}
        for name, work in runs.items():
            with PeakMemory() as memory:
                started, before = time.perf_counter(), cpu_time()
                words = work()
                seconds[name] = took = time.perf_counter() - started
                cpu_seconds[name] = cpu = cpu_time() - before
            table.add_row(
                name,
                f"{took:.1f}",
                f"{cpu:.1f}",
                f"{len(texts) / took:.1f}",
                f"{words / took:,.0f}",
                f"{memory.megabytes:,.0f}",
            )
    console = Console()
    console.print(f"{len(documents):,} documents, {chosen.processes} processes")
    console.print(table)
    for what, (parse, whole) in {"time": seconds.values(), "CPU time": cpu_seconds.values()}.items():
        console.print(f"tacit takes {whole / parse:.2f} times the {what} of the parser alone")


if __name__ == "__main__":
    main()
