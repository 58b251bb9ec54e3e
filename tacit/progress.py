"""How long work says how far it is, and what else is worth knowing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is (0 where that is not known).

What follows a colon says more of the same work and may be another each time: `training: loss 0.31`.
"""


def counted(what: str, total: int, progress: Progress) -> Callable[[int], None]:
    """For work that says how many more are done.

    >>> told = counted("reading", 5, print)
    reading 0 5
    >>> told(2)
    reading 2 5
    """
    done = 0
    progress(what, done, total)

    def more(count: int) -> None:
        nonlocal done
        done += count
        progress(what, done, total)

    return more


def no_progress(what: str, done: int, total: int) -> None:
    """For those who do not want to know."""


def named(name: str, progress: Progress) -> Progress:
    """The same with a name before what is being done, for work that is done several times.

    >>> named("pmi", print)("learning", 0, 1)
    pmi, learning 0 1
    """
    return lambda what, done, total: progress(f"{name}, {what}", done, total)


Remarks: TypeAlias = Callable[[str], None]
"""Told, in a sentence, what is worth knowing and is not the result."""


def no_remarks(sentence: str) -> None:
    """For those who do not want to know."""


def stage_of(what: str) -> str:
    """Which work it is, without what is said of it just now.

    >>> stage_of("training: loss 0.31"), stage_of("reading")
    ('training', 'reading')
    """
    return what.partition(": ")[0]
