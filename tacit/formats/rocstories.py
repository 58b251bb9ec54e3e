"""ROCStories: everyday stories of five sentences, as TSV or in the original CSV.

The header is `id, sentence1 … sentence5` or `storyid, storytitle, sentence1 … sentence5`. Each row is a document
with a `sentences` layer; the title, where there is one, is metadata.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.formats.parts.assembly import joined
from tacit.formats.parts.cells import csv_rows, filled, named_rows, tsv_rows
from tacit.formats.recognition import ROC_SENTENCES
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document a row."""
    has_tabs = "\t" in source.head.partition("\n")[0]
    for line, row in named_rows(source, tsv_rows(source) if has_tabs else csv_rows(source)):
        name = filled(source, row, "storyid" if "storyid" in row else "id", line)
        text, spans = joined((filled(source, row, column, line) for column in ROC_SENTENCES), " ")
        sentences = Layer(SENTENCES, [Annotation((span,), source="rocstories") for span in spans])
        title = row.get("storytitle", "").strip()
        yield Document(text, name, {"title": title} if title else {}, [sentences])
