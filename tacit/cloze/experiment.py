"""The narrative cloze as one experiment: chains of a corpus or of texts, split or given, and one system or all.

>>> from tacit.cloze.experiment import ClozeOptions, run
>>> ClozeOptions(corpus="corpus", system="pmi").test_share
0.1
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.cloze.data import gaps, questions, read_chains, sample, split
from tacit.cloze.evaluate import choose, contributions, rank
from tacit.cloze.task import ClozeSystem, EventChain
from tacit.comparison import Comparison, beside, compare
from tacit.corpus import Corpus, Sources, ingest
from tacit.corpus.manifest import is_corpus
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.progress import Progress, named, no_progress
from tacit.schemas.features.counts import STOP_VERBS
from tacit.systems import system_named, systems


@dataclass(frozen=True, slots=True, kw_only=True)
class ClozeOptions:
    """What to learn from, what to test on, and which systems.

    Either `corpus` is split by documents, `test_share` of which are tested on, or `train` and `test` are corpora, files
    or folders of texts. `against` is a second system on the same questions, `baselines` measures all others, too;
    `ranking` also ranks all events. Chains have `min_mentions` or more, tested ones `min_events` different events; of
    more than `most` so many are drawn.
    """

    corpus: str | Path | None = None
    train: Sequence[str | Path] = ()
    test: str | Path | None = None
    system: str = "tacit"
    against: str | None = None
    baselines: bool = False
    ranking: bool = False
    where: str = "true"
    test_share: float = 0.1
    min_events: int = 3
    min_mentions: int = 2
    most: int = 10_000
    seed: int = 1

    def __post_init__(self) -> None:
        trains, tests = bool(self.train), self.test is not None
        if trains != tests or (self.corpus is not None) == trains:
            raise UsageError("give a corpus to split, or both `train` and `test`")


@dataclass(frozen=True, slots=True)
class ClozeResult:
    """The figures of each system, that which was asked for first, and the comparison with a second one."""

    system: str
    figures: Mapping[str, Mapping[str, Any]]
    train_chains: int
    test_chains: int
    seed: int
    baselines: bool = False
    comparison: Comparison | None = None

    @property
    def accuracy(self) -> float:
        """That of the system that was asked for."""
        return float(self.figures[self.system]["accuracy"])

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        others = {name: dict(figures) for name, figures in self.figures.items() if name != self.system}
        return {
            "system": self.system,
            **self.figures[self.system],
            "train_chains": self.train_chains,
            "test_chains": self.test_chains,
            "seed": self.seed,
            **({"baselines": others} if self.baselines else {}),
            **beside(None, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each system."""
        rows = [
            {"system": name, **each.get("ranking", {}), "n": each["n"], "accuracy": each["accuracy"]}
            for name, each in self.figures.items()
        ]
        return frame_of(rows, kind)


def run(options: ClozeOptions, *, progress: Progress = no_progress) -> ClozeResult:
    """Learn from some chains, and find the hidden events of others."""
    names = [options.system, *([options.against] if options.against is not None else [])]
    if options.baselines:
        names += [each.name for each in systems("cloze")]
    chosen = [system_named("cloze", name) for name in dict.fromkeys(names)]
    learnt = _chains([options.corpus] if options.corpus is not None else options.train, options, progress)
    if options.test is None:
        learnt, tested = split(learnt, options.test_share, options.seed)
    else:
        tested = _chains([options.test], options, progress)
    if not learnt:
        raise UsageError("no chain to train on: take a larger corpus or a lower `min_mentions`")
    least, seed = options.min_events, options.seed
    some = sample([chain for chain in tested if len(chain.slots) >= least], options.most, seed)
    asked = questions(some, seed, minimum_events=least, pool=tested)
    hidden = list(gaps(some, seed, minimum_events=least)) if options.ranking else []
    figures: dict[str, dict[str, Any]] = {}
    right: dict[str, list[float]] = {}
    for entry in chosen:
        own = {"seed": seed, "minimum_events": least} if entry.name == "tacit" else {}
        of_system = named(entry.name, progress)
        system = _fitted(entry.create(**own), learnt, of_system)
        right[entry.name] = choose(system, asked, of_system)
        figures[entry.name] = {"n": len(asked), "accuracy": sum(right[entry.name]) / len(asked)}
        if hidden:
            figures[entry.name]["ranking"] = rank(system, hidden, of_system)
    comparison = None
    if options.against is not None:
        both = (contributions(asked, right[name]) for name in (options.system, options.against))
        comparison = compare(*both, names=(options.system, options.against), seed=seed)
    return ClozeResult(options.system, figures, len(learnt), len(tested), seed, options.baselines, comparison)


def _chains(paths: Sequence[str | Path], options: ClozeOptions, progress: Progress) -> list[EventChain]:
    """The chains of several corpora; texts are made into a corpus for the moment."""
    found: list[EventChain] = []
    with tempfile.TemporaryDirectory() as temporary:
        for number, path in enumerate(map(Path, paths)):
            folder = path
            if not is_corpus(path):
                folder = Path(temporary) / str(number)
                ingest(Sources([str(path)]), folder, progress=progress)
            found += read_chains(
                Corpus(folder), where=options.where, minimum_mentions=options.min_mentions, stop_verbs=STOP_VERBS
            )
    return found


def _fitted(system: ClozeSystem, learnt: Sequence[EventChain], progress: Progress) -> ClozeSystem:
    progress("learning", 0, 0)
    system.fit(learnt)
    progress("learning", 1, 1)
    return system
