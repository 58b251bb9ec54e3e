"""What a language model adds: each task with the small system alone, the model alone, and both, as one table.

    python benchmarks/llm.py DATA --answers FOLDER --llm llm:smollm2-135m --llm llm:qwen-0.5b [--task NAME …]
        [--items 200] [--ask 0.25] [--again 20] [--json] [--only] [--publish FOLDER]

DATA is the folder that docs/reference/data.md describes; some tasks take texts of this repository. Items are drawn with
a fixed seed; a larger sample begins with a smaller one. The model is asked about all items once, its answers are kept
in FOLDER, for each model and task one file: both together then ask about a share of the same questions, a run that was
killed goes on, and `--only` repeats the table without the model. "Alone" means that the model chooses among what the
small system proposes, without its probabilities; where nobody proposes, it writes. `--again` asks so many of the
recorded questions anew. `--publish` writes the answers without the questions, whose texts may belong to others; with
the data they repeat the table as well: benchmarks/answers has those of the table in docs/guides/llm.md.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from llm_tasks import TASKS, Asked, Found, Sample, Task

from tacit.comparison import compare, interval
from tacit.llm import Mode, Question, connect, named
from tacit.llm.client import Client
from tacit.llm.probe import best_structure


def measure(name: str, task: Task, spec: str, folder: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """All three figures of a task, what asking took, and whether the answers file gives the same again."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name.replace(' ', '-')}.jsonl"
    times = _Times(file.with_suffix(".times.json"))

    def run(share: float, *, alone: bool, mode: Mode) -> tuple[Found, dict[str, Any]]:
        started = time.process_time()
        with connect(spec, answers=file, mode=mode, parallel=1, timeout=1200) as model:
            found = task(Asked(model, share, alone))
        times.add(model.costs.calls, model.costs.seconds, time.process_time() - started)
        return found, model.costs.to_dict()

    mode = Mode.ONLY if arguments.only else Mode.RECORD
    started = time.process_time()
    small = task(Asked())
    own = time.process_time() - started
    alone, costs = run(1.0, alone=True, mode=mode)
    both, shared = run(arguments.ask, alone=False, mode=mode)
    again = [run(1.0, alone=True, mode=Mode.ONLY)[0], run(arguments.ask, alone=False, mode=Mode.ONLY)[0]]
    if arguments.again and not arguments.only:
        times.repeated(spec, file, arguments.again)
    difference = compare({"": both.figure}, {"": small.figure}).metrics[0]
    return {
        "task": name,
        "model": named(spec).model,
        "leaves": not named(spec).is_local,
        "figure": small.name,
        "items": small.items,
        "small": _plain(small),
        "alone": _plain(alone),
        "both": _plain(both),
        "difference": [difference.difference, difference.difference_low, difference.difference_high],
        "p": difference.p,
        "small_cpu_seconds": round(own, 2),
        "llm_alone": costs,
        "llm_both": shared,
        "times": times.plain,
        "same_from_the_file": [_plain(each) for each in again] == [_plain(alone), _plain(both)],
    }


def _plain(found: Found) -> dict[str, Any]:
    ends = interval(found.figure)
    value = found.figure.of_all()
    return {
        "value": value,
        "interval": None if ends is None else list(ends),
        "items": found.items,
        "calibration_error": found.calibration_error,
        **found.more,
    }


class _Times:
    """What asking took, when it was asked and not read from the file; and how often the same was said again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.plain: dict[str, Any] = {"calls": 0, "seconds": 0.0, "cpu_seconds": 0.0, "asked_again": 0, "same": 0}
        if file.exists():
            self.plain |= json.loads(file.read_text(encoding="utf-8"))

    def add(self, calls: int, seconds: float, cpu: float) -> None:
        if calls:
            self._kept(calls=calls, seconds=seconds, cpu_seconds=cpu)

    def repeated(self, spec: str, file: Path, count: int) -> None:
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        client = Client(named(spec), timeout=1200)
        client.structure = best_structure(client)
        for line in lines[self.plain["asked_again"] : count]:
            asked = line["request"]
            messages = tuple((each["role"], each["content"]) for each in asked["messages"])
            raw = client.ask(Question(messages, asked["schema"], asked["max_tokens"], asked["options"]))
            self._kept(asked_again=1, same=int(raw.text == line["answer"]["text"]))

    def _kept(self, **more: float) -> None:
        for name, value in more.items():
            self.plain[name] += value
        self._file.write_text(json.dumps(self.plain), encoding="utf-8")


def publish(answers: Path, folder: Path) -> None:
    """The same files, without what was asked."""
    for file in sorted(answers.glob("*/*.json*")):
        place = folder / file.relative_to(answers)
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix != ".jsonl":
            place.write_bytes(file.read_bytes())
            continue
        with file.open(encoding="utf-8") as lines, place.open("w", encoding="utf-8") as kept:
            for line in lines:
                plain = json.loads(line)
                plain.pop("request", None)
                kept.write(json.dumps(plain, ensure_ascii=False) + "\n")


HEAD = (
    "task, figure, items | model | tacit alone | model alone | both | both less tacit | calibration error of the"
    " three | share asked | unusable | same again | cpu seconds for 1,000 items: tacit, model | tokens an item, in"
    " / out | leaves the machine"
)


def row(found: dict[str, Any]) -> str:
    """A row of the table in docs/guides/llm.md."""
    costs, shared, times = found["llm_alone"], found["llm_both"], found["times"]
    items, asked = found["items"], found["alone"]["items"]
    low, high = found["difference"][1:]
    per_call = times["cpu_seconds"] / times["calls"] if times["calls"] else None
    slow = "?" if per_call is None else f"{1000 * per_call * costs['asked'] / asked:,.0f}"
    again = f"{times['same']} of {times['asked_again']}" if times["asked_again"] else "not asked"
    cells = [
        f"{found['task']}, {found['figure']}, {items}",
        found["model"],
        *(_shown(found[which]) for which in ("small", "alone", "both")),
        f"{found['difference'][0]:+.3f} [{low:+.3f}, {high:+.3f}]",
        ", ".join(_number(found[which]["calibration_error"]) for which in ("small", "alone", "both")),
        f"{shared['share_asked']:.2f}",
        f"{costs['kept']} of {costs['asked']}",
        again,
        f"{1000 * found['small_cpu_seconds'] / items:,.0f}, {slow}",
        f"{costs['prompt_tokens'] / asked:,.0f} / {costs['completion_tokens'] / asked:,.0f}",
        "yes" if found["leaves"] else "no",
    ]
    return f"| {' | '.join(cells)} |"


def _shown(plain: dict[str, Any]) -> str:
    low, high = plain["interval"]
    return f"{plain['value']:.3f} [{low:.3f}, {high:.3f}]"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--llm", required=True, action="append")
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--task", action="append", choices=TASKS)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--ask", type=float, default=0.25)
    parser.add_argument("--again", type=int, default=0, help="recorded questions of each task to ask anew")
    parser.add_argument("--json", action="store_true", help="JSON lines instead of a Markdown table")
    parser.add_argument("--only", action="store_true", help="from the answers files alone")
    parser.add_argument("--publish", type=Path, help="write the answers without the questions to this folder")
    arguments = parser.parse_args()
    if not arguments.json:
        print(f"| {HEAD} |\n|{'---|' * (HEAD.count('|') + 1)}", flush=True)
    for name in arguments.task or TASKS:
        task = TASKS[name](Sample(arguments.data, arguments.items))
        for spec in arguments.llm:
            found = measure(name, task, spec, arguments.answers / named(spec).model, arguments)
            print(json.dumps(found) if arguments.json else row(found), flush=True)
    if arguments.publish is not None:
        publish(arguments.answers, arguments.publish)


if __name__ == "__main__":
    main()
