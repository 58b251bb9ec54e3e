"""Story Cloze Test: four sentences and two endings, of which one is right.

The text is the four sentences; metadata `endings` are the two candidates and `right_ending` is 1 or 2 (it is
absent in sets without answers).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.formats.parts.assembly import joined
from tacit.formats.parts.cells import csv_rows, filled, first_cells, named_rows
from tacit.formats.registry import Options
from tacit.formats.source import Source

_ID = "InputStoryid"
_SENTENCES = [f"InputSentence{number}" for number in range(1, 5)]
_ENDINGS = ["RandomFifthSentenceQuiz1", "RandomFifthSentenceQuiz2"]
_ANSWER = "AnswerRightEnding"


def recognises(source: Source) -> bool:
    """A CSV file whose header speaks of stories and their endings."""
    names = first_cells(source, ",") if source.suffix == ".csv" else []
    return _SENTENCES[0] in names and any(ending in names for ending in _ENDINGS)


def read(source: Source, options: Options) -> Iterator[Document]:
    """One document a row."""
    for line, row in named_rows(source, csv_rows(source)):
        name = filled(source, row, _ID, line)
        text, spans = joined((filled(source, row, column, line) for column in _SENTENCES), " ")
        sentences = Layer(SENTENCES, [Annotation((span,), source="story_cloze") for span in spans])
        yield Document(text, name, _choice(source, row, line), [sentences])


def _choice(source: Source, row: Mapping[str, str], line: int) -> dict[str, Any]:
    choice: dict[str, Any] = {"endings": [filled(source, row, column, line) for column in _ENDINGS]}
    if _ANSWER in row:
        answer = row[_ANSWER].strip()
        if answer not in ("1", "2"):
            source.fail(f"{_ANSWER!r} must be 1 or 2, not {answer!r}", line)
        choice["right_ending"] = int(answer)
    return choice
