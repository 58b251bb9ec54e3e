"""`tacit read --llm`: capabilities that ask, a setting in the user's file, and what a run says about it."""

from __future__ import annotations

import json

import pytest
from llm.servers import obedient, saying, serving
from reader.made_capabilities import Echo, Shouting, install

from tacit import reader
from tacit.documents import Layer
from tacit.errors import InputError
from tacit.llm.address import for_reading
from tacit.llm.choosing import Choice, picked, shares


class Listening(Shouting):
    """Keeps of what was shouted, where it asks, what a model finds loud."""

    def __init__(self, model=None, share=0.0):
        self.model, self.share = model, share

    def asking(self, model, share):
        return Listening(model, share)

    def annotate(self, text):
        [found] = super().annotate(text)
        if self.model is None:
            yield found
            return
        words = list(found)
        places = picked(self.model, [1.0] * len(words), self.share)
        choices = [Choice("Loud?", ("no", "yes"), text.document.text_of(words[place])) for place in places]
        said = dict(zip(places, shares(self.model, choices), strict=True))
        yield Layer("shouts", [each for n, each in enumerate(words) if said.get(n) is None or said[n][1] > 0.5])


def loud(text: str, options: list[str]) -> int:
    return options.index("yes" if "STOP" in text else "no") + 1


@pytest.fixture(autouse=True)
def settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)
    install(monkeypatch, Listening, Echo)
    yield tmp_path / "settings.toml"
    reader.capability_named.cache_clear()


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("STOP it NOW")
    return path


def shouts(outcome) -> list[str]:
    plain = json.loads(outcome.stdout)
    [layer] = [plain["document"]["layers"]["shouts"]]
    return [plain["document"]["text"][slice(*each["spans"][0])] for each in layer]


def test_a_reading_asks_and_the_answers_file_repeats_it(tacit, text, tmp_path) -> None:
    rest = ("read", text, "--only", "shouting,echo", "--ask", "1", "--answers", tmp_path / "a.jsonl", "--json")
    with serving(obedient(loud)) as server:
        spec = server.spec
        first = tacit(*rest, "--llm", spec)
    assert shouts(first) == ["STOP"]
    llm = json.loads(first.stdout)["llm"]
    assert (llm["asked"], llm["kept"], llm["share_asked"]) == (4, 0, 1.0)
    assert "2 items" in first.stderr and "texts are sent to http://127.0.0.1" in first.stderr
    again = tacit(*rest, "--llm", spec, "--mode", "only")
    assert again.stdout == first.stdout and "texts are sent" not in again.stderr


def test_a_useless_model_leaves_what_the_small_system_says(tacit, text) -> None:
    rest = ("read", text, "--only", "shouting", "--ask", "1", "--json")
    with serving(saying("LOUD " * 100)) as server:
        done = tacit(*rest, "--llm", server.spec)
    assert shouts(done) == ["STOP", "NOW"] and json.loads(done.stdout)["llm"]["kept"] == 4


def test_the_users_settings_name_a_model_for_all_readings(tacit, text, settings) -> None:
    rest = ("read", text, "--only", "shouting", "--json")
    assert "llm" not in json.loads(tacit(*rest).stdout)
    with serving(obedient(loud)) as server:
        model = f'[llm.mine]\nurl = "{server.url}/v1"\nmodel = "toy"\n'
        settings.write_text(f'{model}[read]\nllm = "mine"\nask = 1.0\n')
        assert shouts(tacit(*rest)) == ["STOP"]
        half = json.loads(tacit(*rest, "--ask", "0.5").stdout)
        assert half["llm"]["share_asked"] == 0.5
        count = len(server.payloads)
        assert "llm" not in json.loads(tacit(*rest, "--llm", "none").stdout)
        dry = json.loads(tacit(*rest, "--dry-run").stdout)
        assert dry["dry_run"]["calls"] == 4 and len(server.payloads) == count


@pytest.mark.parametrize("wrong", ['[read]\nllm = "http://a@b"\n', "[read]\nask = 2.0\n", "[read]\nllm = 1\n"])
def test_settings_that_cannot_be(settings, wrong: str) -> None:
    settings.write_text(wrong)
    with pytest.raises(InputError, match="not usable as settings"):
        for_reading()


def test_a_server_that_is_not_there_is_one_sentence(tacit, text) -> None:
    done = tacit("read", text, "--only", "shouting", "--ask", "1", "--llm", "llm:toy@http://127.0.0.1:9/v1")
    assert done.code == 2 and done.stderr.count("texts are sent") == 1
    assert done.stderr.splitlines()[-1] == "tacit: nothing answers at http://127.0.0.1:9: is the server running?"
