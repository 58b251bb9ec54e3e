"""`tacit scenarios agreement`: how far annotators agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.options import InventoryFile, Plot, number, table
from tacit.cli.common.output import From, Json, Output, Quiet, Verbose
from tacit.cli.common.tables import Csv, Parquet

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.scenarios.annotation.agreement import Agreement

Annotators = Annotated[list[str], typer.Argument(help="The work of each annotator: files, folders or globs.")]
LabelFeature = Annotated[
    str | None, typer.Option(help="The feature that holds the label, where passages have several with text.")
]


def agreement(
    annotators: Annotators,
    inventory: InventoryFile = None,
    plot: Plot = None,
    documents: Annotated[bool, typer.Option("--documents", help="Show each text.")] = False,
    labels: Annotated[bool, typer.Option("--labels", help="Show each label.")] = False,
    label_feature: LabelFeature = None,
    csv: Csv = None,
    parquet: Parquet = None,
    from_: From = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Compare annotators: kappa and raw agreement on sentences, agreement on spans; by pair, text and label.

    --csv and --parquet write a row for each pair, and with --documents one for each text of each pair.

    Example:

        tacit scenarios agreement anna/ ben/ chris/ --labels --plot classes.svg
    """
    from tacit.cli.common.tables import TableFiles
    from tacit.scenarios import load_inventory
    from tacit.scenarios.annotation.agreement import agreement as compare
    from tacit.scenarios.annotation.annotators import read_annotators

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    files = TableFiles(csv, parquet)
    read = read_annotators(annotators, load_inventory(inventory), format=from_, label_feature=label_feature)
    report = compare(*read)
    if plot:
        from tacit.report.plots import bar_chart

        bar_chart(plot, [*report.classes], {"sentences": [*report.classes.values()]}, y_label="sentences")
    every = [*report.pairs, *(report.documents if documents else ())]
    files.write_objects([*_COLUMNS, *report.classes], ({**each.to_dict(), **each.classes} for each in every), output)
    output.result(report.to_dict())
    if json:
        return
    output.stdout.print(_agreements(report.pairs))
    output.stdout.print(table(("sentences that are labelled", ""), report.classes.items()))
    if documents:
        output.stdout.print(_agreements(report.documents))
    if labels:
        rows = [(each.label, each.both, each.one, number(each.kappa)) for each in report.labels]
        output.stdout.print(table(("label", "both", "only one", "kappa"), rows))
    if not report.pairs:
        output.remark("no two annotators share a text")


_COLUMNS = ("first", "second", "document", "documents", "sentences", "kappa", "raw", "span", "span_overlap")


def _agreements(found: tuple[Agreement, ...]) -> Table:
    columns = ("annotators", "text", "sentences", "kappa", "raw", "span", "span overlap")
    return table(
        columns,
        (
            (
                f"{each.first} – {each.second}",
                each.document or f"all {each.documents}",
                each.sentences,
                *map(number, (each.kappa, each.raw, each.span, each.span_overlap)),
            )
            for each in found
        ),
    )
