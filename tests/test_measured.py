"""Figures are written down from what a command printed."""

import json

import pytest

from tacit import measured, systems
from tacit.errors import InputError, UsageError


@pytest.fixture
def songs(monkeypatch, tmp_path):
    """A task of its own, in a package of two files."""
    package = tmp_path / "songs_of_test"
    package.mkdir()
    (package / "__init__.py").write_text("from tacit.systems import register_all\nregister_all('songs', __file__)\n")
    (package / "systems.toml").write_text(
        '[loud]\nabout = "sings loudly"\nload = "collections:Counter"\npublished = { f1 = 0.5 }\n'
        'options = { voice = ["high", "low"] }\ncommand = "sing"\n'
        '[quiet]\nabout = "hums"\nload = "collections:Counter"\n'
    )
    told = {"loud": {"measured": {"f1": 0.4}, "data": "hymns", "protocol": "one seed", "seen_in_training": 3}}
    (package / "measured.json").write_text(json.dumps(told))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(systems, "TASKS", {"songs": "songs_of_test"})
    monkeypatch.setattr(measured, "TASKS", systems.TASKS)
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.delitem(__import__("sys").modules, "songs_of_test", raising=False)
    return package / "measured.json"


def test_the_registry_is_read_from_two_files(songs):
    loud, quiet = systems.systems("songs")
    assert (loud.name, loud.measured, loud.data, loud.seen_in_training) == ("loud", {"f1": 0.4}, "hymns", 3)
    assert (loud.published, loud.options, loud.command) == ({"f1": 0.5}, {"voice": ("high", "low")}, "sing")
    assert (quiet.measured, quiet.options, quiet.seen_in_training) == ({}, {}, None)


def test_new_figures_take_the_place_of_the_old(songs):
    assert measured.record("songs", {"system": "loud", "f1": 0.45, "n": 12, "seen_in_training": 0}) == {"f1": 0.45}
    assert json.loads(songs.read_text())["loud"] == {
        "measured": {"f1": 0.45},
        "data": "hymns",
        "protocol": "one seed",
        "seen_in_training": 0,
    }


def test_a_system_without_figures_gets_those_of_the_others(songs):
    with pytest.raises(UsageError, match="say on what data"):
        measured.record("songs", {"system": "quiet", "f1": 0.2, "n": 12})
    measured.record("songs", {"system": "quiet:folder", "f1": 0.2, "n": 12}, data="psalms", protocol="two seeds")
    assert json.loads(songs.read_text())["quiet"] == {
        "measured": {"f1": 0.2},
        "data": "psalms",
        "protocol": "two seeds",
    }


def test_what_holds_no_figures_is_refused(songs, tmp_path):
    with pytest.raises(InputError, match="none of the figures of songs in it, which are f1"):
        measured.record("songs", {"system": "loud", "accuracy": 0.5})
    with pytest.raises(UsageError, match="there are loud, quiet"):
        measured.record("songs", {"system": "louder", "f1": 0.5})
    (tmp_path / "list.json").write_text("[]")
    with pytest.raises(InputError, match='"system" is missing'):
        measured.read_result(tmp_path / "list.json")


def test_the_command(songs, tacit, tmp_path):
    (tmp_path / "result.json").write_text(json.dumps({"system": "loud", "f1": 0.75}))
    shown = json.loads(tacit("systems", "songs", "--record", tmp_path / "result.json", "--json").stdout)
    assert shown == {"task": "songs", "system": "loud", "measured": {"f1": 0.75}}
    assert json.loads(songs.read_text())["loud"]["measured"] == {"f1": 0.75}
    assert tacit("systems", "--record", tmp_path / "result.json").code == 2
    assert tacit("systems", "songs", "--data", "hymns").code == 2
