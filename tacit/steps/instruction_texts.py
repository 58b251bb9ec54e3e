"""Running text from files of instructions and stories, to train a masked language model on."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from tacit import formats
from tacit.documents import Document
from tacit.errors import InputError

_STEP_COLUMN = "step"
_BLANK = "______"


def read_texts(paths: Sequence[str | Path], *, most: int | None = None, seed: int = 0) -> list[str]:
    """The texts of files in any format that tacit reads; of a file with more than `most`, so many drawn at random.

    Two kinds are read besides: JSON lines with a list of `steps`, and tables with a column `step`.
    """
    texts: list[str] = []
    for path in paths:
        found = [text for text in _texts(Path(path)) if text.strip()]
        if most is not None and len(found) > most:
            found = random.Random(seed).sample(found, most)  # noqa: S311 (not for secrets)
        texts += found
    if not texts:
        raise InputError("there is no text in the files")
    return texts


def _texts(path: Path) -> Iterator[str]:
    if path.suffix == ".jsonl" and (lists := _step_lists(path)):
        return iter(lists)
    options = formats.FormatOptions(text_column=_STEP_COLUMN) if _has_step_column(path) else None
    return map(_filled, formats.open(path, options=options))


def _step_lists(path: Path) -> list[str]:
    """A title and its steps as one text, for each line that is not blank; nothing if the first has no steps."""
    texts: list[str] = []
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if not line.strip():
                    continue
                text = _steps_of(line)
                if text is None and texts:
                    raise InputError("there is no list of 'steps', but there was one before", path=path, line=number)
                if text is None:
                    return []
                texts.append(text)
    except (OSError, UnicodeDecodeError):
        return []
    return texts


def _steps_of(line: str) -> str | None:
    """A title and its steps as one text, from a JSON object; nothing if there are none."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not (isinstance(row, dict) and isinstance(row.get("steps"), list)):
        return None
    return " ".join(map(str, [f"{row.get('title', '')}.", *row["steps"]]))


def _has_step_column(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            return path.suffix == ".csv" and _STEP_COLUMN in next(csv.reader(stream), [])
    except (OSError, ValueError):
        return False


def _filled(document: Document) -> str:
    """The text; a blank that comes with phrases for it holds the one that people found most plausible."""
    fillers = document.metadata.get("fillers", ())
    if not fillers or _BLANK not in document.text:
        return document.text
    best = max(fillers, key=lambda filler: filler.get("score", 0.0))
    return document.text.replace(_BLANK, str(best["text"]))
