"""Write the readings that a writer picked into the file."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path

from tacit.documents import Span
from tacit.errors import InputError
from tacit.files import atomic_write, reason
from tacit.formats import Source
from tacit.linter.check import fixed
from tacit.linter.findings import Finding

Picked = tuple[Finding, str]
"""A finding and the filler that says what was meant."""
_GZIP_SIGNATURE = b"\x1f\x8b"
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # before UTF-16, whose mark it starts with
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


def apply(path: str | Path, picked: Sequence[Picked]) -> int:
    """Put the fillers into the file, all else untouched, its encoding and line ends included; how many there were.

    Of fillers for the same place the first counts.
    """
    check_fixable(path)
    source = Source(path)
    text = source.text()
    for finding, _ in picked:
        span = finding.place.span
        if text[span.start : span.end] != finding.phrase:
            raise InputError(f"changed since it was checked: '{finding.phrase}' is not there; check again", path=path)
    chosen = _apart(picked)
    for finding, filler in sorted(chosen, key=lambda each: -each[0].blank.start):
        text = fixed(text, finding, filler.strip())
    if chosen:
        _write(Path(path).resolve(), _encoded(source, text))
    return len(chosen)


def check_fixable(path: str | Path) -> None:
    """Refuse a packed file: what is put into it would no longer be packed."""
    try:
        with Path(path).open("rb") as stream:
            start = stream.read(len(_GZIP_SIGNATURE))
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    if start == _GZIP_SIGNATURE:
        raise InputError("is packed, so nothing can be written into it; unpack it first", path=path)


def _apart(picked: Sequence[Picked]) -> list[Picked]:
    """Those that have a place of their own."""
    chosen: list[Picked] = []
    for finding, filler in picked:
        if not any(_clash(finding.blank, other.blank) for other, _ in chosen):
            chosen.append((finding, filler))
    return chosen


def _clash(one: Span, other: Span) -> bool:
    """Do two blanks start at the same place, or does one start within the other?"""
    return one.start == other.start or (one.start < other.end and other.start < one.end)


def _encoded(source: Source, text: str) -> bytes:
    start = source.path.read_bytes()[:4]
    mark, encoding = next((each for each in _MARKS.items() if start.startswith(each[0])), (b"", source.encoding))
    try:
        return mark + text.encode(encoding)
    except UnicodeEncodeError as error:
        sign = text[error.start]
        raise InputError(f"its encoding ({encoding}) has no {sign!r}; save it as UTF-8", path=source.path) from None


def _write(path: Path, content: bytes) -> None:
    mode = path.stat().st_mode
    with atomic_write(path, "wb") as stream:
        stream.write(content)
    path.chmod(mode & 0o7777)
