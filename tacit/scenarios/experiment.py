"""A system of scenarios measured as one experiment: what to learn from, what to test on, and a second system beside it.

>>> from tacit.scenarios.experiment import ScenarioOptions, run
>>> ScenarioOptions(test=["composed.jsonl"], against="joint").system
'tacit'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tacit.comparison import Comparison, beside, compare
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.llm import Asking, Forecast, Model
from tacit.llm.asking import NO_MODEL, alone
from tacit.progress import Progress, Remarks, no_progress, no_remarks
from tacit.scenarios.asking import AskingScenarios
from tacit.scenarios.data import read_labelled, read_training
from tacit.scenarios.evaluate import ScenarioEvaluation, contributions, evaluate, named_by
from tacit.scenarios.inventory import load_inventory
from tacit.scenarios.seen import is_copy, seen_by
from tacit.scenarios.task import Detection, Narrative, ScenarioSystem
from tacit.scenarios.train import DEFAULT, is_gold_bound, load, teach, train
from tacit.seen import unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioOptions:
    """Which system is measured on which texts.

    It is trained on `train` and, as texts about nothing, `none`; without them it is used as it was trained before.
    `features` are those of the paper's classifiers. With an `inventory` only its scenarios count. `against` is a second
    system on the same texts, trained alike unless it is named with its folder. Texts that one of them has learnt from
    are left out, but for `keep_seen`. A language model, if `asking` names one, picks among the system's candidates for
    the least certain share of all sentences, `ask`; as the `system` itself, `llm:MODEL@URL`, it does so for all.
    """

    test: Sequence[str | Path]
    system: str = DEFAULT
    train: Sequence[str | Path] = ()
    none: Sequence[str | Path] = ()
    features: str | None = None
    inventory: Path | None = None
    against: str | None = None
    keep_seen: bool = False
    seed: int = 1
    asking: Asking = NO_MODEL
    ask: float = 0.02

    def __post_init__(self) -> None:
        if (self.none or self.features) and not self.train:
            needless = "none" if self.none else "features"
            raise UsageError(f"`{needless}` needs `train`: it is about how a system is trained")


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """All figures, how many texts the system had learnt from, what a language model took, and the comparison."""

    system: str
    features: str | None
    figures: ScenarioEvaluation
    seen: int | None
    costs: Mapping[str, Any] | None = None
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "system": self.system,
            "features": self.features,
            **self.figures.to_dict(),
            "seen_in_training": self.seen,
            **beside(self.costs, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each scenario."""
        return frame_of([asdict(each) for each in self.figures.scenarios], kind)


def run(options: ScenarioOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> ScenarioResult:
    """Measure a system, and compare it with another."""
    material = _read(options, remarks, progress)
    small, asking, by_itself = alone(options.system, options.asking, DEFAULT)
    trained = _trained(small, material.training, options, progress)
    with asking.opened(remarks) as model:
        system = trained if model is None else _asking(trained, model, options, by_itself)
        found = _detected(system, material, material.training, options, progress)
        costs = None if model is None else model.costs.to_dict()
    figures = evaluate(material.tested, found, gold_sentences_only=is_gold_bound(small))
    result = ScenarioResult(options.system, options.features, figures, material.seen, costs)
    if options.against is None:
        return result
    plain = replace(options, features=None)
    second = _trained(options.against, material.other, plain, progress)
    others = _detected(second, material, material.other, plain, progress)
    both = (
        contributions(material.tested, each, gold_sentences_only=is_gold_bound(name))
        for name, each in ((small, found), (options.against, others))
    )
    return replace(result, comparison=compare(*both, names=(options.system, options.against), seed=options.seed))


def plan(options: ScenarioOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> Forecast:
    """What asking the language model would take; nothing is sent."""
    material = _read(options, remarks, progress)
    small, asking, by_itself = alone(options.system, options.asking, DEFAULT)
    trained = _trained(small, material.training, options, progress)
    with replace(asking, dry_run=True).opened(remarks) as model:
        assert model is not None
        return model.forecast(_asking(trained, model, options, by_itself).questions(material.tested))


class _Material(NamedTuple):
    """Texts to test on, those that each system learns from, and how many tested ones the first had seen."""

    tested: list[Narrative]
    training: list[Narrative]
    other: list[Narrative]
    seen: int | None


def _read(options: ScenarioOptions, remarks: Remarks, progress: Progress) -> _Material:
    known = load_inventory(options.inventory)
    progress("reading", 0, 0)
    tested = read_labelled(options.test, known)
    training = read_training(options.train, options.none, known)
    progress("reading", 1, 1)

    def fresh(system: str, learnt: list[Narrative]) -> tuple[list[Narrative], int | None]:
        seen = seen_by(system, learnt)
        return unseen(tested, seen, is_copy, learnt=system, keep=options.keep_seen, remarks=remarks)

    tested, seen = fresh(alone(options.system, options.asking, DEFAULT)[0], training)
    other = [] if ":" in (options.against or "") else training
    if options.against is not None:
        tested, _ = fresh(options.against, other)
    return _Material(tested, training, other, seen)


def _trained(system: str, texts: list[Narrative], options: ScenarioOptions, progress: Progress) -> ScenarioSystem:
    """A system that has learnt from these texts or, without any, as it was trained before."""
    if texts:
        progress("training", 0, 0)
        known = load_inventory(options.inventory)
        return train(system, texts, inventory=known, features=options.features, seed=options.seed, progress=progress)
    loaded = load(system)
    if options.inventory is not None:
        teach(loaded, load_inventory(options.inventory))
    return loaded


def _asking(small: ScenarioSystem, model: Model, options: ScenarioOptions, by_itself: bool) -> AskingScenarios:
    return AskingScenarios(small, model, 1.0 if by_itself else options.ask, alone=by_itself)


def _detected(
    system: ScenarioSystem,
    material: _Material,
    learnt: list[Narrative],
    options: ScenarioOptions,
    progress: Progress,
) -> list[Detection]:
    """What a system finds, by the labels of the inventory where it has not learnt them."""
    progress("detecting", 0, 0)
    found = system.detect(material.tested)
    progress("detecting", 1, 1)
    if options.inventory is None or learnt:
        return found
    known = load_inventory(options.inventory)
    return [named_by(known, each) for each in found]
