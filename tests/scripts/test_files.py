"""Scripts as people write them: reading, checking, writing back."""

import json
import tomllib
from pathlib import Path

import pytest

from tacit.errors import InputError, UsageError
from tacit.scripts.exporting import to_jsonld, to_toml, written_as
from tacit.scripts.files import complaints, in_order, read_file, read_files
from tacit.scripts.order import alternatives, arrows
from tacit.scripts.task import Script

DATA = Path(__file__).parents[2] / "data" / "scripts"


def event(id, *, after="", more="", who="cook", name=None, wordings=("we did it like that",)):
    return (
        f'[[event]]\nid = "{id}"\nname = "{name or "do " + id}"\nwho = "{who}"\nusual = "always"\n'
        f"after = [{after}]\n{more}\nwordings = {json.dumps(list(wordings))}\n"
    )


def written(tmp_path, *events, head='label = "making tea"\npurpose = "To drink it."\n'):
    path = tmp_path / "tea.toml"
    path.write_text(head + '[roles]\ncook = "who makes it"\n[props]\npot = "for the tea"\n' + "".join(events))
    return path


def test_events_stand_behind_what_they_come_after(tmp_path):
    path = written(tmp_path, event("drink", after='"pour"'), event("pour", after='"boil"'), event("boil"))
    script = read_file(path)
    assert [each.id for each in script.events] == ["boil", "pour", "drink"]
    assert arrows(script) == [(0, 1), (1, 2)]


def test_alternatives_are_as_written(tmp_path):
    path = written(tmp_path, event("bag"), event("leaves", more='instead_of = ["bag"]'))
    assert [pair[:2] for pair in alternatives(read_file(path))] == [(0, 1)]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([event("a", after='"b"'), event("b", after='"a"')], "in a circle: a → b → a"),
        ([event("a", after='"x"')], "after names 'x', which is not an event of the file"),
        ([event("a", after='"a"')], "after names the event itself"),
        ([event("a"), event("a", name="do b")], "two events have this id"),
        ([event("a"), event("b", name="do a")], "two events are called 'do a'"),
        ([event("a", who="nobody")], "'nobody' is not one of the roles"),
        ([event("a", wordings=[f"we did it {n}" for n in range(10_000)])], "10,000 wordings"),
        ([event("a", wordings=[])], "wordings is empty"),
        ([event(f"a{n}") for n in range(201)], "event has 201 items, not 1 to 200"),
        ([], "has no 'event'"),
        (["x ="], "not a TOML file"),
    ],
)
def test_faults_are_one_sentence(tmp_path, events, said):
    with pytest.raises(InputError, match=said) as error:
        read_file(written(tmp_path, *events))
    assert "\n" not in str(error.value)


def test_what_a_reviewer_should_see(tmp_path):
    path = written(
        tmp_path,
        event("a", more='props = ["cup"]', wordings=["Do a!", "we had a go"]),
        event("b", wordings=["we had a go"]),
    )
    said = [each.what for each in complaints(read_file(path), path)]
    assert "'cup' is not one of the props" in said
    assert "the wording 'Do a!' is the event's name" in said
    assert "'we had a go' also stands for b" in said


def test_two_files_about_one_scenario(tmp_path):
    first = written(tmp_path, event("a"))
    second = tmp_path / "other.toml"
    second.write_text(first.read_text())
    with pytest.raises(InputError, match="is also told by"):
        list(read_files([tmp_path]))


def test_a_script_comes_back_from_its_toml(tmp_path):
    path = written(
        tmp_path,
        event("boil", more='implies = []\nsubsteps = ["fill it", "switch \\"on\\""]'),
        event("pour", after='"boil"', more='implies = ["boil"]\nprops = ["pot"]'),
    )
    script = read_file(path)
    again = tmp_path / "again.toml"
    again.write_text(to_toml(script))
    assert read_file(again) == script


def test_other_forms(tmp_path):
    script = read_file(written(tmp_path, event("boil"), event("pour", after='"boil"')))
    assert to_jsonld(script)["step"][1]["after"] == ["#boil"]
    assert json.loads(written_as(script, "json"))["event"][0]["name"] == "do boil"
    with pytest.raises(UsageError, match="learnt from texts"):
        to_toml(Script("x", ()))


@pytest.mark.parametrize("path", sorted(DATA.glob("*.toml")), ids=lambda path: path.stem)
def test_every_script_is_sound(path):
    script = read_file(path)
    assert not [each for each in complaints(script, path) if "stands for" in each.what]
    assert 10 <= len(script.events) <= 32
    assert all(len(each.wordings) >= 6 for each in script.events)
    assert in_order(script.events) == list(script.events)
    assert path.stem == script.scenario.lower().replace(" ", "-").replace("'", "")
    assert tomllib.loads(to_toml(script))["label"] == script.scenario
