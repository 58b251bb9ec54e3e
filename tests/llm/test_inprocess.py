"""A model in this process: asked as a server is. The engine is a script here; the real one is in test_real."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import InputError, ServerError, UsageError
from tacit.llm import Mode, Question, connect, inprocess, named
from tacit.llm.client import Client
from tacit.llm.probe import examine

FRUIT = Question.choice("Which one is a fruit?", ["stone", "apple"])
Hear = Callable[[dict[str, Any]], bool]


def piece(text: str | None, logprobs: Any = None, finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": {"content": text} if text else {}, "finish_reason": finish}
    return {"choices": [{**choice, "logprobs": logprobs} if logprobs else choice]}


class Engine:
    """Says its lines, one chunk after the other, as long as somebody listens."""

    def __init__(self, chunks: list[dict[str, Any]], pause: float = 0.0) -> None:
        self.chunks, self.pause = chunks, pause
        self.payloads: list[dict[str, Any]] = []
        self.at_once = self.most = self.said = 0

    def handle_chat_completions(self, payload: dict[str, Any], hear: Hear) -> None:
        self.payloads.append(payload)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        for chunk in self.chunks:
            time.sleep(self.pause)
            self.said += 1
            if hear(chunk):
                break
        self.at_once -= 1


RIVALS = [{"token": "2", "logprob": -0.105}, {"token": "1", "logprob": -2.303}]
SECOND = [
    {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}, "finish_reason": None}]},
    piece('{"choice": ', {"content": [{"token": '{"'}]}),
    piece("2", {"content": [{"token": "2", "logprob": -0.105, "top_logprobs": RIVALS}]}),
    piece("}"),
    piece(None, finish="stop"),
    {"choices": [], "usage": {"prompt_tokens": 40, "completion_tokens": 6}},
]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., tuple[Engine, str]]]:
    file = tmp_path / "toy.gguf"
    file.write_bytes(b"GGUF")

    def started(chunks: list[dict[str, Any]], pause: float = 0.0) -> tuple[Engine, str]:
        engine = Engine(chunks, pause)
        inprocess._engine.cache_clear()
        monkeypatch.setattr(inprocess, "start", lambda *_, **__: engine)
        return engine, f"llm:{file}"

    yield started
    inprocess._engine.cache_clear()


def test_it_is_asked_as_a_server_is(runs, tmp_path: Path) -> None:
    engine, spec = runs(SECOND)
    said: list[str] = []
    answers = tmp_path / "a.jsonl"
    with connect(spec, answers=answers, says=said.append) as model:
        [outcome] = model.ask([FRUIT])
    assert outcome.value == 2 and outcome.probabilities == pytest.approx((0.1, 0.9), abs=0.01)
    assert (model.costs.prompt_tokens, model.costs.completion_tokens) == (40, 6)
    assert engine.payloads[0]["response_format"]["type"] == "json_schema", "what it enforces is looked at"
    assert not said, "nothing is sent anywhere"
    assert str(tmp_path) not in answers.read_text()


def test_one_after_the_other(runs) -> None:
    engine, spec = runs(SECOND, pause=0.002)
    with connect(spec, parallel=8) as model:
        assert [each.value for each in model.ask(Question.choice(f"{n}?", ["a", "b"]) for n in range(20))] == [2] * 20
    assert engine.most == 1


def test_who_takes_too_long_is_stopped(runs) -> None:
    engine, spec = runs([piece("la ")] * 1000, pause=0.01)
    with pytest.raises(ServerError, match=r"toy.gguf in this process did not answer within 0.1 seconds"):
        Client(named(spec), timeout=0.1).ask(FRUIT)
    assert engine.said < 100


def test_a_run_that_ends_is_not_waited_for(runs) -> None:
    engine, spec = runs([piece("la ")] * 1000, pause=0.01)
    client = Client(named(spec))
    client.abort()
    with pytest.raises(ServerError, match="told to stop"):
        client.ask(FRUIT)
    assert engine.said == 0


def test_a_text_too_long(runs) -> None:
    _, spec = runs([{"error": {"code": 400, "message": "request (27030 tokens) exceeds the available context size"}}])
    with pytest.raises(ServerError, match="the text is too long for 'toy'"):
        Client(named(spec)).ask(FRUIT)


def test_the_doctor_looks_at_it(runs) -> None:
    _, spec = runs(SECOND)
    found = {each.part: each.remark for each in examine(Client(named(spec)))}
    assert found["context"] == "4,096 tokens" and found["log-probabilities"].startswith("told: 0.10, 0.90")


def test_a_folder_of_a_model(tmp_path: Path) -> None:
    """A tiny one knows nothing: what counts is that it is asked, heard, limited and refused as others are."""
    pytest.importorskip("transformers")
    from backbones.tiny import tiny_causal

    folder, tiny = tmp_path / "tiny", tiny_causal()
    tiny.model.save_pretrained(folder)
    tiny.tokenizer.save_pretrained(folder)
    client = Client(named(f"llm:{folder}"), timeout=60)
    raw = client.ask(replace(FRUIT, max_tokens=3))
    assert raw.finish in ("stop", "length") and raw.completion_tokens <= 3 and raw.prompt_tokens > 5
    assert client.ask(replace(FRUIT, max_tokens=3)) == raw, "the same again"
    with pytest.raises(ServerError, match="too long for 'tiny'"):
        client.ask(replace(FRUIT, max_tokens=10_000))
    (folder / "model.safetensors").unlink()
    inprocess._engine.cache_clear()
    with pytest.raises(InputError, match="is not a folder with a causal model"):
        client.ask(FRUIT)


def test_files_that_are_no_models(tmp_path: Path) -> None:
    with connect(f"llm:{tmp_path / 'none.gguf'}") as model, pytest.raises(UsageError, match="nor a GGUF file"):
        list(model.ask([FRUIT]))
    (tmp_path / "zip.gguf").write_bytes(b"PK12")
    with connect(f"llm:{tmp_path / 'zip.gguf'}") as model, pytest.raises(InputError, match="not a GGUF file"):
        list(model.ask([FRUIT]))


def test_a_recorded_run_repeats_where_the_file_is_gone(runs, tmp_path: Path) -> None:
    _, spec = runs(SECOND)
    answers = tmp_path / "a.jsonl"
    with connect(spec, answers=answers) as model:
        first = list(model.ask([FRUIT]))
    (tmp_path / "toy.gguf").unlink()
    with connect(spec, answers=answers, mode=Mode.ONLY) as model:
        assert list(model.ask([FRUIT])) == first
    [line] = answers.read_text().splitlines()
    assert json.loads(line)["model"] == "toy"


def test_settings_name_models_in_this_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[llm.here]\nmodel = "qwen-1.5b"\nthreads = 3\n[llm.odd]\nmodel = "qwen"\n')
    monkeypatch.setenv("TACIT_SETTINGS", str(settings))
    with pytest.raises(InputError, match=r"llm\.odd has no url"):
        named("here")
    settings.write_text('[llm.here]\nmodel = "qwen-1.5b"\nthreads = 3\n')
    here = named("here")
    assert (here.model, here.file, here.threads, here.is_local) == (
        "qwen2.5-coder-1.5b-instruct-q4_k_m",
        "qwen-1.5b",
        3,
        True,
    )
    assert str(named("llm:qwen-0.5b")) == "llm:qwen-0.5b"
    assert named("llm:a/My model (1).gguf").model == "My model _1_"
