"""Write the readings that a writer picked into the file."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path

from tacit.clarifications.check import fixed
from tacit.clarifications.findings import Finding
from tacit.errors import InputError
from tacit.files import atomic_write
from tacit.formats import Source

Picked = tuple[Finding, str]
"""A finding and the filler that says what was meant."""


def apply(path: str | Path, picked: Sequence[Picked]) -> int:
    """Put the fillers into the file, all else untouched, its encoding and line ends included; how many there were.

    Of fillers for the same place the first counts.
    """
    source = Source(path)
    text = source.text()
    done = 0
    taken: set[int] = set()
    for finding, filler in sorted(picked, key=lambda each: -each[0].blank.start):
        span = finding.place.span
        if text[span.start : span.end] != finding.phrase:
            raise InputError(f"changed since it was checked: '{finding.phrase}' is not there; check again", path=path)
        if finding.blank.start in taken:
            continue
        taken.add(finding.blank.start)
        text = fixed(text, finding, filler.strip())
        done += 1
    if done:
        mark = codecs.BOM_UTF8 if Path(path).read_bytes().startswith(codecs.BOM_UTF8) else b""
        with atomic_write(path, "wb") as stream:
            stream.write(mark + text.encode(source.encoding))
    return done
