"""Files of instructions: pairs of an abstract and a concrete one, with or without blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tacit.errors import InputError, OutputError
from tacit.files import atomic_write
from tacit.formats.parts.cells import tsv_rows
from tacit.formats.source import Source
from tacit.steps.task import MAX_WORDS, Pair, Template, Words

_TOKEN = re.compile(r"\d+(?:[./]\d+)*|(?:n't|'(?:s|re|ll|ve|d|m)\b)|\w+?(?=n't\b)|\w+(?:-\w+)*|[^\w\s]")
_CELLS = "a row has three cells (abstract, concrete, tags)"


def tokens(text: str) -> Words:
    """An instruction as lower-cased words and marks, as KidsCook splits them.

    >>> tokens("Don't stir; use 1/2 cup.")
    ('do', "n't", 'stir', ';', 'use', '1/2', 'cup', '.')
    """
    return tuple(_TOKEN.findall(text.lower().replace("’", "'")))


def instruction(text: str) -> Words:
    """The words of an instruction that a user gives; an error if there is none or far too many."""
    words = tokens(text)
    if not any(word[0].isalnum() for word in words):
        raise InputError("the instruction is empty; write a sentence such as 'drain the pasta'")
    if len(words) > MAX_WORDS:
        raise InputError(f"the instruction has {len(words):,} words; at most {MAX_WORDS} are read at a time: split it")
    return words


def read_templates(paths: Iterable[str | Path]) -> list[Template]:
    """The templates of KidsCook files: abstract, concrete, and for each concrete word 0 (blank) or 1 (given)."""
    return [template for path in paths for template in _templates(Source(path))]


def _templates(source: Source) -> Iterator[Template]:
    for line, cells in tsv_rows(source):
        if len(cells) != 3:
            source.fail(f"{_CELLS}, not {len(cells)}", line)
        pair = _pair(source, line, cells)
        tags = cells[2].split()
        if not set(tags) <= {"0", "1"}:
            source.fail("a tag must be 0 (blank) or 1 (given)", line)
        try:
            yield Template(pair.abstract, pair.concrete, tuple(tag == "1" for tag in tags))
        except InputError as error:
            source.fail(error.message, line)


def read_pairs(paths: Iterable[str | Path]) -> list[Pair]:
    """Abstract and concrete instructions, between tabs; further cells are passed over."""
    return [pair for path in paths for pair in _pairs(Source(path))]


def _pairs(source: Source) -> Iterator[Pair]:
    for line, cells in tsv_rows(source):
        if len(cells) < 2:
            source.fail("a row needs an abstract and a concrete instruction with a tab between", line)
        yield _pair(source, line, cells)


def read_tagged_pairs(path: str | Path) -> list[Pair]:
    """The rows of a file: templates where all have a third cell, plain pairs otherwise."""
    source = Source(path)
    tagged = all(len(cells) == 3 for _, cells in tsv_rows(source))
    return list(_templates(source)) if tagged else list(_pairs(source))


def _pair(source: Source, line: int, cells: Sequence[str]) -> Pair:
    abstract, concrete = (tuple(cell.lower().split()) for cell in cells[:2])
    if not abstract or not concrete:
        source.fail("an instruction is empty", line)
    if max(len(abstract), len(concrete)) > MAX_WORDS:
        source.fail(f"an instruction has more than {MAX_WORDS} words", line)
    return Pair(abstract, concrete)


def write_templates(templates: Iterable[Template], path: str | Path) -> int:
    """Write a KidsCook file, whole or not at all; how many templates it holds."""
    count = 0
    if Path(path).is_dir():
        raise OutputError(f"{path}: cannot be written (a folder)")
    with atomic_write(path) as stream:
        for template in templates:
            tags = " ".join("1" if given else "0" for given in template.given)
            stream.write(f"{' '.join(template.abstract)}\t{' '.join(template.concrete)}\t{tags}\n")
            count += 1
    return count


def read_words(path: str | Path) -> Words:
    """A list of words, one a line, such as those that may stand in blanks."""
    words = tuple(dict.fromkeys(line.strip().lower() for _, line in Source(path).lines() if line.strip()))
    if not words:
        raise InputError("there is no word in the file", path=path)
    return words
