"""What the `train` commands with `--teacher` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tacit.cli.common.llm import show_planned
from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from tacit.llm import Asking, Model
    from tacit.llm.teaching import TeacherLesson

S = TypeVar("S")
Item = TypeVar("Item")


@dataclass(frozen=True)
class Class(Generic[S, Item]):
    """A task as a teacher sees it: how it is learnt, what the teacher labels, and how a system is measured."""

    learn: Callable[[Sequence[Item]], S]
    label: Callable[[Model, S], tuple[list[Item], TeacherLesson]]
    measure: Callable[[S], float] | None = None


def check(asking: Asking, unlabelled: Sequence[str], test: Sequence[str]) -> None:
    """A teacher needs something to label and a budget; these need a teacher."""
    from tacit.errors import UsageError

    if asking.llm is None and (unlabelled or test):
        raise UsageError("--unlabelled and --test are about a teacher: name one with --teacher")
    if asking.llm is not None and not unlabelled:
        raise UsageError("a teacher needs something to label: give --unlabelled FILE")
    if asking.llm is not None and asking.budget is None and not asking.dry_run:
        raise UsageError("a teacher could be asked without end: give --budget, as 200 (calls) or 50000tokens")


def taught(
    output: Output, asking: Asking, known: Sequence[Item], task: Class[S, Item]
) -> tuple[S, list[Item], dict[str, Any]] | None:
    """The system that has learnt from what is known and what the teacher labelled, that, and a report.

    Nothing where it was a dry run, which is told here.
    """
    from tacit.llm.teaching import gain

    before = task.learn(known)
    with asking.opened(output.remark) as model:
        if model is None:
            return before, [], {}
        labelled, lesson = task.label(model, before)
        if asking.dry_run:
            show_planned(output, model)
            return None
        costs = model.costs
    output.remark(str(lesson))
    after = task.learn([*known, *labelled]) if labelled else before
    report: dict[str, Any] = {**lesson.to_dict(), "llm": costs.to_dict()}
    if task.measure is not None:
        first, second = task.measure(before), task.measure(after)
        per = gain(first, second, costs.asked)
        report |= {"accuracy_before": first, "accuracy_after": second, "gain_per_thousand_calls": per}
        output.remark(f"accuracy {first:.4f} before, {second:.4f} after; {per or 0:+.4f} for a thousand calls")
    return after, labelled, {"teacher": report}
