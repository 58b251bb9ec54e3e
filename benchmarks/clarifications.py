"""Train and measure all of clarifications, with one command that can be cut and goes on where it was.

    python benchmarks/clarifications.py CLAIRE_FOLDER OUT_FOLDER [--limit SENTENCES] [--only NAME …] [--jobs 2]
                                        [--context whole|window] [--shares dev|train]

CLAIRE_FOLDER holds train_data.tsv and dev_data.tsv with labels and scores beside them. OUT_FOLDER gets a model folder
for each system that judges fillers, and figures.json: accuracy, Spearman and the sentences with one class for all
fillers, as trained and with the class balance adjusted by five-fold cross-validation over the dev sentences. Beside the
systems, mining and generation are measured on the dev sentences, and the linter with the shipped judge on our own
how-to texts. What is there already is not made again. What the bert systems read and how classes count when they learn
is as in `tacit clarify train`: give each choice an OUT_FOLDER of its own.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NoReturn

import torch

from tacit import systems
from tacit.clarifications import Instruction, JudgeSystem, generation_quality, read_instructions
from tacit.clarifications.evaluate import evaluate
from tacit.clarifications.features.encoder_input import CONTEXTS
from tacit.clarifications.generate import FillerGenerator
from tacit.clarifications.systems.calibration import SHARES, cross_judged
from tacit.clarifications.train import AS_IT_IS, DEFAULT, TASK, EncoderOptions, load, train
from tacit.files import atomic_write
from tacit.linter.check import Checker
from tacit.linter.config import LinterSettings
from tacit.linter.gold import GoldText, Marked, read_gold, score
from tacit.linter.judging import LazyJudge
from tacit.mining import evaluate as mining_evaluation
from tacit.progress import Progress

HOWTOS = Path(__file__).parents[1] / "tests" / "clarifications" / "howtos"


def told(name: str) -> Progress:
    """Say on the standard error, once a minute, how far a system is."""
    last = time.monotonic()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= 60:
            last = time.monotonic()
            print(f"{name:18} {what}: {done:,} of {total:,}", file=sys.stderr, flush=True)

    return tell


def trained(
    name: str, folder: Path, instructions: Sequence[Instruction], options: EncoderOptions, seed: int
) -> JudgeSystem:
    if not (folder / "config.json").is_file():
        chosen = options if name.startswith("bert_") else AS_IT_IS
        train(name, instructions, options=chosen, seed=seed, progress=told(name)).save(folder)
    return load(f"{name}:{folder}")


def figures(system: JudgeSystem, dev: Sequence[Instruction], seed: int) -> dict[str, Any]:
    plain = evaluate(dev, system.judge(dev))
    adjusted = evaluate(dev, cross_judged(system, dev, folds=5, seed=seed))
    return {"plain": plain.to_dict(), "adjusted": adjusted.to_dict()}


def mined(dev: Sequence[Instruction]) -> dict[str, Any]:
    """Is the phenomenon of each sentence recognised?"""
    return mining_evaluation.evaluate(dev).to_dict()


def generated(dev: Sequence[Instruction]) -> dict[str, Any]:
    """Is a plausible filler among the hundred best, and in the diverse four?"""
    return generation_quality.measure(FillerGenerator(), dev, progress=told("generation")).to_dict()


def checked(dev: Sequence[Instruction]) -> dict[str, Any]:
    """Precision and recall of the linter, as it is shipped."""
    howtos = read_gold([HOWTOS])
    judge = LazyJudge(DEFAULT)
    checker = Checker(judge, judge.generate)

    def findings(howto: GoldText) -> list[Marked]:
        return [
            Marked(each.code, each.place.span, each.confidence) for each in checker.check(howto.page, LinterSettings())
        ]

    return score(howtos, findings).to_dict()


OTHERS = {"mining": mined, "generation": generated, "check": checked}
"""What is measured beside the systems that judge."""


def show(name: str, found: dict[str, Any], seconds: float) -> None:
    if name in OTHERS:
        figures = ", ".join(f"{each} {value:.3f}" for each, value in found.items() if isinstance(value, float))
        print(f"{name:18} {figures}, {seconds:.0f} s", flush=True)
        return
    plain, adjusted = found["plain"], found["adjusted"]
    print(
        f"{name:18} accuracy {plain['accuracy']:.3f} ({adjusted['accuracy']:.3f} adjusted), "
        f"spearman {plain['spearman'] or 0:.3f} ({adjusted['spearman'] or 0:.3f}), "
        f"one class {plain['same_class']}, {seconds:.0f} s",
        flush=True,
    )


def measured(
    name: str, claire: Path, out: Path, limit: int, options: EncoderOptions, seed: int
) -> tuple[str, dict[str, Any], float]:
    """Train and measure one system, on one thread: two processes do more on two cores than two threads."""
    torch.set_num_threads(1)
    began = time.monotonic()
    dev = read_instructions(claire, prefer="dev")
    if name in OTHERS:
        return name, OTHERS[name](dev), time.monotonic() - began
    instructions = read_instructions(claire, prefer="train")[: limit or None]
    found = figures(trained(name, out / name, instructions, options, seed), dev, seed)
    return name, found, time.monotonic() - began


def longest_first(name: str) -> int:
    """`tacit` takes longest; what it has read serves `bert_ranking`."""
    return {"tacit": 0, "bert_markers": 1, "bert_ranking": 3, **dict.fromkeys(OTHERS, 3)}.get(name, 2)


def end_all(*_: object) -> NoReturn:
    """What is asked to end takes its processes with it."""
    for child in active_children():
        child.terminate()
    sys.exit(143)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claire", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    names = [*(each.name for each in systems.systems(TASK)), *OTHERS]
    parser.add_argument("--only", nargs="*", choices=names, default=names)
    parser.add_argument("--jobs", type=int, default=2, help="how many are trained or measured at the same time")
    parser.add_argument("--context", choices=CONTEXTS, help="what the bert systems read")
    parser.add_argument("--shares", choices=SHARES, help="how classes count when they learn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    place = options.out / "figures.json"
    known = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    for name in options.only:
        if name in known:
            show(name, known[name], 0)
    missing = sorted((name for name in options.only if name not in known), key=longest_first)
    signal.signal(signal.SIGTERM, end_all)
    chosen = EncoderOptions(context=options.context, shares=options.shares)
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        asked = [
            pool.submit(measured, name, options.claire, options.out, options.limit, chosen, options.seed)
            for name in missing
        ]
        for done in as_completed(asked):
            name, found, seconds = done.result()
            known[name] = found
            with atomic_write(place) as stream:
                json.dump(known, stream, indent=2)
            show(name, found, seconds)


if __name__ == "__main__":
    main()
