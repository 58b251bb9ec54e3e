"""Load a trained system of any task by name."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal, overload

from tacit.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from tacit.clarifications import JudgeSystem
    from tacit.endings import EndingSystem
    from tacit.language.coreference import CoreferenceSystem
    from tacit.scenarios import ScenarioSystem
    from tacit.scripts.train import ScriptKnowledge
    from tacit.steps import StepSystem

TRAINED: dict[str, str] = {
    "scenarios": "tacit.scenarios.train:load",
    "scripts": "tacit.scripts.train:load",
    "endings": "tacit.endings.train:load",
    "steps": "tacit.steps.train:load",
    "clarifications": "tacit.clarifications.train:load",
    "coreference": "tacit.language.coreference:load",
}
"""Name of a task, and the function that loads its systems."""
_LEARNS_ANEW = {
    "schemas": "tacit.schemas.induce learns schemas from it",
    "cloze": "its systems are in tacit.cloze.systems",
}


@overload
def load(task: Literal["scenarios"], name: str | None = None) -> ScenarioSystem: ...
@overload
def load(task: Literal["scripts"], name: str | None = None) -> ScriptKnowledge: ...
@overload
def load(task: Literal["endings"], name: str | None = None) -> EndingSystem: ...
@overload
def load(task: Literal["steps"], name: str | None = None) -> StepSystem: ...
@overload
def load(task: Literal["clarifications"], name: str | None = None) -> JudgeSystem: ...
@overload
def load(task: Literal["coreference"], name: str | None = None) -> CoreferenceSystem: ...
@overload
def load(task: str, name: str | None = None) -> Any: ...
def load(task: str, name: str | None = None) -> Any:
    """The trained default system of a task, another one by name, or `NAME:FOLDER` as its `train` command wrote it.

    >>> import tacit
    >>> tacit.load("coreference").name
    'ranker'
    >>> tacit.load("coreference", "sieve").name
    'sieve'
    >>> tacit.load("scenarois")
    Traceback (most recent call last):
    tacit.errors.UnknownNameError: there is no task 'scenarois'; did you mean 'scenarios'? there are scenarios, \
scripts, endings, steps, clarifications, coreference
    """
    if task in _LEARNS_ANEW:
        raise UsageError(f"nothing of {task} is trained beforehand, as it learns from a corpus: {_LEARNS_ANEW[task]}")
    if task not in TRAINED:
        raise UnknownNameError("task", task, TRAINED)
    module, _, function = TRAINED[task].partition(":")
    loaded = getattr(importlib.import_module(module), function)
    return loaded() if name is None else loaded(name)
