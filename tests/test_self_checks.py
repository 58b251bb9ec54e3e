import json
import sys
from types import SimpleNamespace

import pytest

from tacit import self_checks, systems
from tacit.self_checks import SelfCheckError, expect


@pytest.fixture
def kettles(monkeypatch):
    """A task with a system that works and one that does not."""

    def check(name):
        expect(name == "steel", "the kettle leaks")

    monkeypatch.setattr(systems, "_REGISTERED", {})
    tasks = {"kettles": "kettle_works.systems"}
    monkeypatch.setattr(systems, "TASKS", tasks)
    monkeypatch.setattr(self_checks, "TASKS", tasks)
    for name in ("kettle_works", "kettle_works.systems"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(__path__=[]))
    monkeypatch.setitem(sys.modules, "kettle_works.self_check", SimpleNamespace(check=check))
    for name in ("steel", "tin"):
        systems.register("kettles", name, about="boils", load="builtins:object")


def test_a_broken_system_does_not_hide_the_others(kettles):
    works, fails = (self_checks.check(system) for system in systems.systems())
    assert (works.ok, works.error) == (True, "")
    assert (fails.ok, fails.error) == (False, "SelfCheckError: the kettle leaks")
    assert fails.to_dict()["ok"] is False


def test_the_command_says_which_one_fails(kettles, tacit):
    outcome = tacit("systems", "--check")
    assert outcome.code == 1
    assert "works  kettles steel" in outcome.stdout
    assert "the kettle leaks" in outcome.stdout
    assert "1 of 2 systems work" in outcome.stderr
    plain = json.loads(tacit("systems", "--check", "--json", "-q").stdout)
    assert [each["ok"] for each in plain] == [True, False]


def test_expectations():
    expect([1], "never said")
    with pytest.raises(SelfCheckError, match="said"):
        expect([], "said")


@pytest.mark.parametrize("task", ["scripts", "schemas"])
def test_small_systems_work(task):
    assert [outcome.error for outcome in map(self_checks.check, systems.systems(task)) if not outcome.ok] == []


def test_every_task_has_a_check():
    for module in systems.TASKS.values():
        __import__(f"{module.rpartition('.')[0]}.self_check")
