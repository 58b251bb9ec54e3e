import gzip
import json

import pytest
from scripts.made_scripts import tea

from tacit.errors import InputError
from tacit.scripts.base import ScriptBase


@pytest.fixture
def folder(tmp_path):
    ScriptBase.of([tea()], {"tacit": {"usual": 1.5}}).save(tmp_path / "base")
    return tmp_path / "base"


def test_what_is_saved_is_loaded_and_the_bytes_are_the_same(folder, tmp_path):
    base = ScriptBase.load(folder)
    assert base.script("making tea") == tea()
    assert base.weights == {"tacit": {"usual": 1.5}}
    base.save(tmp_path / "again")
    for name in ("config.json", "scripts.json.gz"):
        assert (folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_scripts_are_found_under_the_names_of_the_inventory():
    base = ScriptBase.of([tea()])
    assert base.find("Making Tea!") is base.script("making tea")
    assert base.find("walking on the moon") is None
    with pytest.raises(InputError, match="similar: making tea"):
        base.script("making tee")
    with pytest.raises(InputError, match="tacit scripts list"):
        base.script("xyzzy")


@pytest.mark.parametrize(
    ("scripts", "says"),
    [
        ("{", "not a whole model"),
        ('{"a": 1}', "must hold a list"),
        ('[{"scenario": "x", "events": [], "tellings": [[0]]}]', "names an event that the script does not have"),
        ('[{"scenario": "x", "events": [{"name": 3}]}]', "must hold a string"),
        ('[{"scenario": "x", "events": [{"name": "a", "forms": [["a", "b"]]}]}]', "not a whole model"),
        ('[{"scenario": "x", "events": [{"name": "a", "participants": {"SUBJ": 3}}]}]', "not a whole model"),
        (json.dumps([{"events": [{}] * 201}]), "200 events"),
        ("[" * 100_000, "not a whole model"),
    ],
)
def test_a_broken_base_is_one_sentence(folder, scripts, says):
    (folder / "scripts.json.gz").write_bytes(gzip.compress(scripts.encode()))
    with pytest.raises(InputError, match=says) as caught:
        ScriptBase.load(folder)
    assert str(folder) in str(caught.value)


def test_other_folders_are_no_bases(folder, tmp_path):
    with pytest.raises(InputError, match="cannot be read as a model"):
        ScriptBase.load(tmp_path / "nowhere")
    (folder / "scripts.json.gz").write_bytes(b"no gzip")
    with pytest.raises(InputError, match="cannot be read as a model"):
        ScriptBase.load(folder)
    (folder / "config.json").write_text('{"kind": "scenarios"}')
    with pytest.raises(InputError, match=r"of the kind .scenarios., not .scripts."):
        ScriptBase.load(folder)
