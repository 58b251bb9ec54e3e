"""The progress of long work: a bar for each of its stages, with its rate."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tacit.progress import Progress, stage_of

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from tacit.cli.common.output import Output


def stages(bar: Bar, name: str = "") -> Progress:
    """What takes the name of a stage, how much of it is done, and of how much, and shows it."""
    tasks: dict[str, TaskID] = {}

    def show(what: str, done: int, total: int) -> None:
        stage, shown = stage_of(what), f"{name}: {what}" if name else what
        if stage not in tasks:
            tasks[stage] = bar.add_task(shown, total=total or None, rate="")
        speed = next(task.speed for task in bar.tasks if task.id == tasks[stage])
        rate = f"{speed:,.1f}/s" if speed else ""
        bar.update(tasks[stage], description=shown, completed=done, total=total or None, rate=rate)

    return show


@contextmanager
def watched(output: Output, name: str = "") -> Iterator[Progress]:
    """The stages of work that may have a name, shown while the block runs."""
    with output.progress() as bar:
        yield stages(bar, name)


@contextmanager
def logged(output: Output) -> Iterator[Progress]:
    """The same for hours of training: where no bar can be seen, each tenth of a stage is a remark."""
    began: dict[str, tuple[float, int]] = {}
    told: set[tuple[str, int]] = set()
    with watched(output) as show:

        def progress(what: str, done: int, total: int) -> None:
            show(what, done, total)
            stage, now = stage_of(what), time.monotonic()
            since, first = began.setdefault(stage, (now, done))  # a resumed training does not start at the first step
            tenth = stage, 10 * done // total if total else 0
            if tenth[1] and tenth not in told and not output.stderr.is_terminal:
                left = (now - since) / max(1, done - first) * (total - done)
                output.remark(f"{what} ({done:,} of {total:,}, at most {duration(left)} left)")
            told.add(tenth)

        yield progress


def duration(seconds: float) -> str:
    """A time as a person says it.

    >>> duration(42), duration(600), duration(9000)
    ('42 s', '10 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
