"""Names of schemas in plain English, by a language model or by their first events."""

from __future__ import annotations

import json

import pytest
from llm.servers import obedient, serving
from schemas.made_schemas import ARREST, WEDDING

from tacit.llm import connect
from tacit.schemas.naming import AskingNames, plain_name
from tacit.schemas.storage import read_schemas, write_schemas


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def test_a_model_names_the_largest_share() -> None:
    with serving(obedient(name=" A robbery. ")) as server, connect(server.spec) as model:
        named = AskingNames(model, 0.5).named([WEDDING, ARREST])
        assert model.costs.share_asked == 0.5
    assert [each.name for each in named] == ["marry and meet", "A robbery"]
    asked = server.asked[0]["messages"][1]["content"]
    assert "Events: rob, flee, arrest, charge" in asked and "PERSON or man: does: rob, flee; undergoes" in asked


@pytest.mark.parametrize("name", ["rob and flee", "<script>alert(1)</script>", "see http://evil.example", "a " * 12])
def test_what_is_no_name_leaves_the_small_systems(name: str) -> None:
    with serving(obedient(name=name)) as server, connect(server.spec) as model:
        [named] = AskingNames(model).named([ARREST])
        assert model.costs.kept == 1 and model.costs.repairs == 2
    assert named.name == plain_name(ARREST) == "rob, flee and arrest"


def test_the_command_writes_names_that_show_prints(tacit, tmp_path) -> None:
    write_schemas(tmp_path / "s.json", [ARREST, WEDDING], {})
    rest = ("schemas", "name", tmp_path / "s.json", "--out", tmp_path / "named.json")
    assert json.loads(tacit(*rest, "--json").stdout)["names"] == ["rob, flee and arrest", "marry and meet"]
    answers = ("--answers", tmp_path / "a.jsonl", "--json")
    with serving(obedient(name="Crime")) as server:
        spec = server.spec
        first = tacit(*rest, "--llm", spec, *answers)
    assert json.loads(first.stdout)["llm"]["share_asked"] == 1.0
    assert tacit(*rest, "--llm", spec, *answers, "--mode", "only").stdout == first.stdout
    assert [each.name for each in read_schemas(tmp_path / "named.json").schemas] == ["Crime", "Crime"]
    assert "Crime" in tacit("schemas", "show", tmp_path / "named.json").stdout
    tacit("schemas", "show", tmp_path / "named.json", "--html", tmp_path / "page.html")
    assert "<h2>Crime</h2>" in (tmp_path / "page.html").read_text()
