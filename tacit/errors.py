"""Every error that tacit raises on purpose.

One sentence each: what is wrong, where, and what would be right.
The command line prints that sentence and exits with 2; a library user catches `TacitError`.
An option stands in it as in Python, between backticks; the command line shows `keep_seen` as --keep-seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

QUOTED = 200
"""Characters of an input that a message quotes at most."""
LONGEST = 1000
"""Characters of a message."""
_LONG_QUOTE = re.compile(rf"""(['"])(.{{{QUOTED + 1},}}?)\1""", re.DOTALL)


def shortened(message: str) -> str:
    """A message that fits a screen, whatever it quotes: its beginning and its end say what is wrong and what is right.

    >>> len(shortened("the column '" + "x" * 1_000_000 + "' is missing"))
    224
    """
    message = _LONG_QUOTE.sub(lambda found: f"{found[1]}{found[2][: QUOTED - 1]}…{found[1]}", message)
    if len(message) <= LONGEST:
        return message
    return f"{message[: LONGEST * 2 // 3]} … {message[-LONGEST // 3 + 3 :]}"


class TacitError(Exception):
    """Base of all errors that a user can cause and mend."""

    def __str__(self) -> str:
        return shortened(super().__str__())


class InputError(TacitError):
    """A file that cannot be read as what it should be.

    >>> str(InputError("the column 'text' is missing", path="a.csv", line=1))
    "a.csv, line 1: the column 'text' is missing"
    """

    def __init__(self, message: str, *, path: str | Path | None = None, line: int | None = None) -> None:
        self.message = message
        self.path = path
        self.line = line
        super().__init__(message)

    def __str__(self) -> str:
        where = str(self.path) if self.path is not None else ""
        if self.line is not None:
            where = f"{where}, line {self.line}" if where else f"line {self.line}"
        return shortened(f"{where}: {self.message}" if where else self.message)

    def at(self, path: str | Path) -> InputError:
        """The same error, placed in a file unless it already names one."""
        return self if self.path is not None else InputError(self.message, path=path, line=self.line)


class OutputError(TacitError):
    """A place that cannot be written."""


class DocumentError(TacitError):
    """A document, layer or span that contradicts itself."""


class MissingExtraError(TacitError):
    """A part of tacit that is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(package, extra)

    def __str__(self) -> str:
        return (
            f"this needs the package {self.package!r}: install it with  pip install 'tacit[{self.extra}]'"
            f"  (in a checkout: pip install '.[{self.extra}]')"
        )


class MissingBackboneError(TacitError):
    """A pretrained part that is not installed or does not load."""


class UsageError(TacitError):
    """An option or name that does not exist, or options that exclude each other."""


class UnknownNameError(UsageError):
    """A name that nothing has; says which one was probably meant, and which there are.

    >>> str(UnknownNameError("task", "ending", ["endings", "steps"]))
    "there is no task 'ending'; did you mean 'endings'? there are endings, steps"
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        super().__init__(what, name, self.known)

    @property
    def near(self) -> tuple[str, ...]:
        """Names that are spelt nearly so, the nearest first."""
        return tuple(get_close_matches(self.name.lower()[:QUOTED], self.known, n=3, cutoff=0.7))

    def __str__(self) -> str:
        meant = f"did you mean {' or '.join(map(repr, self.near))}? " if self.near else ""
        return shortened(f"there is no {self.what} {self.name!r}; {meant}there are {', '.join(self.known) or 'none'}")


class WorkError(TacitError):
    """Work in many processes that could not be finished."""


class ServerError(TacitError):
    """A language model's server that cannot be asked, or that answers nothing usable.

    `ends_run` holds where asking on makes no sense, as with a wrong key.
    """

    def __init__(self, message: str, *, ends_run: bool = False, status: int = 0) -> None:
        self.ends_run = ends_run
        self.status = status
        super().__init__(message)
