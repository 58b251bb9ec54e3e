"""`tacit scenarios statistics`: what a labelled corpus holds."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.options import InventoryFile, Plot, table
from tacit.cli.common.output import From, Json, Output, Quiet, Verbose
from tacit.cli.common.tables import Csv, Parquet


def statistics(
    gold: Annotated[list[str], typer.Argument(help="Texts with gold scenarios.")],
    inventory: InventoryFile = None,
    plot: Plot = None,
    top: Annotated[int, typer.Option(min=0, help="Rows of the table; 0 shows all.")] = 0,
    csv: Csv = None,
    parquet: Parquet = None,
    from_: From = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Count a labelled corpus: texts, sentences and segments by scenario; segments and scenarios a text.

    Example:

        tacit scenarios statistics gold.jsonl --plot texts.svg
    """
    from tacit import formats
    from tacit.cli.common.tables import TableFiles
    from tacit.scenarios import load_inventory
    from tacit.scenarios.annotation.statistics import statistics as count

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    files = TableFiles(csv, parquet)
    documents = (document for path in gold for document in formats.open(path, format=from_))
    found = count(documents, load_inventory(inventory))
    if plot:
        from tacit.report.plots import bar_chart

        series = {"Segments": [*found.segments_per_text.values()], "Scenarios": [*found.scenarios_per_text.values()]}
        bar_chart(plot, [*found.segments_per_text], series, y_label="texts")
    columns = ("scenario", "texts", "sentences", "segments", "mean_length")
    every = ((e.label, e.documents, e.sentences, e.segments, e.mean_length) for e in found.scenarios)
    files.write(columns, every, output)
    output.result(found.to_dict())
    if json:
        return
    rows = [
        (each.label, each.documents, each.sentences, each.segments, f"{each.mean_length:.1f}")
        for each in found.scenarios[: top or None]
    ]
    output.stdout.print(table(("scenario", "texts", "sentences", "segments", "mean length"), rows))
    histogram = zip(
        found.segments_per_text, found.segments_per_text.values(), found.scenarios_per_text.values(), strict=True
    )
    output.stdout.print(table(("a text has", "segments", "scenarios"), histogram))
    output.remark(
        f"{found.documents} texts, {found.sentences} sentences, {found.labelled_sentences} of them labelled"
        f" ({found.multiply_labelled_sentences} more than once), {found.segments} segments"
    )
