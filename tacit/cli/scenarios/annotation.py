"""The part of `tacit scenarios` that a team of annotators needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.output import From, Json, Output, Quiet, Verbose
from tacit.cli.scenarios.shared import InventoryFile, Out, Plot, To, number, table
from tacit.cli.tables import Csv, Parquet

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
    from tacit.cli.tables import TableFiles
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


def merge(
    annotators: Annotators,
    cases: Annotated[Path, typer.Option(help="The table of cases to decide on (.tsv).")],
    apply: Annotated[bool, typer.Option("--apply", help="Apply the decisions in it and write the gold texts.")] = False,
    out: Out = "",
    to: To = None,
    inventory: InventoryFile = None,
    label_feature: LabelFeature = None,
    from_: From = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Merge the work of annotators: same-label overlaps to the longest segment, the rest as cases to decide.

    Fill in the column *decision* of the table with *keep* or *drop*, then run the same command with --apply.

    Examples:

        tacit scenarios merge anna/ ben/ --cases cases.tsv

        tacit scenarios merge anna/ ben/ --cases cases.tsv --apply --out gold.jsonl
    """
    from tacit import formats
    from tacit.errors import UsageError
    from tacit.scenarios import load_inventory
    from tacit.scenarios.annotation.annotators import read_annotators
    from tacit.scenarios.annotation.merge import apply_cases, write_cases
    from tacit.scenarios.annotation.merge import merge as merge_text

    if apply and not out:
        raise UsageError("--apply needs --out, where the gold texts are written")
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    _, texts = read_annotators(annotators, known, format=from_, label_feature=label_feature)
    merged = [merge_text(text) for text in texts]
    agreed = sum(len(each.agreed) for each in merged)
    plain: dict[str, object] = {"texts": len(texts), "agreed": agreed, "cases": sum(len(each.cases) for each in merged)}
    if apply:
        formats.write(apply_cases(merged, cases), out, format=to)
        output.result({**plain, "output": out})
        output.remark(f"wrote {len(texts)} gold texts to {out}")
    else:
        count = write_cases(merged, cases)
        output.result({**plain, "output": str(cases)})
        output.remark(f"{agreed} segments agreed; {count} cases to decide in {cases}, then --apply")


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
    from tacit.cli.tables import TableFiles
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
