"""Where a command's words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what is going on.")]
From = Annotated[str | None, typer.Option("--from", help="The input's format, where its name and content mislead.")]
TextColumn = Annotated[str, typer.Option(help="The column or key that holds the text.")]
IdColumn = Annotated[str, typer.Option(help="The column or key that names the document.")]


class Output:
    """Results, remarks and progress of one command."""

    def __init__(self, *, as_json: bool = False, quiet: bool = False, verbose: bool = False) -> None:
        from rich.console import Console

        self.as_json = as_json
        self.quiet = quiet
        self.stdout: Console = Console(soft_wrap=False, highlight=False)
        self.stderr: Console = Console(stderr=True, highlight=False)
        logging.basicConfig(
            level=logging.DEBUG if verbose else logging.WARNING,
            format="%(name)s: %(message)s",
            stream=sys.stderr,
            force=True,
        )
        for noisy in ("matplotlib", "urllib3", "filelock", "asyncio"):
            logging.getLogger(noisy).setLevel(logging.WARNING)

    def result(self, plain: Any, shown: RenderableType | None = None) -> None:
        """The result: as one line of JSON, or as it is shown to a person."""
        if self.as_json:
            sys.stdout.write(json.dumps(plain, ensure_ascii=False) + "\n")
        elif shown is not None:
            self.stdout.print(shown)

    def remark(self, message: str) -> None:
        """Something worth knowing that is not the result."""
        if not self.quiet:
            self.stderr.print(message, style="dim", markup=False)

    @contextmanager
    def progress(self) -> Iterator[Progress]:
        """A progress bar with rate and remaining time; silent when asked to be or when nobody watches."""
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
        silent = self.quiet or not self.stderr.is_terminal
        with Progress(*columns, console=self.stderr, disable=silent, transient=True) as progress:
            yield progress
