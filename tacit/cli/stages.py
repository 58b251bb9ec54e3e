"""The progress of long work: a bar for each of its stages, with its rate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


def stages(bar: Bar) -> Progress:
    """What takes the name of a stage, how much of it is done, and of how much, and shows it."""
    tasks: dict[str, TaskID] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(stage, total=total, rate="")
        speed = next(task.speed for task in bar.tasks if task.id == tasks[stage])
        bar.update(tasks[stage], completed=done, total=total, rate=f"{speed:,.1f}/s" if speed else "")

    return show
