"""A language model picks among the candidates of a small system, for the sentences that it is least certain of."""

from __future__ import annotations

import json

import pytest
from llm.servers import obedient, saying, serving
from scenarios.keyword_system import KeywordSystem

from tacit.llm import connect
from tacit.scenarios import train as training
from tacit.scenarios.asking import AskingScenarios, reranked
from tacit.scenarios.task import NONE, Narrative, Scored

TEXT = Narrative("t", ("The kettle sang.", "The teapot fell into the dough.", "It rained.", "We slept."))


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def cake(text: str, options: list[str]) -> int:
    return options.index("baking a cake") + 1


def test_the_least_certain_sentence_is_asked_about_in_its_context() -> None:
    with serving(obedient(cake)) as server, connect(server.spec) as model:
        [found] = AskingScenarios(KeywordSystem(), model, 0.02).detect([TEXT])
    assert [ranking[0].label for ranking in found.rankings] == ["making tea", "baking a cake", NONE, NONE]
    assert found.starts == (0, 1, 2)
    asked = server.asked[0]["messages"][1]["content"]
    assert "--> The teapot fell into the dough." in asked and "none of these activities" in asked
    assert len(server.asked) == 2


def test_a_useless_model_changes_nothing() -> None:
    [expected] = KeywordSystem().detect([TEXT])
    with serving(saying("baking a pie")) as server, connect(server.spec) as model:
        assert AskingScenarios(KeywordSystem(), model, 1.0).detect([TEXT]) == [expected]


def test_no_label_can_come_from_the_model() -> None:
    ranking = (Scored("a", 0.5), Scored(NONE, 0.5), Scored("b", 0.2))
    after = reranked(ranking, (0.1, 0.8, 0.1))
    assert {each.label for each in after} == {"a", "b", NONE}
    assert after[0].label == "b" and sum(each.probability for each in after) == pytest.approx(1, abs=0.001)


def test_the_commands(tacit, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(training, "load", lambda name: KeywordSystem())
    monkeypatch.setattr(training, "folder_of", lambda name: tmp_path)
    story = tmp_path / "story.txt"
    story.write_text("The kettle sang. The teapot fell into the dough. It rained. We slept.")
    rest = ("scenarios", "detect", story, "--ask", "0.25", "--answers", tmp_path / "a.jsonl", "--json")
    with serving(obedient(cake)) as server:
        spec = server.spec
        first = tacit(*rest, "--llm", spec)
    labels = [each["scenario"] for each in json.loads(first.stdout)["passages"]]
    assert labels == ["making tea", "baking a cake"]
    assert tacit(*rest, "--llm", spec, "--mode", "only").stdout == first.stdout
