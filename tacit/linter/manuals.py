"""Ordinary instructions with the marks of independent editors: what each of them would ask.

A folder has texts (`m1-001.md`) and files of marks (`marks-e1-….jsonl`), each line of which names a file, a line of it,
a phrase, its kind and its readings. `EDITING.md` in such a folder says what the kinds mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.clarifications.pages import Page, read_page
from tacit.documents import Span
from tacit.errors import InputError
from tacit.files import reason
from tacit.formats import Source
from tacit.linter.gold import GoldText, Marked, read_gold
from tacit.shapes import Optional, check

KINDS = {
    "pronoun": ("TAC103", "TAC202", "TAC201"),
    "this": ("TAC202", "TAC103"),
    "object": ("TAC101",),
    "whole": ("TAC102", "TAC301"),
    "noun": ("TAC201", "TAC103"),
    "kind": ("TAC301", "TAC102"),
    "aspect": ("TAC401",),
    "quantity": ("TAC501",),
    "time": ("TAC502",),
    "manner": ("TAC503",),
    "place": ("TAC504",),
    "actor": ("TAC601",),
    "else": ("TAC602",),
    "introduced": ("TAC603",),
    "order": ("TAC605",),
    "scope": ("TAC606",),
    "reference": ("TAC607",),
    "other": (),
}
"""The codes that find what editors call so; the first is what it is called."""
_SHAPE = {
    "file": str,
    "kind": str,
    "line": int,
    "phrase": str,
    Optional("nth"): int,
    Optional("readings"): [str],
}
_EDITOR = re.compile(r"marks-([^-]+)-")


@dataclass(frozen=True, slots=True)
class Mark:
    """What an editor marked."""

    editor: str
    kind: str
    span: Span
    readings: tuple[str, ...]

    def is_found_by(self, found: Marked) -> bool:
        """Does a finding say the same: a code that goes with the kind, at an overlapping place?"""
        return found.code in KINDS[self.kind] and self.span.overlaps(found.span)


@dataclass(frozen=True, slots=True)
class Manual:
    """A text with the marks of all its editors."""

    path: str
    page: Page
    marks: tuple[Mark, ...]

    @property
    def number(self) -> int:
        """The number in its name: *17* of `m1-017.md`; 0 without one."""
        found = re.search(r"(\d+)$", Path(self.path).stem)
        return int(found[1]) if found else 0

    def as_howto(self, *, agreed: int = 1) -> GoldText:
        """The same with codes: one mark for each trouble that at least so many editors marked."""
        return GoldText(self.path, self.page, tuple(_troubles(self.marks, agreed)))


def _troubles(marks: Sequence[Mark], agreed: int) -> Iterator[Marked]:
    """Overlapping marks are one trouble, called as the first editor calls it."""
    left = [mark for mark in marks if KINDS[mark.kind]]
    while left:
        first = left[0]
        same = [mark for mark in left if mark.span.overlaps(first.span)]
        left = [mark for mark in left if mark not in same]
        if len({mark.editor for mark in same}) >= agreed:
            span = Span(min(mark.span.start for mark in same), max(mark.span.end for mark in same))
            also = frozenset(code for mark in same for code in KINDS[mark.kind])
            yield Marked(KINDS[first.kind][0], span, also=also)


def is_manuals(folder: str | Path) -> bool:
    """Is it a folder of texts with files of marks beside them?"""
    return Path(folder).is_dir() and any(Path(folder).glob("marks-*.jsonl"))


def read_manuals(folder: str | Path) -> list[Manual]:
    """The texts of a folder that an editor has read, with all marks."""
    files = sorted(Path(folder).glob("marks-*.jsonl"))
    if not files:
        raise InputError("there are no marks here: files such as marks-e1-m1.jsonl", path=folder)
    pages: dict[str, Page] = {}
    marks: dict[str, list[Mark]] = {}
    for file in files:
        for number, line in enumerate(_lines(file), 1):
            row = _row(line, file, number)
            name = row["file"]
            if name not in pages:
                pages[name] = read_page(Source(Path(folder) / name))
            marks.setdefault(name, []).append(_mark(row, pages[name], file, number))
    read = {path.name for path in Path(folder).glob("*.md") if _is_between(path.name, marks)}
    for name in read - pages.keys():
        pages[name] = read_page(Source(Path(folder) / name))
    return [Manual(str(Path(folder) / name), pages[name], tuple(marks.get(name, ()))) for name in sorted(pages)]


def read_texts(paths: Iterable[str | Path], *, even: bool = False) -> list[GoldText]:
    """The texts of files and folders with marks in place, and of folders with the marks of editors.

    Of the latter `even` takes those that `train-linter --odd` does not learn from.
    """
    found: list[GoldText] = []
    for path in paths:
        if is_manuals(path):
            found += [each.as_howto() for each in read_manuals(path) if not even or each.number % 2 == 0]
        else:
            found += read_gold([path])
    return found


def _is_between(name: str, marked: Iterable[str]) -> bool:
    """A text without marks that stands between marked ones was read too, and found clear."""
    series = [each for each in marked if each.partition("-")[0] == name.partition("-")[0]]
    return bool(series) and min(series) <= name <= max(series)


def _lines(file: Path) -> list[str]:
    try:
        return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"cannot be read ({why})", path=file) from None


def _row(line: str, file: Path, number: int) -> dict[str, Any]:
    try:
        row: dict[str, Any] = json.loads(line)
        check(row, _SHAPE)
    except (ValueError, RecursionError) as error:  # a ShapeError is a ValueError
        raise InputError(f"not a mark ({' '.join(str(error).split())[:200]})", path=file, line=number) from None
    if Path(row["file"]).name != row["file"]:
        raise InputError("a mark has the bare name of its 'file'", path=file, line=number)
    if row["kind"] not in KINDS:
        raise InputError(f"there is no kind {row['kind']!r}; there are {', '.join(KINDS)}", path=file, line=number)
    return row


def _mark(row: dict[str, Any], page: Page, file: Path, number: int) -> Mark:
    lines = list(page.lines_of_file())
    place, phrase, nth = row["line"], row["phrase"], row.get("nth", 1)
    if not phrase or not 0 < place <= len(lines):
        raise InputError(f"a mark needs a 'line' of {row['file']} and a 'phrase'", path=file, line=number)
    start, text = lines[place - 1]
    found = [each.start() for each in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text)]
    if not 0 < nth <= len(found):
        raise InputError(f"{row['file']}, line {place}, does not have {phrase!r} {nth} times", path=file, line=number)
    begin = start + found[nth - 1]
    editor = _EDITOR.match(file.name)
    span = Span(begin, begin + len(phrase))
    return Mark(editor[1] if editor else file.stem, row["kind"], span, tuple(row.get("readings", ())))
