"""`tacit scenarios segment`: where the topic changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.options import File, Out, To, table
from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.documents import Document


@tabular("segments", also="id")
def segment(
    file: File,
    method: Annotated[
        str, typer.Option(help="topictiling, texttiling, embedding, optimal or changes.")
    ] = "topictiling",
    out: Out = "",
    to: To = None,
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Split any text where its topic changes.

    With --json each text is one line: id and segments with offsets and number of sentences.

    Example:

        tacit scenarios segment diary.txt --method texttiling
    """
    from tacit import formats
    from tacit.scenarios.detect import segment as add_segments
    from tacit.scenarios.segmenters import segmenter

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    splitter = segmenter(method)
    options = formats.FormatOptions(text_column, id_column)
    skipped: list[formats.Skipped] = []

    def segmented() -> Iterator[Document]:
        for document in formats.open(file, format=from_, options=options, on_skip=skipped.append):
            done = add_segments(document, splitter, source=method)
            output.result(_plain_segments(done), None if out else _shown_segments(done))
            yield done

    count = formats.write(segmented(), out, format=to) if out else sum(1 for _ in segmented())
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    output.remark(f"split {count} text{'s' * (count != 1)}" + (f", wrote {out}" if out else ""))


def _plain_segments(document: Document) -> dict[str, Any]:
    segments = [
        {**each.features, "start": each.start, "end": each.end, "text": document.text_of(each)}
        for each in document.layer("segments")
    ]
    return {"id": document.id, "segments": segments}


def _shown_segments(document: Document) -> Table:
    rows = [(place, document.text_of(each).strip() + "\n") for place, each in enumerate(document.layer("segments"), 1)]
    return table((document.id or "text", ""), rows)
