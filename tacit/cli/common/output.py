"""Where a command's words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.errors import shortened

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.progress import Progress, Task, TaskID
    from rich.segment import Segment

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what is going on.")]
From = Annotated[str | None, typer.Option("--from", help="The input's format, where its name and content mislead.")]
TextColumn = Annotated[str, typer.Option(help="The column or key that holds the text.")]
IdColumn = Annotated[str, typer.Option(help="The column or key that names the document.")]

MINUTE = 60.0
"""Seconds between two lines that say how far long work is, where no bar can be seen."""
_KEPT: ContextVar[list[Any] | None] = ContextVar("results", default=None)


_OPTION = re.compile(r"`([a-z_]+)`")
_OTHER_NAMES = {"`format` to write": "format with --to", "its `format`": "it with --from"}


def with_options(message: str) -> str:
    """A sentence of the library as the command line says it.

    >>> with_options("take others, or keep them with `keep_seen`")
    'take others, or keep them with --keep-seen'
    """
    for words, others in _OTHER_NAMES.items():
        message = message.replace(words, others)
    return _OPTION.sub(lambda found: f"--{found[1].replace('_', '-')}", message)


class Output:
    """Results, remarks and progress of one command."""

    def __init__(self, *, as_json: bool = False, quiet: bool = False, verbose: bool = False) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.stdout = _console()
        self.stderr = _console(stderr=True)
        logging.basicConfig(format="%(name)s: %(message)s", stream=sys.stderr, force=True)
        logging.getLogger("tacit").setLevel(logging.DEBUG if verbose else logging.WARNING)

    @classmethod
    @contextmanager
    def results_kept(cls) -> Iterator[list[Any]]:
        """All results of what runs meanwhile, for a table of them."""
        kept: list[Any] = []
        token = _KEPT.set(kept)
        try:
            yield kept
        finally:
            _KEPT.reset(token)

    def result(self, plain: Any, shown: RenderableType | None = None) -> None:
        """The result: as one line of JSON, or as it is shown to a person."""
        if (kept := _KEPT.get()) is not None:
            kept.append(plain)
        if self.as_json:
            sys.stdout.write(json.dumps(plain, ensure_ascii=False) + "\n")
        elif shown is not None:
            self.stdout.print(shown)

    def remark(self, message: str) -> None:
        """Something worth knowing that is not the result."""
        if not self.quiet:
            self.stderr.print(shortened(with_options(message)), style="dim", markup=False)

    @contextmanager
    def progress(self) -> Iterator[Progress]:
        """A progress bar with rate and remaining time; a line a minute where the output is a log."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.progress import TimeRemainingColumn as Remaining

        columns = [
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            Remaining(),
        ]
        output, unseen = self, not self.stderr.is_terminal

        class Told(Progress):
            """A bar that also tells how far it is; without a thread, as some imports must be alone."""

            last = time.monotonic()

            def update(self, task_id: TaskID, **changes: Any) -> None:
                super().update(task_id, **changes)
                if unseen and time.monotonic() - self.last >= MINUTE:
                    self.last = time.monotonic()
                    output.remark(_how_far(next(task for task in self.tasks if task.id == task_id)))

        with Told(*columns, console=self.stderr, disable=self.quiet or unseen, transient=True) as progress:
            yield progress


def _how_far(task: Task) -> str:
    """A line of a log: what is done, how much of it, and how long the rest takes if it goes on so."""
    done, elapsed = int(task.completed), task.elapsed or 0.0
    parts = [f"{done:,} of {int(task.total):,}" if task.total else f"{done:,}"] if done or task.total else []
    parts.append(f"{duration(elapsed)} so far")
    if task.total and done:
        parts.append(f"about {duration(elapsed / done * (task.total - done))} left")
    return f"{task.description}: {', '.join(parts)}"


def duration(seconds: float) -> str:
    """A time as a person says it.

    >>> duration(42), duration(600), duration(9000)
    ('42 s', '10 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _console(*, stderr: bool = False) -> Console:
    """A console whose words cannot steer it: texts and file names may come from strangers."""
    from rich.console import Console

    from tacit.report.harmless import harmless

    class HarmlessConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=harmless(segment.text))

    return HarmlessConsole(stderr=stderr, soft_wrap=False, highlight=False)
