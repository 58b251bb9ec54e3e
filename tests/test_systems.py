import pytest

from tacit import systems
from tacit.errors import UsageError


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(systems, "TASKS", {"endings": "json"})
    monkeypatch.setattr(systems, "_REGISTERED", {})
    systems.register(
        "endings", "first", about="always the first", load="collections:Counter", published={"accuracy": 0.5}
    )


def test_a_registered_system_is_listed_and_created(registry):
    [system] = systems.systems("endings")
    assert system.published == {"accuracy": 0.5}
    assert system.create(a=2)["a"] == 2
    assert "load" not in system.to_dict()


def test_unknown_names_list_the_known(registry):
    with pytest.raises(UsageError, match="there are endings"):
        systems.systems("cooking")
    with pytest.raises(UsageError, match="there are first"):
        systems.system_named("endings", "second")


def test_figures_under_other_conditions_are_shown_with_what_to_add(registry, tacit):
    systems.register(
        "endings",
        "second",
        about="with a switch",
        load="collections:Counter",
        measured={"accuracy": 0.5},
        also_measured={"--switch on": {"accuracy": 0.75}},
        command="measure",
    )
    [system] = [each for each in systems.systems() if each.name == "second"]
    assert system.to_dict()["also_measured"] == {"--switch on": {"accuracy": 0.75}}
    shown = tacit("systems").stdout
    assert "measured with --switch on accuracy 0.750" in shown
