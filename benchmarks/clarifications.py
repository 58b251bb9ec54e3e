"""Train and measure every system that judges fillers, with one command that can be cut and goes on where it was.

    python benchmarks/clarifications.py CLAIRE_FOLDER OUT_FOLDER [--limit SENTENCES] [--systems NAME …]

CLAIRE_FOLDER holds train_data.tsv and dev_data.tsv with labels and scores beside them. OUT_FOLDER gets a model folder
a system and figures.json: accuracy, Spearman and the sentences with one class for all fillers, as trained and with the
class balance adjusted by five-fold cross-validation over the dev sentences. What is there already is not made again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tacit import systems
from tacit.clarifications import Instruction, JudgeSystem, read_instructions
from tacit.clarifications.evaluate import evaluate
from tacit.clarifications.systems.calibration import cross_judged
from tacit.clarifications.train import TASK, load, train
from tacit.files import atomic_write


def trained(name: str, folder: Path, instructions: Sequence[Instruction], seed: int) -> JudgeSystem:
    if not (folder / "config.json").is_file():
        train(name, instructions, seed=seed).save(folder)
    return load(f"{name}:{folder}")


def figures(system: JudgeSystem, dev: Sequence[Instruction], seed: int) -> dict[str, Any]:
    plain = evaluate(dev, system.judge(dev))
    adjusted = evaluate(dev, cross_judged(system, dev, folds=5, seed=seed))
    return {"plain": plain.to_dict(), "adjusted": adjusted.to_dict()}


def show(name: str, found: dict[str, Any], seconds: float) -> None:
    plain, adjusted = found["plain"], found["adjusted"]
    print(
        f"{name:18} accuracy {plain['accuracy']:.3f} ({adjusted['accuracy']:.3f} adjusted), "
        f"spearman {plain['spearman'] or 0:.3f} ({adjusted['spearman'] or 0:.3f}), "
        f"one class {plain['same_class']}, {seconds:.0f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claire", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--systems", nargs="*", default=[each.name for each in systems.systems(TASK)])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    instructions = read_instructions(options.claire, prefer="train")[: options.limit or None]
    dev = read_instructions(options.claire, prefer="dev")
    place = options.out / "figures.json"
    known = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    for name in options.systems:
        began = time.monotonic()
        if name not in known:
            known[name] = figures(trained(name, options.out / name, instructions, options.seed), dev, options.seed)
            with atomic_write(place) as stream:
                json.dump(known, stream, indent=2)
        show(name, known[name], time.monotonic() - began)


if __name__ == "__main__":
    main()
