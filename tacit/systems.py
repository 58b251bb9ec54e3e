"""The registry of systems: every published or own way to do a task, with its figures.

A task registers its systems in a light module (no heavy imports) that is named here, one line a system:

    register("coreference", "sieve", paper="Lee et al. 2013", load="tacit.language.coreference.sieve:Sieve", …)
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tacit.errors import UnknownNameError

TASKS: dict[str, str] = {
    "coreference": "tacit.language.coreference.systems",
    "scenarios": "tacit.scenarios.systems",
    "schemas": "tacit.schemas.systems",
    "cloze": "tacit.schemas.systems",
    "scripts": "tacit.scripts.systems",
    "endings": "tacit.endings.systems",
    "clarifications": "tacit.clarifications.systems",
    "steps": "tacit.steps.systems",
}
"""Task name and the module that registers its systems."""


@dataclass(frozen=True, slots=True)
class System:
    """One system: what it is, where it comes from, what it scores.

    `published` and `measured` map a metric to a fraction; `replaces` says which resource of the original could not
    be had and what stands for it; `data` names the data set of `measured` and its files, as docs/data.md has them;
    `protocol` says how it was measured there and what was chosen with it in view, `seen_in_training` how many of the
    texts were left out as copies of training texts, where that was looked at; `command` measures it again.
    `also_measured` has figures under other conditions: what to add to `command` for each, and what came out. `options`
    maps an option of its `train` command to the values it takes.
    """

    task: str
    name: str
    about: str
    load: str
    paper: str = ""
    published: Mapping[str, float] = field(default_factory=dict)
    measured: Mapping[str, float] = field(default_factory=dict)
    replaces: str = ""
    data: str = ""
    protocol: str = ""
    seen_in_training: int | None = None
    command: str = ""
    also_measured: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def create(self, **options: Any) -> Any:
        """A new instance."""
        module, _, names = self.load.partition(":")
        found = importlib.import_module(module)
        for name in names.split("."):
            found = getattr(found, name)
        return found(**options)  # type: ignore[operator]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        plain = asdict(self)
        del plain["load"]
        return plain


_REGISTERED: dict[tuple[str, str], System] = {}


def register(task: str, name: str, *, about: str, load: str, **facts: Any) -> None:
    """Make a system known by its task and name."""
    _REGISTERED[task, name] = System(task, name, about, load, **facts)


def systems(task: str | None = None) -> list[System]:
    """All systems, or those of one task, in the order they were registered."""
    if task is not None and task not in TASKS:
        raise UnknownNameError("task", task, TASKS)
    for module in TASKS.values() if task is None else [TASKS[task]]:
        importlib.import_module(module)
    return [system for system in _REGISTERED.values() if task in (None, system.task)]


def system_named(task: str, name: str) -> System:
    """One system, or an error that lists those there are."""
    known = {system.name: system for system in systems(task)}
    if name not in known:
        raise UnknownNameError(f"{task} system", name, known)
    return known[name]
