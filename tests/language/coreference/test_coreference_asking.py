"""A language model on the pronouns that the ranker is least certain of."""

from __future__ import annotations

import pytest
from language.coreference.hand_parses import ANN, spans
from language.coreference.random_networks import random_weights
from language.coreference.test_coreference_ranker import ranker
from llm.servers import obedient, saying, serving

from tacit.errors import UsageError
from tacit.language.coreference.asking import AskingRanker, asking_ranker
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.systems.sieve.system import Sieve
from tacit.language.coreference.systems.tacit.network import Network
from tacit.language.coreference.systems.tacit.ranker import MentionRanker, RankerModel
from tacit.llm import connect

IT, KEY = (8, 9), (2, 5)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def sensible(text: str, options: list[str]) -> int:
    wanted = "the old key" if "[it]" in text else "Ann"
    return 1 + next((n for n, each in enumerate(options) if each == wanted), len(options) - 1)


@pytest.mark.parametrize("seed", range(4))
def test_the_model_alone_decides_among_the_candidates(seed: int) -> None:
    small = ranker(1000.0, seed)  # links nothing by itself
    with serving(obedient(sensible)) as server, connect(server.spec) as model:
        clusters = spans(AskingRanker(small, model, 1.0, alone=True).resolve(ANN))
        assert model.costs.share_asked == 1.0 and model.costs.items == len(server.asked) / 2
    [of_it] = [cluster for cluster in clusters if IT in cluster]
    assert of_it == [KEY, IT]
    assert any("She put [it] in her pocket" in each["messages"][1]["content"] for each in server.asked)


def test_none_of_them_is_an_answer_too() -> None:
    def nothing(text: str, options: list[str]) -> int:
        return 1 + next(n for n, each in enumerate(options) if each.startswith("something else"))

    biases = dict.fromkeys(("proper", "definite", "bare"), 1000.0) | {"personal_pronoun": -1000.0}
    small = MentionRanker.of(RankerModel([Network(random_weights(1))], Boundaries(), biases))
    assert any(IT in cluster for cluster in spans(small.resolve(ANN)))
    with serving(obedient(nothing)) as server, connect(server.spec) as model:
        assert not any(IT in each for each in spans(AskingRanker(small, model, 1.0, alone=True).resolve(ANN)))


def test_useless_answers_and_a_share_of_nothing_change_nothing() -> None:
    small = ranker(0.0, 2)
    with serving(saying("Ann, of course")) as server, connect(server.spec) as model:
        assert AskingRanker(small, model, 1.0).resolve(ANN) == small.resolve(ANN)
        count = len(server.asked)
        assert AskingRanker(small, model, 0.0).resolve(ANN) == small.resolve(ANN)
        assert len(server.asked) == count


def test_other_systems_do_not_say_what_they_are_unsure_of() -> None:
    with connect("llm:toy@http://127.0.0.1:9") as model, pytest.raises(UsageError, match="helps the ranker only"):
        asking_ranker(Sieve(), model, 0.5)
