"""The progress of long work: a bar for each of its stages, with its rate."""

from __future__ import annotations

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
