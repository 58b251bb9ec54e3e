"""Story Cloze Test: four sentences and two endings, of which one is right.

The text is the four sentences; metadata `endings` are the two candidates and `right_ending` is 1 or 2 (it is
absent in sets without answers).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.formats.parts.assembly import joined
from tacit.formats.parts.cells import csv_rows, filled, named_rows
from tacit.formats.recognition import CLOZE_ENDINGS, CLOZE_SENTENCES
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source

_ID = "InputStoryid"
_ANSWER = "AnswerRightEnding"


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document a row."""
    for line, row in named_rows(source, csv_rows(source)):
        name = filled(source, row, _ID, line)
        text, spans = joined((filled(source, row, column, line) for column in CLOZE_SENTENCES), " ")
        sentences = Layer(SENTENCES, [Annotation((span,), source="story_cloze") for span in spans])
        yield Document(text, name, _choice(source, row, line), [sentences])


def _choice(source: Source, row: Mapping[str, str], line: int) -> dict[str, Any]:
    choice: dict[str, Any] = {"endings": [filled(source, row, column, line) for column in CLOZE_ENDINGS]}
    if _ANSWER in row:
        answer = row[_ANSWER].strip()
        if answer not in ("1", "2"):
            source.fail(f"{_ANSWER!r} must be 1 or 2, not {answer!r}", line)
        choice["right_ending"] = int(answer)
    return choice
