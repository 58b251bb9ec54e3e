"""A disk that is full: the old file stays, or the whole new one is there, and nothing else is left."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.attack.kills import Command, convert, digests, ingest, stories
from benchmarks.attack.seeds import document
from benchmarks.attack.tally import Attempt, Tally
from benchmarks.attack.victim import Harm, Victim

SIZE = 256 * 1024


@contextmanager
def small_disk(place: Path) -> Iterator[Path | None]:
    """A tmpfs of 256 KB; nothing where we may not mount one."""
    place.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    try:
        mounted = os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        mounted = False
    try:
        yield place if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(place)], check=False)


def attack(attempt: Attempt) -> Tally:
    """Write over a file of every writable format with ever other room left."""
    from tacit.formats.registry import FORMATS

    tally = Tally("full disk")
    writable = [entry for entry in FORMATS if entry.writable]
    with small_disk(attempt.scratch / "disk") as disk, Victim("benchmarks.attack.disks", "write") as victim:
        if disk is None:
            tally.remark = "skipped: only root may mount a small disk"
            return tally
        while attempt.goes_on:
            for path in disk.iterdir():
                path.unlink()
            entry = attempt.chance.choice(writable)
            room = attempt.chance.choice((0, 1, 8, 16, 60)) * 4096
            harm, what = victim.outcome(str(disk), entry.name, entry.suffixes[0], room)
            tally.count(harm, f"{entry.name} with {room} bytes left: {what}")
    return tally


def attack_commands(attempt: Attempt) -> Tally:
    """Commands that write several files or many, with ever other room left: code 0 or 2, and nothing is torn."""
    tally = Tally("full disk, commands")
    place = attempt.scratch
    source = stories(place / "stories.jsonl", 12)
    manual = place / "manual.md"
    manual.write_text("# Tea\n\n" + "".join(f"{n}. Take pot {n} and the lid. Rinse it.\n" for n in range(1, 60)))
    with small_disk(place / "disk") as disk:
        if disk is None:
            tally.remark = "skipped: only root may mount a small disk"
            return tally
        commands = [
            convert(source, disk / "out.conllu"),
            convert(source, disk / "out.jsonl.gz"),
            ingest(source, disk / "corpus"),
            Command(("scripts", "export", "baking a cake", "--out", str(disk / "cake.toml")), disk / "cake.toml"),
            Command(("clarify", "check", str(manual), "--baseline", str(disk / "b.json"), "--update-baseline"), disk),
        ]
        while attempt.goes_on:
            command = attempt.chance.choice(commands)
            harm, what = _on_a_full_disk(command, disk, attempt.chance.choice((0, 1, 2, 4, 8, 16)) * 4096)
            tally.count(harm, f"{command.arguments[:2]}: {what}")
    return tally


def _on_a_full_disk(command: Command, disk: Path, room: int) -> tuple[str, str]:
    """Run it on a full disk, then with room: the second time all is as if the first had never been."""
    _empty(disk)
    (disk / "filler").write_bytes(b"x" * (SIZE - room))
    harm, what = command.finish(also=(2,))
    if harm:
        return harm, what
    if any(path.name.endswith(".part") for path in disk.rglob("*")):
        return "leaked", "a part was left"
    (disk / "filler").unlink()
    harm, what = command.finish()
    after = digests(disk)
    _empty(disk)
    if not harm:
        harm, what = command.finish()
    if harm:
        return harm, what
    return ("", "") if digests(disk) == after else ("lost", "not the same as on a disk with room")


def _empty(disk: Path) -> None:
    for path in disk.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def write(disk: str, format: str, suffix: str, room: int) -> str:
    """In the victim: an old file, a disk with little room, and a new file over the old one."""
    from tacit import formats
    from tacit.documents import Document
    from tacit.errors import OutputError

    place = Path(disk)
    target = place / f"story{suffix}"
    formats.write([document()], target, format=format)
    old = {path.name: path.read_bytes() for path in place.iterdir()}
    (place / "filler").write_bytes(b"x" * max(0, SIZE - room - sum(4096 + len(content) for content in old.values())))
    made = document()
    long = Document(made.text * 400, made.id, made.metadata, made.layers.values())
    try:
        formats.write([long], target, format=format)
    except OutputError:
        now = {path.name: path.read_bytes() for path in place.iterdir() if path.name != "filler"}
        if any(now.get(name) != content for name, content in old.items()):
            raise Harm("lost", "the old files are not as they were") from None
        if now.keys() != old.keys():
            raise Harm("leaked", f"left behind: {sorted(now.keys() - old.keys())}") from None
        return ""
    [again] = formats.open(target, format=format)
    if again.text.split() != long.text.split():
        raise Harm("lost", "the new file is not whole")
    return ""
