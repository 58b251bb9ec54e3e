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

    def finish(self, also: tuple[int, ...] = ()) -> tuple[str, str]:
        """Run to the end: an empty harm if it ends well, or with one of these codes and a sentence."""
        with self.start() as process:
            try:
                _, said = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                _kill(process)
                return "hung", f"no end after {PATIENCE:g} seconds"
        message = said.decode("utf-8", "replace")
        wrong = flaw(message) if process.returncode else ""
        if process.returncode in (0, *also) and not wrong:
            return "", ""
        return "crashed", f"exit code {process.returncode}, {wrong}: {message}"


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


def convert(source: Path, out: Path) -> Command:
    """Write all texts in another format."""
    return Command(("convert", str(source), str(out)), out)


def ingest(source: Path, out: Path) -> Command:
    """Ingest into several small shards."""
    options = ("--coreference", "sieve", "--shard-characters", "1000", "--processes", "1")
    return Command(("corpus", "ingest", str(source), "--out", str(out), *options), out)


def stability(corpus: Path, out: Path) -> Command:
    """A small experiment."""
    options = ("--ablations", "2", "--folds", "2", "--germinators", "linear", "--schemas", "3", "--min-mentions", "2")
    return Command(("schemas", "stability", str(corpus), "--out", str(out), *options, "--processes", "1"), out)


def train_language_model(out: Path, stories: Path) -> Command:
    """A small recurrent network."""
    sizes = ("--epochs", "3", "--hidden", "8", "--vocabulary", "50")
    return Command(("endings", "train-language-model", str(stories), "--out", str(out), *sizes), out)


def train_steps(out: Path, templates: Path) -> Command:
    """A small network that fills blanks."""
    options = ("--system", "seq2seq", "--epochs", "2", "--vocabulary", "50")
    return Command(("steps", "train", "--train", str(templates), "--out", str(out), *options), out)


def train_masked(out: Path, texts: Path) -> Command:
    """The masked language model, one look at a few texts."""
    return Command(("steps", "train-masked", str(texts), "--out", str(out)), out)


def train_coreference(out: Path, gold: Path) -> Command:
    """A ranker of three networks."""
    return Command(("language", "coreference", "train", "--train", f"ontonotes={gold}", "--out", str(out)), out)


def gold_coreference(folder: Path) -> Path:
    """A folder of short documents with their chains, one a file."""
    folder.mkdir()
    chains = ("(0)", "_", "(1", "1)", "_", "(0)", "_", "(1)", "_")
    for number, person in enumerate(("Ann", "Mary", "Kate", "Rose", "Jane", "Lucy")):
        words = (person, "found", "the", "key", ".", "She", "kept", "it", ".")
        rows = [f"{place}\t{word}\t{chain}" for place, (word, chain) in enumerate(zip(words, chains, strict=True))]
        lines = [f"#begin document ({number}); part 0", *rows, "#end document"]
        (folder / f"{number}.conll").write_text("".join(f"{line}\n" for line in lines))
    return folder


def training_files(folder: Path) -> tuple[Path, Path]:
    """Stories of five sentences, and instructions with their steps."""
    header = "\t".join(["storyid", "storytitle", *(f"sentence{number}" for number in range(1, 6))])
    rows = [
        "\t".join([f"s{n}", "A day", *(f"{PEOPLE[(n + k) % 5]} {DEEDS[(n * 3 + k) % 6]}." for k in range(5))])
        for n in range(60)
    ]
    stories, templates = folder / "stories.tsv", folder / "templates.tsv"
    stories.write_text("\n".join([header, *rows]) + "\n")
    lines = [f"make {cup} .\tput {cup} in a pot . pour it .\t1 0 1 1 0 1 1 1 1\n" for cup in ("tea", "rice", "soup")]
    templates.write_text("".join(lines * 20))
    return stories, templates


def attack(attempt: Attempt, commands: list[Command]) -> Tally:
    """Kill each command a few times, let it finish, compare with a run that nobody disturbed, and begin again."""
    tally = Tally("kill and resume")
    whole: dict[Command, tuple[dict[str, str], float]] = {}
    for command in commands:
        started = time.monotonic()
        harm, what = command.finish()
        if harm:
            tally.add(harm, f"{command.arguments[:2]}: {what}")
        else:
            whole[command] = digests(command.output), time.monotonic() - started
            shutil.move(command.output, f"{command.output}.whole")
    while True:
        for command, (expected, seconds) in whole.items():
            shutil.rmtree(command.output, ignore_errors=True)
            tally.tried += _disturb(command, attempt, seconds)
            harm, what = command.finish()
            if not harm and (different := _difference(expected, digests(command.output))):
                harm, what = "lost", f"not the same after a kill: {different}"
            if harm:
                tally.add(harm, f"{command.arguments[:2]}: {what}")
            if not attempt.goes_on:
                return tally


def _disturb(command: Command, attempt: Attempt, seconds: float) -> int:
    """Start a command and kill it, a few times; how often.

    Every other time it is asked to end before (Ctrl-C), and so killed while it keeps what it has done.
    """
    times = attempt.chance.choice((2, 3, 5))
    for turn in range(times):
        with command.start() as process:
            time.sleep(attempt.chance.uniform(0.2, 1.05) * seconds)
            if turn % 2:
                process.send_signal(signal.SIGINT)
                time.sleep(attempt.chance.uniform(0, 3))
            _kill(process)
    return times


def attack_writing(attempt: Attempt) -> Tally:
    """Kill a conversion while it writes over an older file: the old one or the whole new one is there."""
    tally = Tally("kill while writing")
    source = stories(attempt.scratch / "texts.jsonl", 600)
    target = attempt.scratch / "out.conllu"
    command = convert(source, target)
    started = time.monotonic()
    harm, what = command.finish()
    if harm:
        tally.add(harm, what)
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
