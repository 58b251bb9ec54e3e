"""Instructions with fillers, read from and written as CLAIRE's three TSV files: data, labels and scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TypeVar

from tacit import formats
from tacit.clarifications.task import CLASSES, Filler, Instruction, Phenomenon
from tacit.documents import Document
from tacit.errors import InputError
from tacit.files import atomic_write
from tacit.formats.parts.cells import tsv_rows
from tacit.formats.source import Source

PATTERNS = {
    Phenomenon.IMPLICIT_REFERENCE: "IMPLICIT REFERENCE",
    Phenomenon.FUSED_HEAD: "FUSED HEAD",
    Phenomenon.NOUN_COMPOUND: "ADDED COMPOUND",
    Phenomenon.METONYMY: "METONYMIC REFERENCE",
}
"""What CLAIRE calls each phenomenon."""
_PHENOMENA = {pattern: phenomenon for phenomenon, pattern in PATTERNS.items()}
_COLUMNS = ("Id", "Resolved pattern", "Article title", "Section header", "Previous context", "Sentence",
            "Follow-up context")  # fmt: skip
_DATA = "_data.tsv"
_BREAK = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_LEAST_COLUMNS = 5
"""CLAIRE has five fillers a row; fewer leave cells empty, more add columns."""

Value = TypeVar("Value")


def read_training(paths: Iterable[str | Path], *, prefer: str = "train", limit: int = 0) -> list[Instruction]:
    """Judged clarifications to learn from, of the part that is meant for it; with a `limit` only so many."""
    found = [each for path in paths for each in read_instructions(path, prefer=prefer)]
    return found[:limit] if limit else found


def read_instructions(
    path: str | Path, *, prefer: str = "test", labels: str | Path | None = None, scores: str | Path | None = None
) -> list[Instruction]:
    """The instructions of a data file, with the labels and scores beside it or in the files named.

    `path` is a data file (`dev_data.tsv`, or another format that carries the same layers), what its name begins
    with (`claire/dev`), or a folder that holds one; of several in a folder the one named `prefer` is taken.
    """
    file = data_file(path, prefer=prefer)
    instructions = []
    for document in formats.open(file):
        try:
            instructions.append(instruction_of(document))
        except InputError as error:
            raise error.at(file) from None
    if labels is not None:
        instructions = _with_labels(instructions, _judgements(Path(labels), _label))
    if scores is not None:
        instructions = _with_scores(instructions, _judgements(Path(scores), _score))
    return instructions


def data_file(path: str | Path, *, prefer: str = "test") -> Path:
    """The data file that a path, a prefix or a folder stands for."""
    path = Path(path)
    if path.is_dir():
        files = sorted(path.glob(f"*{_DATA}"))
        preferred = [file for file in files if file.name == f"{prefer}{_DATA}"]
        if len(files) == 1 or preferred:
            return (preferred or files)[0]
        found = f"several ({', '.join(file.name for file in files)}): name one" if files else "none"
        raise InputError(f"a folder of clarifications holds one file *{_DATA}; this holds {found}", path=path)
    if not path.exists() and (with_suffix := path.with_name(path.name + _DATA)).is_file():
        return with_suffix
    return path


def data_prefix(path: str | Path) -> Path:
    """What the names of a data file and those beside it begin with."""
    path = Path(path)
    return path.with_name(path.name.removesuffix(_DATA))


def instruction_of(document: Document) -> Instruction:
    """A document of the format `claire` as an instruction."""
    blanks = list(document.layer("blanks"))
    parts = {part.label: part for part in document.layer("parts")}
    fillers = document.metadata.get("fillers")
    if len(blanks) != 1 or "sentence" not in parts or not isinstance(fillers, tuple):
        raise InputError(f"the text {document.id!r} is no CLAIRE row: it needs one blank in a sentence, and fillers")
    blank, sentence = blanks[0], parts["sentence"]
    if blank.label not in _PHENOMENA:
        raise InputError(f"{document.id}: the pattern must be one of {', '.join(_PHENOMENA)}, not {blank.label!r}")
    around = {name: document.text_of(parts[name]) for name in ("previous", "following") if name in parts}
    return Instruction(
        id=document.id,
        phenomenon=_PHENOMENA[blank.label],
        before=document.text[sentence.start : blank.start],
        after=document.text[blank.end : sentence.end],
        fillers=tuple(Filler(filler["text"], filler.get("label"), filler.get("score")) for filler in fillers),
        title=str(document.metadata.get("title", "")),
        section=str(document.metadata.get("section", "")),
        **around,
    )


def write_instructions(instructions: Sequence[Instruction], path: str | Path) -> Path:
    """Write `PATH_data.tsv`, and `PATH_labels.tsv` and `PATH_scores.tsv` where gold is known; return the first."""
    prefix = data_prefix(path)
    width = max([_LEAST_COLUMNS, *(len(instruction.fillers) for instruction in instructions)])
    header = (*_COLUMNS, *(f"Filler{number}" for number in range(1, width + 1)))
    target = prefix.with_name(prefix.name + _DATA)
    write_rows(target, [header, *(_row(instruction, width) for instruction in instructions)])
    keyed = [(key, filler) for instruction in instructions for key, filler in _keyed(instruction)]
    labels = [(key, filler.label) for key, filler in keyed if filler.label is not None]
    scores = [(key, f"{filler.score:g}") for key, filler in keyed if filler.score is not None]
    for kind, rows in (("labels", labels), ("scores", scores)):
        if rows:
            write_rows(prefix.with_name(f"{prefix.name}_{kind}.tsv"), rows)
    return target


def _row(instruction: Instruction, width: int) -> list[str]:
    texts = [filler.text for filler in instruction.fillers]
    return [
        instruction.id,
        PATTERNS[instruction.phenomenon],
        instruction.title,
        instruction.section,
        instruction.previous,
        instruction.sentence,
        instruction.following,
        *texts,
        *[""] * (width - len(texts)),
    ]


def write_rows(path: str | Path, rows: Iterable[Iterable[str]]) -> None:
    """A file of rows: TSV without quoting: tabs and line breaks inside a cell become spaces."""
    with atomic_write(path) as stream:
        for row in rows:
            stream.write("\t".join(_BREAK.sub(" ", cell) for cell in row) + "\n")


def _keyed(instruction: Instruction) -> list[tuple[str, Filler]]:
    return [(f"{instruction.id}_{number}", filler) for number, filler in enumerate(instruction.fillers, 1)]


def _with_labels(instructions: Iterable[Instruction], labels: dict[str, str]) -> list[Instruction]:
    return [
        replace(each, fillers=tuple(replace(filler, label=labels.get(key)) for key, filler in _keyed(each)))
        for each in instructions
    ]


def _with_scores(instructions: Iterable[Instruction], scores: dict[str, float]) -> list[Instruction]:
    return [
        replace(each, fillers=tuple(replace(filler, score=scores.get(key)) for key, filler in _keyed(each)))
        for each in instructions
    ]


def _judgements(path: Path, value: Callable[[str], Value]) -> dict[str, Value]:
    """Filler id and judgement from each row of a file."""
    found = {}
    for line, cells in tsv_rows(Source(path)):
        try:
            key, judgement = cells
            found[key.strip()] = value(judgement.strip())
        except InputError as error:
            raise InputError(error.message, path=path, line=line) from None
        except ValueError:
            raise InputError(f"a row has two cells (filler id, judgement), not {len(cells)}", path=path, line=line) \
                from None  # fmt: skip
    return found


def _label(cell: str) -> str:
    if cell not in CLASSES:
        raise InputError(f"a label must be one of {', '.join(CLASSES)}, not {cell!r}")
    return cell


def _score(cell: str) -> float:
    try:
        score = float(cell)
    except ValueError:
        score = float("nan")
    if not isfinite(score):
        raise InputError(f"a score must be a number, not {cell!r}")
    return score
