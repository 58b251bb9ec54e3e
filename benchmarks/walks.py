"""How often a text is walked through on its way to a reading, and does it have one reading through every door?

    python benchmarks/walks.py [FILE ...] [--skip-doors]

For each file (a story and a how-to of examples/ by default): the characters that were parsed for each of the text, how
often the text was classified, in how many files of tacit/ a function ran, and the CPU seconds that it took; all of it
when everything has been imported and loaded by a first reading. Then whether the text has the same reading as a file,
as a string, from standard input and pasted into the page.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import tacit
from tacit import formats, reader
from tacit.web import tasks

_ROOT = Path(tacit.__file__).parent
_EXAMPLES = _ROOT.parent / "examples"
_DEFAULT = (_EXAMPLES / "market-day.txt", _EXAMPLES / "espresso-machine.md")


@dataclass
class Walk:
    """What ran while a text was read."""

    parsed: int = 0
    parses: int = 0
    classified: int = 0
    files: set[str] = field(default_factory=set)

    def notice(self, frame: FrameType, event: str, argument: object) -> None:
        """What the profiler tells at each call."""
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(str(_ROOT)):
            return
        self.files.add(name)
        place = (Path(name).name, frame.f_code.co_name)
        if place == ("analysis.py", "_finished"):
            self.parses += 1
            self.parsed += len(frame.f_locals["text"])
        self.classified += place == ("kinds.py", "kind_of")


def walk(path: Path) -> Walk:
    """Read a file as `tacit read` does, and watch."""
    found = Walk()
    sys.setprofile(found.notice)
    try:
        for document in formats.open(path):
            reader.read(document)
    finally:
        sys.setprofile(None)
    return found


def seconds(path: Path) -> float:
    """CPU seconds of a reading."""
    started = time.process_time()
    reader.read(next(formats.open(path)))
    return time.process_time() - started


@contextmanager
def standard_input(content: bytes) -> Iterator[None]:
    """Give this to whoever reads standard input."""
    before, sys.stdin = sys.stdin, SimpleNamespace(buffer=io.BytesIO(content))
    try:
        yield
    finally:
        sys.stdin = before


def readings(path: Path) -> dict[str, Any]:
    """The reading of a text through each door, without the document's name, which is another at each."""
    content = path.read_bytes()
    text = content.decode()
    with standard_input(content):
        piped = reader.read(next(formats.open("-"))).to_dict()
    found = {
        "file": reader.read(next(formats.open(path))).to_dict(),
        "string": tacit.read(text).to_dict(),
        "standard input": piped,
        "page": json.loads(tasks.read(json.dumps({"text": text}).encode(), lambda _step: None).body),
    }
    for reading in found.values():
        reading["document"].pop("id")
    return {door: json.loads(json.dumps(reading)) for door, reading in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=_DEFAULT)
    parser.add_argument("--skip-doors", action="store_true")
    given = parser.parse_args()
    failed = False
    for path in given.files:
        length = len(path.read_bytes().decode())
        seconds(path)
        found = walk(path)
        print(
            f"{path.name}: {found.parsed:,} characters parsed for {length:,} of text ({found.parsed / length:.2f}) in "
            f"{found.parses} pieces, classified {found.classified} times, {len(found.files)} files, "
            f"{seconds(path):.1f} s of CPU time"
        )
        if not given.skip_doors:
            first, *others = readings(path).items()
            different = [door for door, reading in others if reading != first[1]]
            failed = failed or bool(different)
            print(f"  another reading than as a file: {', '.join(different) or 'through no door'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
