"""Language models on the page: those that the server offers, by name, and no others."""

from __future__ import annotations

import httpx
import pytest
from llm.servers import obedient, serving
from web.conftest import FAKE_TASKS, TESTS, running

from tacit.errors import InputError, UsageError
from tacit.llm import Question
from tacit.web.app import create_app
from tacit.web.asking import asked_model, offered
from tacit.web.checking import checked


@pytest.fixture(autouse=True)
def _settings(monkeypatch, tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('[llm.mine]\nurl = "http://127.0.0.1:9/v1"\nmodel = "toy"\n')
    monkeypatch.setenv("TACIT_SETTINGS", str(path))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def test_what_is_offered_has_a_name_and_says_whether_texts_leave() -> None:
    found = offered(["mine", "llm:big@https://example.org/v1"])
    assert [(each.name, each.local) for each in found] == [("mine", True), ("big", False)]
    with pytest.raises(UsageError, match="nor a name of"):
        offered(["yours"])


def test_a_request_gives_a_name_and_never_an_address() -> None:
    with serving(obedient()) as server:
        with asked_model({"llm": "toy", "llms": {"toy": server.spec}}) as model:
            assert model is not None
            [outcome] = model.ask([Question.choice("Which?", ["a", "b"])])
            assert outcome.value == 1
        for wish in ("other", server.spec, "mine"):
            with pytest.raises(InputError, match="does not offer"), asked_model({"llm": wish, "llms": {"toy": "x"}}):
                pass
    with asked_model({"llms": {"toy": "x"}}) as nobody:
        assert nobody is None


def test_the_names_that_a_request_brings_itself_are_refused() -> None:
    with pytest.raises(InputError, match="llms"):
        checked("read", b'{"text": "a", "llm": "x", "llms": {"x": "llm:a@http://evil.example"}}', 100)
    assert b'"llms": {"toy": "s"}' in checked("read", b'{"text": "a", "llm": "toy"}', 100, llms={"toy": "s"})


def test_the_server_says_what_it_offers(monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    with running(create_app(tasks=FAKE_TASKS, llms=offered(["mine"]))) as address:
        about = httpx.get(f"{address}api/about").json()
        assert about["models"] == [{"name": "mine", "local": True}] and "9/v1" not in str(about)
