"""Does what `tacit systems` says still come out? Runs the command of every row and compares the figures.

    python benchmarks/figures.py DATA OUT [--only WORDS] [--missing] [--within 0.005] [--list]

DATA is the folder of the sets, laid out as docs/reference/data.md says, with the files that its commands make; OUT gets
what each command printed. What is there already is not run again, so that a run that was cut goes on. `--missing` takes
only rows that were never measured. The exit code is 1 if a figure differs by more than `--within`, or a command fails.
To write new figures down: `tacit systems TASK --record OUT/FILE.json`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.systems import System, systems

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Row:
    """One figure: what is registered, which may be nothing, and what came out, which may be nothing."""

    task: str
    system: str
    metric: str
    registered: float | None
    found: float | None

    def agrees(self, within: float) -> bool:
        """Is it the same figure, as far as it goes? A new one cannot differ."""
        return self.registered is None or (self.found is not None and abs(self.found - self.registered) <= within)


def chosen(only: str, missing: bool) -> list[System]:
    """The rows that have a command, but for language models of the user."""
    rows = [each for each in systems() if each.command and not each.asks]
    return [each for each in rows if only in f"{each.task} {each.name}" and not (missing and each.measured)]


def arguments_of(command: str) -> list[str]:
    """The words of a command; what lies in this tree is named so that it is found from elsewhere."""
    words = shlex.split(command)[1:]
    words = [str(ROOT / word) if word.startswith("data/") else word for word in words]
    return [word.replace(":tacit/", f":{ROOT}/tacit/") for word in words]


def file_of(command: str, out: Path) -> Path:
    """Where what a command printed is kept; rows with one command share it."""
    return out / f"{hashlib.sha256(command.encode()).hexdigest()[:12]}.json"


def measure(command: str, data: Path, out: Path) -> Mapping[str, Any] | None:
    """What a command prints, from before if it is there; nothing if it fails, which it says itself."""
    file = file_of(command, out)
    if not file.is_file():
        print(f"$ {command}", file=sys.stderr, flush=True)
        words = [sys.executable, "-m", "tacit", *arguments_of(command), "--json"]
        done = subprocess.run(words, cwd=data, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            return None
        part = file.with_suffix(".part")
        part.write_bytes(done.stdout)
        part.replace(file)
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def result_of(printed: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The part of what was printed that is about one system: of a comparison its entry, else all of it."""
    entries = printed.get("systems", [])
    return next((each for each in entries if each.get("system") == name), printed)


def rows_of(system: System, printed: Mapping[str, Any] | None) -> Iterator[Row]:
    """The figures of one system; of one that was never measured those that others of its task have."""
    others = {metric: None for other in systems(system.task) for metric in other.measured}
    result = {} if printed is None else result_of(printed, system.name)
    for metric, registered in (system.measured or others).items():
        found = result.get(metric)
        if registered is not None or isinstance(found, int | float):
            yield Row(system.task, system.name, metric, registered, float(found) if found is not None else None)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="only rows whose task and name have these words")
    parser.add_argument("--missing", action="store_true", help="only rows that were never measured")
    parser.add_argument("--within", type=float, default=0.005, help="how far a figure may be off")
    parser.add_argument("--list", action="store_true", help="print the commands and run none")
    options = parser.parse_args(given)
    wanted = chosen(options.only, options.missing)
    if options.list:
        print("\n".join(dict.fromkeys(each.command for each in wanted)))
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for system in wanted:
        printed = measure(system.command, options.data, options.out)
        rows = list(rows_of(system, printed))
        for row in rows:
            shown = [f"{value:8.4f}" if value is not None else "       –" for value in (row.registered, row.found)]
            mark = "" if row.agrees(options.within) else "  differs"
            print(f"{row.task:15} {row.system:24} {row.metric:16} {shown[0]} {shown[1]}{mark}", flush=True)
        wrong += printed is None or not all(row.agrees(options.within) for row in rows)
    print(f"{len(wanted) - wrong} of {len(wanted)} rows are as they were")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
