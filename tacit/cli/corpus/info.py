"""`tacit corpus info`."""

from __future__ import annotations

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.corpus.options import Folder


@tabular()
def info(folder: Folder, json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """Say what is in a corpus: tables with their rows, settings, metadata, what was skipped."""
    from rich.table import Table
    from rich.text import Text

    from tacit.corpus import Corpus

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    corpus = Corpus(folder)
    counts = {table: corpus.count(table) for table in corpus.tables}
    manifest = corpus.manifest
    grid = Table(box=None, pad_edge=False, show_header=False)
    rows = [
        ("documents", f"{manifest['documents']:,}"),
        ("words", f"{manifest['words']:,}"),
        *((table, f"{count:,} rows") for table, count in counts.items() if table != "documents"),
        ("metadata", ", ".join(f"{key} ({kind})" for key, kind in manifest["metadata"].items())),
        ("settings", ", ".join(f"{key} {value}" for key, value in manifest["settings"].items() if value)),
        ("sources", ", ".join(manifest["sources"])),
        ("skipped", f"{len(manifest['skipped']):,}"),
    ]
    for row in rows:
        grid.add_row(*map(Text, row))
    plain = {key: value for key, value in manifest.items() if key != "shards"}
    output.result({**plain, "shards": len(manifest["shards"]), "rows": counts}, grid)
