"""Does each registered system still work? Each is made, taught tiny data of our own, and asked something.

The package of a task has a module `self_check` with a function `check(name)`, which raises an error if the system of
that name does not do what it should.
"""

from __future__ import annotations

import importlib
import inspect
import time
import warnings
from dataclasses import asdict, dataclass
from typing import Any

from tacit.systems import TASKS, System


class SelfCheckError(Exception):
    """A system that did not do what it should."""


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What came of one check; `error` is empty where all was well."""

    task: str
    name: str
    seconds: float
    error: str = ""

    @property
    def ok(self) -> bool:
        """Was all well?"""
        return not self.error

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {**asdict(self), "ok": self.ok}


def expect(condition: object, message: str) -> None:
    """Raise an error with this message unless the condition holds."""
    if not condition:
        raise SelfCheckError(message)


def _check_asking(system: System) -> None:
    """A language model is the user's own: only that it can be put on top of a small system is looked at."""
    module, _, name = system.load.partition(":")
    options = inspect.signature(getattr(importlib.import_module(module), name)).parameters
    expect({"model", "small", "ask"} <= set(options), "it cannot be put on top of a small system")


def check(system: System) -> CheckOutcome:
    """Run the check of one system; whatever goes wrong is its outcome."""
    started = time.perf_counter()
    error = ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # libraries warn of data as small as ours
            if system.asks:
                _check_asking(system)
            else:
                importlib.import_module(f"{TASKS[system.task].rpartition('.')[0]}.self_check").check(system.name)
    except Exception as problem:  # one broken system must not hide the others
        error = f"{type(problem).__name__}: {' '.join(str(problem).split())}"
    return CheckOutcome(system.task, system.name, round(time.perf_counter() - started, 2), error)
