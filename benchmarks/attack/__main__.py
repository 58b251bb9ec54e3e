"""`python -m benchmarks.attack [--minutes 10] [--only formats,requests] [--seed N] [--json]`."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.attack import __doc__ as about
from benchmarks.attack import disks, files, guided, kills, markup, models, papers, talk, wire
from benchmarks.attack.tally import HARMS, Attempt, Tally

SHARES = {
    "formats": 0.25,
    "guided": 0.05,
    "papers": 0.05,
    "requests": 0.17,
    "talk": 0.06,
    "markup": 0.03,
    "models": 0.1,
    "manifests": 0.06,
    "disk": 0.03,
    "commands": 0.08,
    "writing": 0.06,
    "resume": 0.1,
}
"""What each attack has of the time; some take longer, since they let a command come to its end."""


def _manifests(attempt: Attempt) -> Tally:
    return models.attack_manifests(attempt, _corpus(attempt))


def _resume(attempt: Attempt) -> Tally:
    place = attempt.scratch
    source = kills.stories(place / "stories.jsonl", 24)
    harm, what = kills.ingest(source, place / "ready").finish()
    assert not harm, what
    stories, templates = kills.training_files(place)
    commands = [
        kills.ingest(source, place / "corpus"),
        kills.stability(place / "ready", place / "stability"),
        kills.train_language_model(place / "language-model", stories),
        kills.train_steps(place / "steps", templates),
        kills.train_masked(place / "masked", source),
        kills.train_coreference(place / "coreference", kills.gold_coreference(place / "gold")),
    ]
    return kills.attack(attempt, commands)


def _corpus(attempt: Attempt) -> Path:
    """A small corpus to tamper with."""
    out = attempt.scratch / "original"
    harm, what = kills.ingest(kills.stories(attempt.scratch / "stories.jsonl", 6), out).finish()
    assert not harm, what
    return out


ATTACKS: dict[str, Callable[[Attempt], Tally]] = {
    "formats": files.attack,
    "guided": guided.attack,
    "papers": papers.attack,
    "requests": wire.attack,
    "talk": talk.attack,
    "markup": markup.attack,
    "models": models.attack_models,
    "manifests": _manifests,
    "disk": disks.attack,
    "commands": disks.attack_commands,
    "writing": kills.attack_writing,
    "resume": _resume,
}


def run(minutes: float, names: list[str], seed: int, scratch: Path) -> list[Tally]:
    """All attacks, one after the other, each for its share of the time."""
    shares = sum(SHARES[name] for name in names)
    return [
        ATTACKS[name](Attempt(60 * minutes * SHARES[name] / shares, scratch / name, random.Random(f"{seed} {name}")))
        for name in names
    ]


def show(tallies: list[Tally], seconds: float) -> None:
    """One table, then what was found."""
    table = Table("attack", "tried", *HARMS, "", title=f"{seconds:.0f} seconds")
    for tally in tallies:
        table.add_row(tally.name, *(f"{getattr(tally, key):,}" for key in ("tried", *HARMS)), tally.remark)
    console = Console()
    console.print(table)
    for finding in (finding for tally in tallies for finding in tally.findings[:5]):
        console.print(finding, markup=False, highlight=False)


def main() -> None:
    options = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--only", default="", help=f"some of {', '.join(ATTACKS)}, with commas")
    options.add_argument("--seed", type=int, help="to do the same again; another one each time by default")
    options.add_argument("--keep", type=Path, help="a folder for what did harm; a temporary one by default")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    names = [name for name in chosen.only.split(",") if name] or list(ATTACKS)
    if unknown := set(names) - set(ATTACKS):
        options.error(f"there is no attack {sorted(unknown)}; there are {', '.join(ATTACKS)}")
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(1 << 32)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        tallies = run(chosen.minutes, names, seed, chosen.keep or Path(folder))
    if chosen.json:
        print(json.dumps({"seed": seed, "attacks": [asdict(tally) for tally in tallies]}))
    else:
        show(tallies, time.monotonic() - started)
        print(f"seed {seed}")
    sys.exit(1 if any(tally.harms for tally in tallies) else 0)


if __name__ == "__main__":
    main()
