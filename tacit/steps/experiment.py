"""The cloze of instructions as one experiment: which system fills which blanks, and under which conditions.

>>> from tacit.steps.experiment import StepOptions, run
>>> StepOptions(test=["valid.tsv"], system="transducer").answers
'restricted'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tacit.comparison import Comparison, beside, compare
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.progress import Progress, Remarks, no_progress, no_remarks
from tacit.seen import unseen
from tacit.steps.data import read_templates, read_words
from tacit.steps.evaluate import Filled, StepEvaluation, contributions, evaluate_filled, fill
from tacit.steps.seen import is_copy, seen_by
from tacit.steps.task import StepSystem, Template
from tacit.steps.train import DEFAULT, load, train


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOptions:
    """Which system fills which blanks.

    It is trained on `train`, with the options `training` of its constructor and a `checkpoint` to go on from; without
    them it is used as it was trained before, as `against` is, a second system on the same templates. Blanks take the
    words that are blanked in training or `approved`, one a line, or with `answers` "open" any known word; `decoding`
    "paper" is the transducers' appendix A.4. Templates whose abstract instruction one of them has learnt from are left
    out, but for `keep_seen`.
    """

    test: Sequence[str | Path]
    system: str = DEFAULT
    train: Sequence[str | Path] = ()
    training: Mapping[str, Any] = field(default_factory=dict)
    checkpoint: Path | None = None
    approved: Path | None = None
    answers: str = "restricted"
    decoding: str = "marginal"
    against: str | None = None
    keep_seen: bool = False
    seed: int = 1


@dataclass(frozen=True, slots=True)
class StepResult:
    """All figures, how many templates the system had learnt from, the conditions, and the comparison."""

    system: str
    figures: StepEvaluation
    seen: int | None
    answers: str
    decoding: str
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "system": self.system,
            **self.figures.to_dict(),
            "seen_in_training": self.seen,
            "answers": self.answers,
            "decoding": self.decoding,
            **beside(None, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each condition: all that is left of a blank is known, or guessed."""
        figures = self.figures.to_dict()
        names = ("match", "top5", "match_per_blank", "top5_per_blank")
        return frame_of(
            [
                {"condition": condition, **{name: figures[f"{condition}_{name}"] for name in names}}
                for condition in ("oracle", "greedy")
            ],
            kind,
        )


def run(options: StepOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> StepResult:
    """Let a system fill the blanks, and compare it with another."""
    training = read_templates(options.train)
    tested = read_templates(options.test)

    def fresh(system: str, learnt: list[Template]) -> tuple[list[Template], int | None]:
        seen = seen_by(system, learnt)
        keep = options.keep_seen
        return unseen(tested, seen, is_copy, learnt=system, keep=keep, what="templates", remarks=remarks)

    def filled(system: StepSystem) -> Filled:
        set_conditions(system, options.answers, options.approved, options.decoding, seed=options.seed)
        return fill(system, tested, progress=progress)

    tested, seen = fresh(options.system, training)
    system = _trained(options, training, progress) if training else load(options.system)
    if options.against is not None:
        tested, _ = fresh(options.against, [])
    own = filled(system)
    figures = evaluate_filled(system, own)
    comparison = None
    if options.against is not None:
        both = contributions(own), contributions(filled(load(options.against)))
        comparison = compare(*both, names=(options.system, options.against), seed=options.seed)
    return StepResult(options.system, figures, seen, options.answers, options.decoding, comparison)


def _trained(options: StepOptions, training: list[Template], progress: Progress) -> StepSystem:
    return train(
        options.system,
        training,
        seed=options.seed,
        checkpoint=options.checkpoint,
        progress=progress,
        **options.training,
    )


def set_conditions(system: StepSystem, answers: str, approved: Path | None, decoding: str, *, seed: int) -> None:
    """Say which words may stand in blanks, and how a transducer fills them; other systems have only their own way."""
    if answers == "open":
        if approved is not None:
            raise UsageError("`answers` open lets any word stand in blanks: leave out `approved`, or `answers` open")
        system.open_up()
    elif approved is not None:
        system.restrict(read_words(approved))
    if decoding == "marginal":
        return
    from tacit.steps.slots import SlotDecoding
    from tacit.steps.systems.transducer import Transducer

    if not isinstance(system, Transducer):
        raise UsageError(
            f"`decoding` paper is about alignments, which {system.name!r} does not have; take a transducer"
        )
    system.slots = SlotDecoding(seed=seed)
