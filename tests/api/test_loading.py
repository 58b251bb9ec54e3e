import sys
from types import SimpleNamespace

import pytest

import tacit
from tacit.api import loading
from tacit.errors import InputError, UnknownNameError, UsageError


def test_every_task_with_systems_can_be_loaded_or_says_why_not():
    from tacit.systems import TASKS

    assert set(loading.TRAINED) | {"schemas", "cloze"} == set(TASKS)
    for task in ("schemas", "cloze"):
        with pytest.raises(UsageError, match="learns from a corpus"):
            tacit.load(task)


def test_a_name_is_handed_on(monkeypatch):
    monkeypatch.setitem(loading.TRAINED, "tea", "tea_task:load")
    monkeypatch.setitem(sys.modules, "tea_task", SimpleNamespace(load=lambda name="green": f"{name} tea"))
    assert (tacit.load("tea"), tacit.load("tea", "black:folder")) == ("green tea", "black:folder tea")


@pytest.mark.parametrize("task", ["scenarios", "endings", "clarifications", "scripts", "steps"])
def test_systems_that_do_not_exist(task, tmp_path):
    with pytest.raises(UnknownNameError, match=f"there is no {task} system 'tacti'; did you mean 'tacit'"):
        tacit.load(task, "tacti")
    with pytest.raises(InputError):
        tacit.load(task, f"tacit:{tmp_path}")


def test_a_task_that_does_not_exist():
    with pytest.raises(UnknownNameError, match="did you mean 'endings'"):
        tacit.load("ending")
