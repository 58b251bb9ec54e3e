"""A judge of clarifications measured as one experiment.

>>> from tacit.clarifications.experiment import ClarificationOptions, run
>>> ClarificationOptions(test=["claire/dev"], system="naive_bayes", train=["claire/train"]).folds
0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tacit.clarifications.asking import AskingJudge
from tacit.clarifications.data import read_instructions, read_training
from tacit.clarifications.evaluate import ClarificationEvaluation, contributions, evaluate
from tacit.clarifications.seen import is_copy, seen_by
from tacit.clarifications.systems.calibration import cross_judged
from tacit.clarifications.task import Instruction, Judgement, JudgeSystem
from tacit.clarifications.train import AS_IT_IS, DEFAULT, EncoderOptions, load, train
from tacit.comparison import Comparison, beside, compare
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.llm import Asking, Forecast, Model
from tacit.llm.asking import NO_MODEL, alone
from tacit.progress import Progress, Remarks, no_progress, no_remarks
from tacit.seen import unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarificationOptions:
    """Which judge is measured on which judged clarifications.

    Their `labels` and `scores` stand beside `test` or in files of their own. The judge is trained on `train`, or the
    first `limit` sentences of it, with the options `encoder`; without it, it is used as it was trained before. With
    `folds` its judgements are adjusted to the class balance of the other folds. `against` is a second judge of the same
    sentences, trained alike unless it is named with its folder. Sentences that one of them has learnt from are left
    out, but for `keep_seen`. A language model, if `asking` names one, judges the least certain share, `ask`; as the
    `system` itself, `llm:MODEL@URL`, it judges all.
    """

    test: Sequence[str | Path]
    system: str = DEFAULT
    train: Sequence[str | Path] = ()
    labels: Path | None = None
    scores: Path | None = None
    encoder: EncoderOptions = AS_IT_IS
    folds: int = 0
    limit: int = 0
    against: str | None = None
    keep_seen: bool = False
    seed: int = 1
    asking: Asking = NO_MODEL
    ask: float = 1.0

    def __post_init__(self) -> None:
        if not self.train and (self.encoder != AS_IT_IS or self.limit):
            raise UsageError("`model`, `context`, `shares` and `limit` are about training, so they need `train`")


@dataclass(frozen=True, slots=True)
class ClarificationResult:
    """All figures, how many sentences the judge had learnt from, what a language model took, and the comparison."""

    system: str
    figures: ClarificationEvaluation
    seen: int | None
    costs: Mapping[str, Any] | None = None
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "system": self.system,
            **self.figures.to_dict(),
            "seen_in_training": self.seen,
            **beside(self.costs, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each phenomenon, and one for all."""
        figures = self.figures
        whole = {"phenomenon": "all", "n": figures.n, "accuracy": figures.accuracy, "spearman": figures.spearman}
        return frame_of(
            [*({"phenomenon": name, **asdict(each)} for name, each in figures.phenomena.items()), whole], kind
        )


def run(
    options: ClarificationOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress
) -> ClarificationResult:
    """Measure a judge, and compare it with another."""
    material = _read(options, remarks)
    small, asking, by_itself = alone(options.system, options.asking, DEFAULT)
    trained = _trained(small, material.training, options, progress)
    with asking.opened(remarks) as model:
        judge = trained if model is None else _asking(trained, model, options, by_itself)
        judgements = judged(judge, material.tested, folds=options.folds, seed=options.seed, progress=progress)
        costs = None if model is None else model.costs.to_dict()
    result = ClarificationResult(options.system, evaluate(material.tested, judgements), material.seen, costs)
    if options.against is None:
        return result
    second = _trained(options.against, material.other, options, progress)
    others = judged(second, material.tested, folds=options.folds, seed=options.seed, progress=progress)
    both = (contributions(material.tested, each) for each in (judgements, others))
    return replace(result, comparison=compare(*both, names=(options.system, options.against), seed=options.seed))


def plan(options: ClarificationOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> Forecast:
    """What asking the language model would take; nothing is sent."""
    material = _read(options, remarks)
    small, asking, by_itself = alone(options.system, options.asking, DEFAULT)
    trained = _trained(small, material.training, options, progress)
    with replace(asking, dry_run=True).opened(remarks) as model:
        assert model is not None
        return model.forecast(_asking(trained, model, options, by_itself).questions(material.tested))


class _Material(NamedTuple):
    """Sentences to test on, those that each judge learns from, and how many tested ones the first had seen."""

    tested: list[Instruction]
    training: list[Instruction]
    other: list[Instruction]
    seen: int | None


def _read(options: ClarificationOptions, remarks: Remarks) -> _Material:
    labels, scores = options.labels, options.scores
    tested = [each for path in options.test for each in read_instructions(path, labels=labels, scores=scores)]
    training = read_training(options.train, limit=options.limit)

    def fresh(system: str, learnt: list[Instruction]) -> tuple[list[Instruction], int | None]:
        seen = seen_by(system, learnt, folds=options.folds)
        keep = options.keep_seen
        return unseen(tested, seen, is_copy, learnt=system, keep=keep, what="sentences", remarks=remarks)

    tested, seen = fresh(alone(options.system, options.asking, DEFAULT)[0], training)
    other = [] if ":" in (options.against or "") else training
    if options.against is not None:
        tested, _ = fresh(options.against, other)
    return _Material(tested, training, other, seen)


def _trained(
    system: str, training: list[Instruction], options: ClarificationOptions, progress: Progress
) -> JudgeSystem:
    """A judge that has learnt from these sentences or, without any, as it was trained before."""
    if not training:
        return load(system)
    return train(system, training, options=options.encoder, seed=options.seed, progress=progress)


def _asking(small: JudgeSystem, model: Model, options: ClarificationOptions, by_itself: bool) -> AskingJudge:
    return AskingJudge(small, model, 1.0 if by_itself else options.ask, alone=by_itself)


def judged(
    judge: JudgeSystem,
    tested: Sequence[Instruction],
    *,
    folds: int = 0,
    seed: int = 0,
    progress: Progress = no_progress,
) -> list[tuple[Judgement, ...]]:
    """What a judge says; with `folds` adjusted to the class balance of the other folds."""
    progress("judging", 0, 0)
    found = cross_judged(judge, tested, folds=folds, seed=seed) if folds else judge.judge(tested)
    progress("judging", 1, 1)
    return found
