"""Make, train and load systems by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

from tacit import systems
from tacit.errors import InputError, UsageError
from tacit.progress import Progress, no_progress
from tacit.scenarios.inventory import Inventory
from tacit.scenarios.task import Narrative, ScenarioSystem

TASK = "scenarios"
DEFAULT = "tacit"
GOLD_BOUND = "_gold"
"""What the name of an upper bound ends in: a system that is judged only on sentences with gold labels."""


def is_gold_bound(name: str) -> bool:
    """Is it a system to be judged only on sentences that are about some scenario?"""
    return name.partition(":")[0].endswith(GOLD_BOUND)


class Extensible(Protocol):
    """A trained system that takes in scenarios it has no texts for."""

    labels: Sequence[str]

    def add_scenario(self, label: str, phrases: Sequence[str]) -> None:
        """Make a scenario known by its label and a few phrases for its events."""


Wordings = Mapping[str, Sequence[str]]
"""For each scenario how people word its events."""


def create(
    name: str, inventory: Inventory | None = None, wordings: Wordings | None = None, features: str | None = None
) -> ScenarioSystem:
    """A new, untrained system; those that learn from an inventory's event phrases, or from wordings, get them.

    `features` names the kinds of features of the paper's classifiers, several with commas.
    """
    entry = systems.system_named(TASK, name)
    system: ScenarioSystem = entry.create(**({} if features is None else {"features": _chosen(entry, features)}))
    if inventory is not None and hasattr(system, "inventory"):
        system.inventory = inventory
    if wordings and hasattr(system, "wordings"):
        system.wordings = wordings
    return system


def _chosen(entry: systems.System, names: str) -> tuple[str, ...]:
    from tacit.scenarios.features.passages import parse_features

    if "features" not in entry.options:
        able = [each.name for each in systems.systems(TASK) if "features" in each.options]
        raise UsageError(
            f"the features of the system {entry.name!r} cannot be chosen, only those of {', '.join(able) or 'none'}"
        )
    return parse_features(names)


def load(name: str = DEFAULT) -> ScenarioSystem:
    """A trained system: the default one that ships with tacit, or `NAME:FOLDER` as `train` wrote it."""
    return cast(ScenarioSystem, systems.load(TASK, name))


def folder_of(name: str) -> Path:
    """Where the model of a trained system is."""
    return systems.folder_of(TASK, name)


def train(
    name: str,
    narratives: Sequence[Narrative],
    *,
    inventory: Inventory | None = None,
    wordings: Wordings | None = None,
    features: str | None = None,
    seed: int = 0,
    checkpoints: Path | None = None,
    progress: Progress = no_progress,
) -> ScenarioSystem:
    """A new system that has learnt from texts, some of which must be about a scenario.

    `checkpoints` is a folder from which a training that was cut goes on, for systems that take long.
    """
    if not any(gold for narrative in narratives for gold in narrative.labels):
        raise InputError("no training text is about any scenario")
    system = create(name, inventory, wordings, features)
    if checkpoints is not None and hasattr(system, "checkpoints"):
        system.checkpoints = checkpoints
    return system.fit(narratives, seed=seed, progress=progress)


def adapt(name: str, narratives: Sequence[Narrative]) -> ScenarioSystem:
    """A trained system (as `load` names it) that has learnt a few more texts, such as corrected readings."""
    if not any(gold for narrative in narratives for gold in narrative.labels):
        raise InputError("no training text is about any scenario")
    system = load(name)
    if not hasattr(system, "adapt"):
        raise UsageError(f"the system {system.name!r} cannot be adapted; train it on all texts")
    return cast(ScenarioSystem, system.adapt(narratives))


def teach(system: ScenarioSystem, inventory: Inventory) -> set[str]:
    """Make a trained system know all scenarios of an inventory, and return the labels it gives them.

    Those it has learnt from texts it keeps, under its own labels; the others it takes from label and event phrases.
    """
    known = {label for label in getattr(system, "labels", ()) if label in inventory}
    covered = {inventory.scenario(label).label for label in known}
    missing = [scenario for scenario in inventory if scenario.label not in covered]
    if missing and not hasattr(system, "add_scenario"):
        raise UsageError(f"the system {system.name!r} cannot learn scenarios from an inventory; train it on texts")
    for scenario in missing:
        cast(Extensible, system).add_scenario(scenario.label, scenario.events)
    return known | {scenario.label for scenario in missing}


def with_threshold(system: ScenarioSystem, threshold: float) -> None:
    """Let a system say what is at least so probable, where it can be told so."""
    settings = getattr(system, "settings", None)
    if settings is None or not hasattr(settings, "least"):
        raise UsageError(f"the system {system.name!r} has no threshold to set")
    cast(Any, system).settings = settings._replace(least=threshold)
