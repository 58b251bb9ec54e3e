"""Who knows one task knows all: the same rooms have the same names, as docs/explanation/architecture.md says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import tacit
from tacit import systems
from tacit.cli.app import app

PACKAGE = Path(tacit.__file__).parent
TASKS = {task: PACKAGE.parent / Path(*module.split(".")).parent for task, module in systems.TASKS.items()}
ROOMS = ("task.py", "data.py", "evaluate.py", "train.py", "self_check.py", "features", "systems", "systems/tacit")
WITHOUT = {
    "schemas": {"data.py", "evaluate.py", "train.py", "systems/tacit"},  # induce, salience and stability stand for them
    "cloze": {"train.py"},  # nothing is trained beforehand
    "scripts": {"data.py", "features"},  # files.py has scripts as people write them
    "coreference": {"data.py"},  # gold.py
}
"""Rooms that a task does not have; the list may only become shorter."""
ALSO = {"__init__.py", "asking.py", "capability.py", "experiment.py", "metrics.py", "seen.py", "trial.py"}
"""A language model on top, a part of a reading, what a command measures, small measures, what was learnt from, settings
chosen in folds."""
OWN = {
    "coreference": "gold model_folder",
    "scenarios": "annotation segmenters detect inventory layers reasons words",
    "schemas": "stability evidence induce match naming narrative presets quality salience storage",
    "cloze": "",
    "scripts": "base choosing clustering compiling drafting exporting files labels learn matching mentions omitting"
    " order paraphrase paraphrase_sets reading recognising statistics stories summary trusting units"
    " wording_encoder wording_network",
    "endings": "coherence making compare explain folds",
    "clarifications": "conflict_analysis conflicts context generate generation_quality kept lexicon pages qualification"
    " rating tables word_classes",
    "steps": "networks assumptions cloze drawing elaborate instruction_texts knowledge slots sources statistics",
}
"""What else stands at the root of a task, and is about it alone."""
OURS = {"coreference": "ranker", "schemas": None}
"""The name of our own system where it is not `tacit`."""


@pytest.mark.parametrize("task", TASKS)
def test_a_task_has_the_rooms_of_all_tasks(task):
    missing = {room for room in ROOMS if not (TASKS[task] / room).exists()}
    assert missing == WITHOUT.get(task, set())


@pytest.mark.parametrize("task", TASKS)
def test_nothing_else_stands_at_the_root_of_a_task(task):
    found = {path.name for path in TASKS[task].iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    own = {path.name.removesuffix(".py") for path in map(Path, found - ALSO - set(ROOMS))}
    assert own - {"trial"} == set(OWN[task].split()), (
        "put it into features, systems or a room of its own, or say so here"
    )


@pytest.mark.parametrize("task", TASKS)
def test_systems_are_in_the_room_of_systems_and_ours_is_in_tacit(task):
    home = systems.TASKS[task]
    ours = OURS.get(task, "tacit")
    for system in systems.systems(task):
        if system.asks:
            continue
        assert system.load.startswith(f"{home}."), system.load
        assert (system.name == ours) <= system.load.startswith(f"{home}.tacit"), system.load


@pytest.mark.parametrize("task", TASKS)
def test_the_registry_of_a_task_is_data(task):
    for file in (systems.TOLD, systems.MEASURED):
        assert (TASKS[task] / "systems" / file).is_file()


SHARED = {("steps", "train-masked"), ("clarify", "train-encoder")}
"""Commands of `cli/common/pretraining.py`."""
TOGETHER = {("endings", "train-coherence"), ("endings", "evaluate-coherence")}
"""Two commands of one small module, `coherence.py`."""


def test_a_command_is_in_the_module_of_its_name():
    for group in app.registered_groups:
        for command in group.typer_instance.registered_commands:
            if (group.name, command.name) in SHARED | TOGETHER:
                continue
            module = command.name.replace("-", "_")
            assert command.callback.__module__ == f"tacit.cli.{group.name}.{module}"
    for command in app.registered_commands:
        assert command.callback.__module__ == f"tacit.cli.{command.name}"


TESTS = Path(__file__).parent
BESIDE = {"attack"}
"""Tests of what is not in the package: `benchmarks/attack`."""


def test_tests_mirror_the_package():
    for folder in TESTS.iterdir():
        if folder.is_dir() and any(folder.rglob("test_*.py")) and folder.name not in BESIDE:
            assert importlib.util.find_spec(f"tacit.{folder.name}"), f"tests/{folder.name} is about no package"
