"""One system of endings measured in depth, as one experiment.

>>> from tacit.endings.experiment import EndingOptions, run
>>> EndingOptions(test=["val.csv"], system="ukp", folds=5).seed
0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import Any

from tacit.comparison import Comparison, beside
from tacit.comparison import compare as compare_two
from tacit.endings import asking as asked
from tacit.endings.compare import judge, training_of
from tacit.endings.data import read_clozes
from tacit.endings.evaluate import EndingEvaluation, contributions, evaluate, members_of, style_hard
from tacit.endings.seen import count_seen, warn_of_seen
from tacit.endings.task import Cloze, Probabilities, Story
from tacit.endings.train import DEFAULT
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.llm import Asking, Forecast
from tacit.llm.asking import NO_MODEL
from tacit.progress import Progress, Remarks, named, no_progress, no_remarks


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingOptions:
    """Which system is measured on which stories.

    It is trained on `train` (answered clozes or whole stories), or cross-validated in `folds` of the tested stories;
    with neither, or as `NAME:FOLDER`, it is used as it was trained before. `language_model` is one that msap uses.
    `subset` names a part of the stories that alone is scored. `against` is a second system on the same stories. A
    language model, if `asking` names one, chooses for the least certain share of the stories, `ask`; as the `system`
    itself, `llm:MODEL@URL`, it chooses alone.
    """

    test: Sequence[str]
    system: str = DEFAULT
    train: Sequence[str] = ()
    folds: int = 0
    language_model: Path | None = None
    subset: str | None = None
    against: str | None = None
    seed: int = 0
    asking: Asking = NO_MODEL
    ask: float = 1.0

    def __post_init__(self) -> None:
        if self.is_alone and (self.train or self.folds or self.asking.llm is not None):
            raise UsageError(f"{self.system!r} learns nothing: leave out `train` and `folds`, and name one model only")
        if self.folds and ":" in self.system:
            raise UsageError(
                f"`folds` trains anew, but {self.system} is trained already: leave out its folder, or `folds`"
            )
        if self.language_model is not None and ":" in self.system:
            raise UsageError(
                f"{self.system} is trained already, with its own language model: leave out `language_model`"
            )

    @property
    def is_alone(self) -> bool:
        """Is it a language model by itself that is measured?"""
        return self.system.startswith("llm:")

    @property
    def consulting(self) -> tuple[Asking, float]:
        """Which language model is asked, if any, and about which share of the stories."""
        return (replace(self.asking, llm=self.system), 1.0) if self.is_alone else (self.asking, self.ask)


@dataclass(frozen=True, slots=True)
class EndingResult:
    """All figures, how many stories the system had learnt from, what a language model took, and the comparison.

    With a `subset` the figures are about it, and `stories` counts all.
    """

    system: str
    figures: EndingEvaluation
    seen: int
    stories: int
    subset: str | None = None
    costs: Mapping[str, Any] | None = None
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "system": self.system,
            **self.figures.to_dict(),
            "seen_in_training": self.seen,
            **({} if self.subset is None else {"subset": self.subset, "n_all": self.stories}),
            **beside(self.costs, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for all stories, and one for each kind of them."""
        whole = {"by": "all", "kind": "", "n": self.figures.n, "accuracy": self.figures.accuracy}
        parts = [
            {"by": name, "kind": kind_of_story, "n": part.n, "accuracy": part.accuracy}
            for name, breakdown in self.figures.breakdown.items()
            for kind_of_story, part in breakdown.items()
        ]
        return frame_of([whole, *parts], kind)


def run(options: EndingOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> EndingResult:
    """Measure a system, and compare it with another."""
    material = _Material.read(options, progress)
    clozes, seed = material.clozes, options.seed
    asking, share = options.consulting
    found, costs = asked.consult(asking, clozes, material.said(options.system), share, remarks)
    seen = 0 if options.is_alone else material.seen(options.system)
    warn_of_seen(remarks, options.system, len(clozes), seen)
    figures = figures_of(clozes, found.said, options.subset, seed)
    result = EndingResult(options.system, figures, seen, len(clozes), options.subset, costs)
    if options.against is None:
        return result
    warn_of_seen(remarks, options.against, len(clozes), material.seen(options.against))
    chosen = members_of(options.subset, clozes) if options.subset else [True] * len(clozes)
    kept = list(compress(clozes, chosen))
    both = (
        contributions(kept, list(compress(each, chosen)))
        for each in (found.said, material.said(options.against, with_options=False))
    )
    return replace(result, comparison=compare_two(*both, names=(options.system, options.against), seed=seed))


def plan(options: EndingOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> Forecast:
    """What asking the language model would take; nothing is sent."""
    material = _Material.read(options, progress)
    asking, share = options.consulting
    return asked.plan(asking, material.clozes, material.said(options.system), share, remarks)


@dataclass(frozen=True, slots=True)
class _Material:
    """The stories to test on, and those to learn from."""

    options: EndingOptions
    clozes: list[Cloze]
    training: list[Cloze]
    stories: list[Story]
    progress: Progress

    @classmethod
    def read(cls, options: EndingOptions, progress: Progress) -> _Material:
        clozes = read_clozes(options.test, answered=True)
        return cls(options, clozes, *training_of(options.train, options.folds), progress)

    def seen(self, system: str) -> int:
        """How many of the tested stories a system has learnt from."""
        if self.options.folds and ":" not in system:
            return 0
        return count_seen(system, self.clozes, self.training, self.stories)

    def said(self, system: str, *, with_options: bool = True) -> list[Probabilities]:
        """What a small system says; of a language model alone, that all endings are equal."""
        if system.startswith("llm:"):
            return asked.uniform(self.clozes)
        given = self.options.language_model if with_options else None
        own: dict[str, Any] = {} if given is None else {"language_model": given}
        return judge(
            system,
            self.clozes,
            self.stories,
            training=self.training,
            folds=self.options.folds,
            seed=self.options.seed,
            progress=named(system, self.progress),
            **own,
        )


def figures_of(
    clozes: Sequence[Cloze], said: Sequence[Probabilities], subset: str | None, seed: int
) -> EndingEvaluation:
    """All figures, or those of a part of the stories; which of them are hard is found among all."""
    if subset is None:
        return evaluate(clozes, said, seed=seed)
    chosen = members_of(subset, clozes)
    hard = list(compress(style_hard(clozes, seed=seed), chosen))
    return evaluate(list(compress(clozes, chosen)), list(compress(said, chosen)), hard=hard)
