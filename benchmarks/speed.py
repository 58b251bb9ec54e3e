"""How fast tacit reads, beside peers in the same run.

    python benchmarks/speed.py [--json speed.json] [--texts 24]

Printed as Markdown: the machine, then for each piece of work seconds on the wall and of CPU time, peak memory where
a process of its own did it (its workers not counted), and the ratio of CPU time to that of the parser alone (spaCy's
pipeline over the same texts). On a busy machine the CPU time is the figure to look at. The texts are our own weblog
texts; each is read once, since what was encoded lately is remembered, and a second reading would look better.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

HOME = Path(__file__).parents[1]
STORY = HOME / "tacit" / "web" / "page" / "examples" / "birthday.txt"
SENTENCES = 15


def texts(count: int) -> list[str]:
    """Stories of fifteen sentences, each another."""
    lines = [
        line.partition(" | ")[0].strip()
        for file in sorted((HOME / "data" / "weblog").glob("w0[1-4]-*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    return [" ".join(lines[SENTENCES * number : SENTENCES * (number + 1)]) for number in range(count)]


def measured(what: str, work: Callable[[], Any], sentences: int = 0) -> dict[str, Any]:
    """Wall and CPU seconds of work in this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return _row(what, time.perf_counter() - wall, time.process_time() - cpu, sentences)


def command(what: str, *arguments: str, sentences: int = 0) -> dict[str, Any]:
    """The same of a process of its own, with its peak memory and the time until its first line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    first = None
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        for _ in process.stdout:
            first = first or time.perf_counter() - wall
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    row = _row(what, time.perf_counter() - wall, cpu, sentences)
    return row | {"first_line": first and round(first, 2), "peak_mb": usage.ru_maxrss // 1024}


def _row(what: str, wall: float, cpu: float, sentences: int) -> dict[str, Any]:
    rate = round(sentences / cpu, 1) if sentences else None
    return {"what": what, "wall": round(wall, 2), "cpu": round(cpu, 2), "sentences_per_cpu_second": rate}


def machine() -> dict[str, Any]:
    """The facts of this machine that the figures depend on."""
    import numpy
    import spacy

    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": len(os.sched_getaffinity(0)),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "spacy": spacy.__version__,
    }


def rows(count: int) -> list[dict[str, Any]]:
    """All that is measured: commands first, as a process starts with the peak memory of the one that starts it."""
    stories = texts(count)
    found = commands(stories) + loaded(stories)
    peer = next(row["cpu"] for row in found if row["what"].startswith("spaCy"))
    for row in found:
        row["times_the_parser"] = round(row["cpu"] / peer, 2) if row["sentences_per_cpu_second"] else None
    return found


def commands(stories: list[str]) -> list[dict[str, Any]]:
    """Processes of their own."""
    found = [
        command("`python -c 'import numpy'`", "-c", "import numpy"),
        command("`tacit read` of a story, cold", "-m", "tacit", "read", str(STORY), sentences=SENTENCES),
    ]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "texts"
        place.mkdir()
        for number, text in enumerate(stories):
            (place / f"{number:05d}.txt").write_text(text, encoding="utf-8")
        for processes in (1, 2):
            out = str(Path(folder) / f"readings-{processes}")
            batch = ["read", str(place), "--out", out, "--processes", str(processes)]
            name = f"`tacit read FOLDER --out`, {len(stories)} texts, processes: {processes}"
            found.append(command(name, "-m", "tacit", *batch, sentences=SENTENCES * len(stories)))
    return found


def loaded(stories: list[str]) -> list[dict[str, Any]]:
    """In this process, after one text was read."""
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    from tacit.backbones import parser
    from tacit.documents import Document
    from tacit.reader import pipe, read

    nlp = parser.load()
    read(Document(STORY.read_text(encoding="utf-8")))
    splitter = PunktSentenceTokenizer()
    work: list[tuple[str, Callable[[], Any]]] = [
        ("NLTK's sentence splitter", lambda: [splitter.tokenize(text) for text in stories]),
        ("spaCy's pipeline (the parser alone)", lambda: list(nlp.pipe(stories))),
        ("`read(only='language')`", lambda: list(pipe(map(Document, stories), only="language"))),
        ("`read`, all that fits, each text for the first time", lambda: list(pipe(map(Document, stories)))),
        ("`read` of the same once more", lambda: list(pipe(map(Document, stories)))),
    ]
    return [measured(what, each, SENTENCES * len(stories)) for what, each in work]


def markdown(facts: dict[str, Any], found: list[dict[str, Any]]) -> str:
    """The table, with what was not measured left empty."""
    names = ("what", "wall", "cpu", "first_line", "peak_mb", "sentences_per_cpu_second", "times_the_parser")
    heads = ("", "wall s", "CPU s", "first line s", "peak MB", "sentences a CPU second", "CPU of the parser, times")
    lines = [", ".join(f"{name} {value}" for name, value in facts.items()), ""]
    lines += ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    lines += [
        "| " + " | ".join("" if row.get(name) is None else str(row[name]) for name in names) + " |" for row in found
    ]
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--json", type=Path, help="write the same as JSON here")
    arguments.add_argument("--texts", type=int, default=24)
    options = arguments.parse_args()
    found = rows(options.texts)
    facts = machine()
    print(markdown(facts, found))
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "rows": found}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
