"""Commands killed at any moment: what they write is whole or as it was, and a resumed run gives the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.attack.tally import Attempt, Tally, flaw

PATIENCE = 600.0
"""Seconds for a whole command, models loaded and the machine busy."""
PEOPLE = ("Ann", "Omar", "Lea", "The clerk", "My aunt")
DEEDS = ("bought a kettle", "lost the key", "called a friend", "washed the cup", "opened the door", "wrote a letter")


@dataclass(frozen=True)
class Command:
    """A command, the file or folder that it writes, and what stays the same however it came about."""

    arguments: tuple[str, ...]
    output: Path

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tacit", *self.arguments, "--quiet"]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, env=environment, start_new_session=True, **pipes)  # type: ignore[call-overload]

    def finish(self) -> tuple[str, str]:
        """Run to the end: an empty harm if it ends well."""
        with self.start() as process:
            try:
                _, said = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                _kill(process)
                return "hung", f"no end after {PATIENCE:g} seconds"
        message = said.decode("utf-8", "replace")
        wrong = flaw(message) if process.returncode else ""
        return ("crashed", f"exit code {process.returncode}, {wrong}: {message}") if process.returncode else ("", "")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a command and all that it started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def stories(path: Path, number: int) -> Path:
    """A file of short texts in two categories."""
    lines = []
    for n in range(number):
        told = ". ".join(f"{PEOPLE[(n + k) % 5]} {DEEDS[(n * 3 + k) % 6]}, and then she rested" for k in range(6))
        lines.append(json.dumps({"id": f"s{n}", "text": f"{told}.", "category": f"c{n % 2}"}) + "\n")
    path.write_text("".join(lines))
    return path


def ingest(source: Path, out: Path) -> Command:
    """Ingest into several small shards."""
    options = ("--coreference", "sieve", "--shard-characters", "1000", "--processes", "1")
    return Command(("corpus", "ingest", str(source), "--out", str(out), *options), out)


def stability(corpus: Path, out: Path) -> Command:
    """A small experiment."""
    options = ("--ablations", "2", "--folds", "2", "--germinators", "linear", "--schemas", "3", "--min-mentions", "2")
    return Command(("schemas", "stability", str(corpus), "--out", str(out), *options, "--processes", "1"), out)


def attack(attempt: Attempt, commands: list[Command]) -> Tally:
    """Kill each command a few times, let it finish, compare with a run that nobody disturbed."""
    tally = Tally("kill and resume")
    for command in commands:
        started = time.monotonic()
        harm, what = command.finish()
        tally.count(harm, f"{command.arguments[:2]}: {what}")
        if harm:
            continue
        whole, seconds = digests(command.output), time.monotonic() - started
        rounds = 0
        while rounds == 0 or (attempt.goes_on and command is commands[-1]):
            rounds += 1
            _remove(command.output)
            for _ in range(attempt.chance.choice((1, 2, 3))):
                with command.start() as process:
                    time.sleep(attempt.chance.uniform(0, 1.05 * seconds))
                    _kill(process)
            harm, what = command.finish()
            if not harm and (different := _difference(whole, digests(command.output))):
                harm, what = "lost", f"not the same after a kill: {different}"
            tally.count(harm, f"{command.arguments[:2]}: {what}")
            if not attempt.goes_on:
                break
    return tally


def attack_writing(attempt: Attempt) -> Tally:
    """Kill a conversion while it writes over an older file: the old one or the whole new one is there."""
    tally = Tally("kill while writing")
    source = stories(attempt.scratch / "texts.jsonl", 600)
    target = attempt.scratch / "out.conllu"
    command = Command(("convert", str(source), str(target)), target)
    started = time.monotonic()
    harm, what = command.finish()
    tally.count(harm, what)
    seconds, new, old = time.monotonic() - started, digests(target), b"# old\n1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    while attempt.goes_on and not harm:
        target.write_bytes(old)
        with command.start() as process:
            time.sleep(attempt.chance.uniform(0.3, 1.0) * seconds)
            _kill(process)
        fine = digests(target) == new or target.read_bytes() == old
        tally.count("" if fine else "lost", "neither the old nor the new file is there")
    return tally


def digests(path: Path) -> dict[str, str]:
    """Every file with its hash, but for locks and for what a kill leaves behind."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    return {
        str(file.relative_to(path.parent)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
        if not file.name.endswith((".part", ".lock")) and file.name != "lock"
    }


def _difference(one: dict[str, str], other: dict[str, str]) -> str:
    return ", ".join(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))[:5])


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
