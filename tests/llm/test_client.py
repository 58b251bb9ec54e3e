"""One question to one server: what is sent, what is refused, what is tried again; errors are one sentence each."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from llm.servers import Handler, completion, obedient, saying, schema_of, serving

from tacit.errors import ServerError, UsageError
from tacit.llm.address import Address, named
from tacit.llm.client import Client, Structure
from tacit.llm.probe import best_structure, examine
from tacit.llm.structure import probabilities_of, value_of
from tacit.llm.task import Question

FRUIT = Question.choice("Which one is a fruit?", ["stone", "apple"])
NO_WAIT: list[float] = []


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def client(spec: str, **options: Any) -> Client:
    return Client(named(spec), wait=options.pop("wait", lambda _: None), **options)


@pytest.mark.parametrize(
    "spec, model, url",
    [
        ("llm:qwen@http://127.0.0.1:8080", "qwen", "http://127.0.0.1:8080/v1"),
        ("llm:llama3.1:8b@http://localhost:11434/v1/", "llama3.1:8b", "http://localhost:11434/v1"),
        ("llm:org/a@b@https://x.example/api/v1/chat/completions", "org/a@b", "https://x.example/api/v1"),
        ("llm:m@http://[::1]:80/v1", "m", "http://[::1]:80/v1"),
    ],
)
def test_addresses(spec: str, model: str, url: str) -> None:
    assert (named(spec).model, named(spec).url) == (model, url)


@pytest.mark.parametrize(
    "spec",
    [
        "llm:qwen",
        "llm:@http://x/v1",
        "llm:m@file:///etc/passwd",
        "llm:m@http://",
        "llm:m@http://user:secret@host/v1",
        "llm:m@http://host/v1?key=secret",
        "llm:m@http://host:notaport/v1",
        "llm:m@http://ho\nst/v1",
        "llm:m\r\nX: y@http://host/v1",
        "",
    ],
)
def test_addresses_that_are_none(spec: str) -> None:
    with pytest.raises(UsageError) as error:
        named(spec)
    assert "secret" not in str(error.value) and "\n" not in str(error.value)


def test_settings_name_servers_and_prices(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[llm.big]\nurl = "https://x.example"\nmodel = "m"\nprice-in = 2\nkey-env = "MINE"\n')
    monkeypatch.setenv("TACIT_SETTINGS", str(file))
    monkeypatch.setenv("MINE", "abc")
    assert named("llm:big") == named("big") == named("llm:m@https://x.example/v1")
    assert (named("big").price_in, named("big").key) == (2, "abc")
    assert "abc" not in repr(named("big"))
    with pytest.raises(UsageError, match="there are big"):
        named("llm:small")
    file.write_text('[llm.big]\nurl = 3\nmodel = "m"\n')
    with pytest.raises(Exception, match=r"llm\.big\.url is int, not a text"):
        named("big")


def test_a_key_goes_to_its_server_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACIT_LLM_KEY", "sk-verysecret")
    with serving(obedient()) as server:
        client(server.spec).ask(FRUIT)
        assert server.keys == ["Bearer sk-verysecret"]
    with pytest.raises(UsageError, match="not sent over http to another machine"):
        Client(Address("m", "http://192.0.2.1/v1"))
    monkeypatch.setenv("TACIT_LLM_KEY", "sk\nX-Evil: 1")
    with pytest.raises(UsageError) as error:
        Client(Address("m", "http://127.0.0.1/v1"))
    assert "Evil" not in str(error.value)


def test_no_key_is_sent_unless_there_is_one() -> None:
    with serving(obedient()) as server:
        client(server.spec).ask(FRUIT)
        assert server.keys == [None]


def test_a_choice_has_probabilities() -> None:
    with serving(obedient(lambda text, options: options.index("apple") + 1)) as server:
        raw = client(server.spec).ask(FRUIT)
    assert value_of(FRUIT, raw) == 2
    assert probabilities_of(FRUIT, raw) == pytest.approx((0.1, 0.9), abs=0.01)
    [payload] = server.payloads
    assert (payload["temperature"], payload["seed"], payload["top_logprobs"]) == (0, 0, 20)
    assert schema_of(payload)["properties"]["choice"]["enum"] == [1, 2]


def error_of(behaviour: Callable[[Handler, dict[str, Any]], None], **options: Any) -> ServerError:
    with serving(behaviour) as server, pytest.raises(ServerError) as error:
        client(server.spec, **options).ask(FRUIT)
    message = str(error.value)
    assert len(message) < 400 and "\n" not in message
    return error.value


def answering(status: int, message: str) -> Callable[[Handler, dict[str, Any]], None]:
    return lambda handler, payload: handler.say({"error": {"message": message}}, status)


def test_a_wrong_key_is_never_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACIT_LLM_KEY", "sk-verysecret")
    error = error_of(answering(401, "Incorrect API key provided: sk-verysecret"))
    assert error.ends_run and "TACIT_LLM_KEY" in str(error) and "sk-" not in str(error)
    error = error_of(answering(418, "I got sk-verysecret"))
    assert "sk-" not in str(error)


def test_model_unknown() -> None:
    error = error_of(answering(404, "model 'toy' not found"))
    assert error.ends_run and "does not know the model 'toy'" in str(error)
    assert error_of(answering(400, "The model `toy` does not exist")).ends_run


def test_text_too_long() -> None:
    error = error_of(answering(400, "This model's maximum context length is 2048 tokens"))
    assert "too long" in str(error) and not error.ends_run


def test_nobody_there() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(ServerError, match="nothing answers at") as error:
        client(f"llm:m@http://127.0.0.1:{port}").ask(FRUIT)
    assert error.value.ends_run


def test_no_redirect_is_followed() -> None:
    with serving(obedient()) as other:
        moved = lambda handler, payload: handler.send(b"", 307, Location=f"{other.url}/v1/chat/completions")  # noqa: E731
        assert "sends elsewhere" in str(error_of(moved))
        assert not other.payloads


def test_empty_reply_and_other_nonsense() -> None:
    assert "not JSON" in str(error_of(lambda handler, payload: handler.send(b"")))
    assert "not JSON" in str(error_of(lambda handler, payload: handler.send(b"<html>hello</html>")))
    assert "not JSON" in str(error_of(lambda handler, payload: handler.send(b"[" * 100_000)))
    assert "no chat completion" in str(error_of(lambda handler, payload: handler.say({"choices": []})))
    assert "no chat completion" in str(error_of(lambda handler, payload: handler.say([1])))


def test_ten_megabytes_are_refused() -> None:
    huge = json.dumps(completion("x" * 10_500_000)).encode()
    with serving(lambda handler, payload: handler.send(huge)) as server, pytest.raises(ServerError, match="10 MB"):
        client(server.spec).ask(FRUIT)
    assert len(server.payloads) == 1


def test_another_encoding() -> None:
    body = json.dumps(completion("caf\u00e9"), ensure_ascii=False)
    told = lambda handler, payload: handler.send(  # noqa: E731
        body.encode("latin-1"), Content_Type="application/json; charset=ISO-8859-1"
    )
    with serving(told) as server:
        assert client(server.spec).ask(FRUIT).text == "café"
    assert "not JSON in UTF-8" in str(error_of(lambda handler, payload: handler.send(body.encode("latin-1"))))
    odd = lambda handler, payload: handler.send(b"{}", Content_Type="a; charset=zlib")  # noqa: E731
    assert "no chat completion" in str(error_of(odd))


def test_a_cut_reply_is_asked_for_again() -> None:
    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        body = json.dumps(completion('{"choice": 1}')).encode()
        if len(handler.log.payloads) < 3:
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body[:20])
        else:
            handler.send(body)

    with serving(behave) as server:
        assert value_of(FRUIT, client(server.spec).ask(FRUIT)) == 1
        assert len(server.payloads) == 3


def test_busy_servers_are_waited_for_as_they_wish() -> None:
    waits: list[float] = []

    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        if len(handler.log.payloads) == 1:
            handler.say({}, 429, Retry_After="7")
        elif len(handler.log.payloads) == 2:
            handler.say({}, 500)
        else:
            handler.say(completion('{"choice": 2}'))

    with serving(behave) as server:
        assert value_of(FRUIT, client(server.spec, wait=waits.append).ask(FRUIT)) == 2
    assert waits[0] == 7 and 2 <= waits[1] < 2.5
    waits.clear()
    error_of(lambda handler, payload: handler.say({}, 429, Retry_After="99999"), wait=waits.append)
    assert waits == [60, 60, 60]
    assert "status 503" in str(error_of(answering(503, "loading")))


@pytest.mark.parametrize("number", ["²", "1" * 5000, "-1"])
def test_numbers_in_headers_that_are_none(number: str) -> None:
    waits: list[float] = []
    said = number.encode("utf-8").decode("latin-1") if len(number) > 1 else number
    error_of(lambda handler, payload: handler.say({}, 429, Retry_After=said), wait=waits.append)
    assert all(0 < seconds < 10 for seconds in waits)
    body = json.dumps(completion('{"choice": 1}')).encode()

    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", said)
        handler.end_headers()
        handler.wfile.write(body)

    with serving(behave) as server, suppress(ServerError):
        assert value_of(FRUIT, client(server.spec).ask(FRUIT)) == 1


@pytest.mark.parametrize("drip", [False, True])
def test_a_server_that_hangs_or_drips(drip: bool) -> None:
    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        for _ in range(40):
            time.sleep(0.05)
            if drip:
                handler.wfile.write(b" ")
                handler.wfile.flush()

    started = time.monotonic()
    error = error_of(behave, timeout=0.3)
    assert "within 0.3 seconds" in str(error)
    assert time.monotonic() - started < 1.5


def test_what_a_server_refuses_is_left_out_from_then_on() -> None:
    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        for name in ("logprobs", "seed", "max_tokens"):
            if name in payload:
                return handler.say({"error": {"message": f"unsupported parameter: '{name}'"}}, 400)
        if "response_format" in payload or "json_schema" in payload:
            return handler.say({"error": {"message": "response_format and json_schema are not supported"}}, 400)
        return handler.say(completion('{"choice": 2}'))

    with serving(behave) as server:
        asking = client(server.spec)
        assert value_of(FRUIT, asking.ask(FRUIT)) == 2
        assert asking.structure is Structure.PLAIN
        before = len(server.payloads)
        asking.ask(FRUIT)
        assert len(server.payloads) == before + 1
        assert server.payloads[-1]["max_completion_tokens"] == 12


def test_impossible_numbers_of_tokens_are_not_believed() -> None:
    with serving(saying("{}", usage={"prompt_tokens": -5, "completion_tokens": 10**30})) as server:
        raw = client(server.spec).ask(FRUIT)
    assert 50 < raw.prompt_tokens < 300 and raw.completion_tokens == 1


def test_log_probabilities_from_a_liar() -> None:
    for lie in (1, [], {"content": 3}, {"content": [None, {"token": "1", "top_logprobs": [{"token": "1"}, 7]}]}):
        with serving(saying('{"choice": 1}', logprobs=lie)) as server:
            raw = client(server.spec).ask(FRUIT)
        assert probabilities_of(FRUIT, raw) is None


def field_only(handler: Handler, payload: dict[str, Any]) -> None:
    schema = payload.get("json_schema")
    if schema is None:
        return handler.say(completion("The sky is blue."))
    return handler.say(completion(json.dumps({name: each["enum"][0] for name, each in schema["properties"].items()})))


@pytest.mark.parametrize(
    "behaviour, level",
    [
        (obedient(), Structure.SCHEMA),
        (field_only, Structure.FIELD),
        (saying('{"word": "blue"}'), Structure.JSON),
        (saying('Sure! {"word": "blue"}'), Structure.PLAIN),
        (saying(""), Structure.PLAIN),
        (answering(400, "This model does not support response_format"), Structure.PLAIN),
    ],
)
def test_the_probe_sees_what_is_enforced(behaviour: Any, level: Structure) -> None:
    with serving(behaviour) as server:
        assert best_structure(client(server.spec)) is level


def test_doctor_of_an_honest_server_and_of_a_liar() -> None:
    with serving(obedient(lambda text, options: 2)) as server:
        found = {each.part: each for each in examine(client(server.spec))}
    assert found["JSON schema"].ok and found["log-probabilities"].ok and found["model"].ok
    assert found["same answer again"].ok and found["same answer in a crowd"].ok
    assert found["context"].remark == "2,048 tokens"
    numbers = iter(range(1000))
    lie = lambda handler, payload: handler.say(completion(f"no {next(numbers)}"))  # noqa: E731
    with serving(lie) as server:
        found = {each.part: each for each in examine(Client(named(f"llm:other@{server.url}")))}
    parts = ("model", "JSON schema", "JSON mode", "log-probabilities", "same answer again", "same answer in a crowd")
    assert not any(found[part].ok for part in parts)
