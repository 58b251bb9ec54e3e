"""Servers for tests, on loopback: one that behaves, and as many that lie as a test has ideas."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Handler", dict[str, Any]], None]


@dataclass
class Log:
    """What a server was asked, and how many at once."""

    url: str = ""
    payloads: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def spec(self) -> str:
        return f"llm:toy@{self.url}/v1"

    @property
    def asked(self) -> list[dict[str, Any]]:
        """Without the probe for what is enforced."""
        return [each for each in self.payloads if "clear sky" not in each["messages"][1]["content"]]


class Handler(BaseHTTPRequestHandler):
    log: Log
    behaviour: Behaviour
    answering = False

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            self.say({"data": [{"id": "toy", "meta": {"n_ctx_train": 2048}}]})
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        log = self.log
        with log.lock:
            log.payloads.append(json.loads(body))
            log.keys.append(self.headers.get("Authorization"))
            log.at_once += 1
            log.most_at_once = max(log.most_at_once, log.at_once)
        self.answering = True
        try:
            type(self).behaviour(self, json.loads(body))
        finally:
            self.answered()

    def answered(self) -> None:
        """Counted before the answer is out: whoever has it may ask again at once."""
        if self.answering:
            self.answering = False
            with self.log.lock:
                self.log.at_once -= 1

    def say(self, plain: Any, status: int = 200, **headers: str) -> None:
        self.send(json.dumps(plain).encode(), status, **headers)

    def send(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.answered()
        self.wfile.write(body)


def completion(text: str | None, *, finish: str = "stop", logprobs: Any = None, usage: Any = None) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    if logprobs is not None:
        choice["logprobs"] = logprobs
    return {"choices": [choice], "usage": usage or {"prompt_tokens": 10, "completion_tokens": 5}}


def schema_of(payload: dict[str, Any]) -> dict[str, Any] | None:
    form = payload.get("response_format", {})
    return form.get("json_schema", {}).get("schema")


def obedient(choose: Callable[[str, list[str]], int] = lambda text, options: 1, **fields: Any) -> Behaviour:
    """A server that enforces the schema, tells probabilities, and chooses as a test wishes."""

    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        schema, text = schema_of(payload), payload["messages"][1]["content"]
        if schema is None:
            return handler.say(completion("plain talk"))
        properties = schema["properties"]
        if "choice" in properties:
            number = choose(text, options_of(text))
            rivals = [{"token": str(number), "logprob": -0.105}, {"token": str(number % 2 + 1), "logprob": -2.303}]
            content = [{"token": '{"'}, {"token": f" {number}", "logprob": -0.105, "top_logprobs": rivals}]
            return handler.say(completion(json.dumps({"choice": number}), logprobs={"content": content}))
        filled = {name: fields.get(name) or _simplest(each) for name, each in properties.items()}
        filled = {name: value(text) if callable(value) else value for name, value in filled.items()}
        return handler.say(completion(json.dumps(filled)))

    return behave


def options_of(text: str) -> list[str]:
    inside = re.search(r"<<<options (\w+)\n(.*)\n\1 options>>>", text, re.DOTALL)
    return [line.partition(". ")[2] for line in inside[2].splitlines()] if inside else []


def _simplest(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    return {"string": "rain falls", "integer": 1, "array": []}[schema["type"]]


def saying(text: str | None, **more: Any) -> Behaviour:
    """A server that says the same to everything, whatever form was asked for."""
    return lambda handler, payload: handler.say(completion(text, **more))


def slow(behaviour: Behaviour, seconds: float) -> Behaviour:
    def behave(handler: Handler, payload: dict[str, Any]) -> None:
        time.sleep(seconds)
        behaviour(handler, payload)

    return behave


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[Log]:
    log = Log()
    handler = type("Scripted", (Handler,), {"log": log, "behaviour": staticmethod(behaviour)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    server.handle_error = lambda *_: None  # type: ignore[method-assign] (clients may hang up)
    log.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield log
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
