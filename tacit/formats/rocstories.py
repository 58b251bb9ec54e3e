"""ROCStories: everyday stories of five sentences, as TSV or in the original CSV.

The header is `id, sentence1 … sentence5` or `storyid, storytitle, sentence1 … sentence5`. Each row is a document
with a `sentences` layer; the title, where there is one, is metadata.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.formats.parts.assembly import joined
from tacit.formats.parts.cells import csv_rows, filled, first_cells, named_rows, tsv_rows
from tacit.formats.registry import Options
from tacit.formats.source import Source

_SENTENCES = [f"sentence{number}" for number in range(1, 6)]
_SEPARATORS = {".tsv": "\t", ".csv": ","}


def recognises(source: Source) -> bool:
    """A table whose header names the five sentences."""
    separator = _SEPARATORS.get(source.suffix)
    return separator is not None and set(_SENTENCES) <= set(first_cells(source, separator))


def read(source: Source, options: Options) -> Iterator[Document]:
    """One document a row."""
    has_tabs = "\t" in source.head.partition("\n")[0]
    for line, row in named_rows(source, tsv_rows(source) if has_tabs else csv_rows(source)):
        name = filled(source, row, "storyid" if "storyid" in row else "id", line)
        text, spans = joined((filled(source, row, column, line) for column in _SENTENCES), " ")
        sentences = Layer(SENTENCES, [Annotation((span,), source="rocstories") for span in spans])
        title = row.get("storytitle", "").strip()
        yield Document(text, name, {"title": title} if title else {}, [sentences])
