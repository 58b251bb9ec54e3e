"""The registry of systems: every published or own way to do a task, with its figures.

The folder `systems` of a task has two files: `systems.toml` says what each system is, where it comes from and which
command measures it, `measured.json` what came out. Its `__init__`, light to import, makes both known.
"""

from __future__ import annotations

import importlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tacit.errors import UnknownNameError, UsageError
from tacit.learning.folder import trained_folder
from tacit.learning.nested import Trial

TASKS: dict[str, str] = {
    "coreference": "tacit.language.coreference.systems",
    "scenarios": "tacit.scenarios.systems",
    "schemas": "tacit.schemas.systems",
    "cloze": "tacit.cloze.systems",
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
    be had and what stands for it; `data` names the data set of `measured` and its files, as docs/reference/data.md has
    them; `protocol` says how it was measured there and what was chosen with it in view; `seen_in_training` counts the
    texts that are copies of training texts, which are left out unless the protocol says that they were kept (nothing
    where it was not counted, or where no text is tested); `command` measures it again.
    `also_measured` has figures under other conditions: what to add to `command` for each, and what came out. `options`
    maps an option of its `train` command to the values it takes. One that `asks` is a language model of the user on top
    of a small system: it is named by its model, `llm:MODEL@URL`, and has no folder.
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
    asks: bool = False

    def create(self, **options: Any) -> Any:
        """A new instance."""
        return _found(self.load)(**options)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        plain = asdict(self)
        del plain["load"]
        return plain


@dataclass(frozen=True, slots=True)
class Models:
    """The trained models of a task.

    `shipped` names the folder in `tacit/models` of each system that comes trained; `trainer` is the function that
    trains one by its name, `command` the command that does so, `also` what to give a command where there is no model.
    """

    default: str
    shipped: Mapping[str, str]
    trainer: str
    command: str
    also: str = "`train`"


TOLD, MEASURED = "systems.toml", "measured.json"
"""What is said of the systems of a task, and what was measured."""
MODELS = Path(__file__).parent / "models"
LLM = "llm"
"""The name, in every task, of a language model that the user names."""
_REGISTERED: dict[tuple[str, str], System] = {}
_MODELS: dict[str, Models] = {}
_TRIALS: dict[str, tuple[str, str]] = {}


def register(task: str, name: str, *, about: str, load: str, **facts: Any) -> None:
    """Make a system known by its task and name."""
    _REGISTERED[task, name] = System(task, name, about, load, **facts)


def register_all(task: str, package: str) -> None:
    """Make known all systems of the two files beside this file."""
    told = tomllib.loads(Path(package).with_name(TOLD).read_text(encoding="utf-8"))
    measured = json.loads(Path(package).with_name(MEASURED).read_text(encoding="utf-8"))
    for name, facts in told.items():
        options = {option: tuple(values) for option, values in facts.pop("options", {}).items()}
        register(task, name, options=options, **facts, **measured.get(name, {}))


def register_llm(task: str, *, load: str, about: str, command: str) -> None:
    """Make a language model known as one more system of a task; `load` makes one from `model`, `small` and `ask`."""
    register(task, LLM, about=about, load=load, command=command, asks=True)


def register_models(task: str, *, default: str, shipped: Mapping[str, str], **facts: str) -> None:
    """Make known where the trained models of a task are, and how others are made."""
    _MODELS[task] = Models(default, shipped, **facts)


def register_trial(task: str, place: str, *, default: str) -> None:
    """Make known the function that makes a task ready for nested cross-validation, and the system it is mostly for."""
    _TRIALS[task] = place, default


def trial(
    task: str, name: str, data: Sequence[str], also: Sequence[str] = (), **options: Any
) -> Trial[Any, Any, Any, Any]:
    """What nested cross-validation needs of a task: the files of `data` are split, those of `also` are always learnt.

    An empty name is the task's own system.
    """
    default = trial_system(task)
    found: Trial[Any, Any, Any, Any] = _found(_TRIALS[task][0])(name or default, data, also, **options)
    return found


def trial_system(task: str) -> str:
    """The task's own system, whose settings can be chosen in folds."""
    systems(task)
    if task not in _TRIALS:
        systems()  # each task makes its own known
        known = ", ".join(_TRIALS)
        raise UsageError(f"settings of systems of the task {task!r} are not chosen in folds; those of {known} are")
    return _TRIALS[task][1]


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


def create(task: str, name: str, **options: Any) -> Any:
    """A new, untrained system."""
    known = system_named(task, name)
    try:
        return known.create(**options)
    except TypeError:
        if not options:
            raise
        raise UsageError(f"the system {name!r} does not take all of the options {', '.join(options)}") from None


def load(task: str, name: str = "") -> Any:
    """A trained system: one that ships with tacit, by default the task's own, or `NAME:FOLDER` as `train` wrote it.

    A system that has nothing to learn is there without a folder.
    """
    name = name or models_of(task).default
    if name.partition(":")[0] == LLM and system_named(task, LLM).asks:
        return create(task, LLM, model=name.partition(":")[2] or "default")
    untrained = create(task, name.partition(":")[0])
    try:
        folder = folder_of(task, name)
    except UsageError:
        if getattr(untrained, "needs_training", True):
            raise
        return untrained
    return type(untrained).load(folder)


def train(task: str, name: str, *material: Any, **options: Any) -> Any:
    """A new system that has learnt from what its task learns from; the options are those of the task's own `train`."""
    system_named(task, name)
    return _found(models_of(task).trainer)(name, *material, **options)


def folder_of(task: str, name: str = "") -> Path:
    """Where the model of a trained system is: that of `NAME:FOLDER`, or one that ships with tacit."""
    models = models_of(task)
    name = name or models.default
    system = system_named(task, name.partition(":")[0]).name
    shipped = MODELS / models.shipped[system] if system in models.shipped else None
    return trained_folder(name, default=models.default, shipped=shipped, train=models.command, also=models.also)


def models_of(task: str) -> Models:
    """The trained models of a task, or an error that lists the tasks that have any."""
    systems(task)
    if task not in _MODELS:
        raise UsageError(f"systems of the task {task!r} are not loaded by name; those of {', '.join(_MODELS)} are")
    return _MODELS[task]


def _found(place: str) -> Any:
    """What stands at `MODULE:NAME`."""
    module, _, names = place.partition(":")
    found: Any = importlib.import_module(module)
    for name in names.split("."):
        found = getattr(found, name)
    return found
