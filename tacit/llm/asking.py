"""Which language model is asked, and on what terms: what every experiment and command that may ask one is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tacit.errors import UsageError
from tacit.llm.answers import Mode
from tacit.llm.session import Model, connect
from tacit.progress import Remarks, no_remarks


@dataclass(frozen=True, slots=True)
class Asking:
    """The model, if any, the file of its answers, and what it may take; with `dry_run` nothing is sent.

    >>> with Asking().opened() as model:
    ...     print(model)
    None
    """

    llm: str | None = None
    answers: Path | None = None
    mode: str = "record"
    budget: str | None = None
    parallel: int = 4
    timeout: float = 120.0
    dry_run: bool = False

    @contextmanager
    def opened(self, remarks: Remarks = no_remarks) -> Iterator[Model | None]:
        """The model, or nothing where none was named; at the end, one line about what it took."""
        if self.llm is None:
            if self.answers is not None or self.budget is not None or self.dry_run:
                raise UsageError("`answers`, `budget` and `dry_run` are about a language model: name one with `llm`")
            yield None
            return
        with connect(
            self.llm,
            answers=self.answers,
            mode=Mode(self.mode),
            budget=self.budget,
            parallel=self.parallel,
            timeout=self.timeout,
            says=remarks,
            plans=self.dry_run,
        ) as model:
            try:
                yield model
            finally:
                if model.costs.asked:
                    remarks(str(model.costs))


NO_MODEL = Asking()
"""Nobody is asked."""


def alone(system: str, asking: Asking, small: str) -> tuple[str, Asking, bool]:
    """The small system, how a model on top is asked, and whether the model is measured alone: `llm:MODEL@URL`."""
    if not system.startswith("llm:"):
        return system, asking, False
    if asking.llm is not None:
        raise UsageError(f"{system!r} is a language model by itself: leave out `llm`, or name a small system")
    return small, replace(asking, llm=system), True
