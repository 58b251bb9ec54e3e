"""CLAIRE: how-to sentences with a blank and five phrases that may fill it.

`*_data.tsv` has a document a row; `*_labels.tsv` and `*_scores.tsv` beside it, where they exist, say how plausible
each filler is. The text is previous context, sentence and follow-up context, one a line, which the layer `parts`
labels; `blanks` marks the place to fill, labelled with its phenomenon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from tacit.documents import Annotation, Document, Layer, Span
from tacit.formats.parts.assembly import Assembly
from tacit.formats.parts.cells import filled, named_rows, tsv_rows
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source

BLANK = "______"
LABELS = ("IMPLAUSIBLE", "NEUTRAL", "PLAUSIBLE")
_PARTS = {"previous": "Previous context", "sentence": "Sentence", "following": "Follow-up context"}
_FILLER = re.compile(r"Filler(\d+)")


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document a row, with what the neighbouring files say about its fillers."""
    labels, scores = _labels(source), _scores(source)
    for line, row in named_rows(source, tsv_rows(source)):
        name = filled(source, row, "Id", line)
        phenomenon = filled(source, row, "Resolved pattern", line)
        metadata: dict[str, Any] = {
            "title": row.get("Article title", "").strip(),
            "section": row.get("Section header", "").strip(),
            "phenomenon": phenomenon,
            "fillers": [
                _filler(text, f"{name}_{number}", labels, scores) for number, text in _fillers(source, row, line)
            ],
        }
        text, parts = _parts(source, row, line)
        blank = _blank(text, parts, source, line)
        layers = [Layer("parts", parts), Layer("blanks", [Annotation((blank,), (phenomenon,), source="claire")])]
        yield Document(text, name, metadata, layers)


def _parts(source: Source, row: Mapping[str, str], line: int) -> tuple[str, list[Annotation]]:
    filled(source, row, "Sentence", line)  # the contexts may be empty, the sentence may not
    assembly = Assembly()
    parts = []
    for label, column in _PARTS.items():
        if part := row.get(column, "").strip():
            parts.append(Annotation((assembly.add(part, "\n"),), (label,), source="claire"))
    return assembly.text, parts


def _blank(text: str, parts: list[Annotation], source: Source, line: int) -> Span:
    sentence = next(part for part in parts if part.label == "sentence")
    if text.count(BLANK, sentence.start, sentence.end) != 1:
        source.fail(f"the sentence must have one blank, written {BLANK}", line)
    start = text.index(BLANK, sentence.start)
    return Span(start, start + len(BLANK))


def _fillers(source: Source, row: Mapping[str, str], line: int) -> Iterator[tuple[str, str]]:
    """Number and text of each filler; CLAIRE has five a row, mined data may have fewer or more."""
    filled(source, row, "Filler1", line)
    for column, cell in row.items():
        if (numbered := _FILLER.fullmatch(column)) and cell.strip():
            yield numbered[1], cell.strip()


def _filler(text: str, key: str, labels: Mapping[str, str], scores: Mapping[str, float]) -> dict[str, Any]:
    filler: dict[str, Any] = {"text": text}
    if key in labels:
        filler["label"] = labels[key]
    if key in scores:
        filler["score"] = scores[key]
    return filler


def _labels(source: Source) -> dict[str, str]:
    labels = {}
    for neighbour, line, key, label in _judgements(source, "labels"):
        if label not in LABELS:
            neighbour.fail(f"a label must be one of {', '.join(LABELS)}, not {label!r}", line)
        labels[key] = label
    return labels


def _scores(source: Source) -> dict[str, float]:
    scores = {}
    for neighbour, line, key, score in _judgements(source, "scores"):
        try:
            scores[key] = float(score)
        except ValueError:
            neighbour.fail(f"a score must be a number, not {score!r}", line)
        if not isfinite(scores[key]):
            neighbour.fail(f"a score must be a number, not {score!r}", line)
    return scores


def _judgements(source: Source, kind: str) -> Iterator[tuple[Source, int, str, str]]:
    """Rows of a neighbouring file; nothing where there is none or the data came from memory."""
    path = source.path.with_name(source.path.name.replace("_data.", f"_{kind}."))
    if path == source.path or not (source.path.is_file() and path.is_file()):
        return
    neighbour = Source(path)
    for line, cells in tsv_rows(neighbour):
        if len(cells) != 2:
            neighbour.fail(f"a row has two cells (filler id, {kind[:-1]}), not {len(cells)}", line)
        yield neighbour, line, cells[0].strip(), cells[1].strip()
