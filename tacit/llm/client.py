"""A server that speaks the OpenAI chat-completions protocol: one question in, what it said out."""

from __future__ import annotations

import json
import random
import re
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from math import exp, isfinite
from typing import Any

from tacit.errors import ServerError
from tacit.llm.address import Address
from tacit.llm.costs import estimated
from tacit.llm.http import HungError, Reply, ReplyTooLargeError, Transport
from tacit.llm.inprocess import InProcess
from tacit.llm.task import Question, Raw, Schema
from tacit.shapes import AtLeastOne, Optional, ShapeError, check

RETRIES = 3
"""Times that a busy or broken server is asked again."""
LONGEST_WAIT = 60.0
"""Seconds to wait before asking again, whatever the server wishes."""
_ENCODINGS = {"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin-1", "latin1", "windows-1252", "utf-16"}
_CHAT = "/chat/completions"
_REPLY = {"choices": AtLeastOne({"message": {Optional("content"): (str, type(None))}})}
_TOP = 20
"""Rivals of a token whose probabilities are asked for, as many as the protocol allows."""
_DROPPABLE = ("logprobs", "seed", "max_tokens", "temperature")
"""Fields that some servers refuse, and that a question can do without."""

_ABOUT_FORM = ("format", "schema", "grammar", "guided", "json")


class Structure(StrEnum):
    """How a server is told which form its answer must have, the strictest first."""

    SCHEMA = "schema"
    FIELD = "field"
    JSON = "json"
    PLAIN = "plain"


LADDER = tuple(Structure)


class Client:
    """Asks one server, from many threads; remembers which fields it refuses."""

    def __init__(self, address: Address, *, timeout: float = 120.0, wait: Callable[[float], None] = time.sleep) -> None:
        self.address = address
        self.structure = Structure.SCHEMA
        self.calls = 0
        self._key = address.key
        self._transport: Transport | InProcess = (
            InProcess(address.file, timeout=timeout, threads=address.threads)
            if address.file
            else Transport(address.url, self._key, timeout=timeout)
        )
        self._wait = wait
        self._refused: set[str] = set()
        self._lock = threading.Lock()

    def ask(self, question: Question, structure: Structure | None = None) -> Raw:
        """What the server says; fields that it refuses are left out from then on."""
        while True:
            level = structure or self.structure
            reply = self._patiently(_CHAT, self._payload(question, level))
            if reply.status == 200:
                return self._raw(question, reply)
            if reply.status not in (400, 422) or not self._step_down(reply, level, fixed=structure is not None):
                raise self._refusal(reply)

    def get(self, path: str, *, at_root: bool = False) -> Any:
        """What stands at an address of the server, as JSON; nothing where there is none."""
        reply = self._transport.send(path, at_root=at_root)
        return self._json(reply) if reply.status == 200 else None

    def abort(self) -> None:
        """End all requests that are under way."""
        self._transport.abort()

    def _payload(self, question: Question, level: Structure) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "model": self.address.model,
            "messages": [{"role": role, "content": content} for role, content in question.messages],
            "temperature": 0,
            "seed": 0,
            "max_tokens": question.max_tokens,
            "stream": False,
        }
        if question.options:
            plain |= {"logprobs": True, "top_logprobs": _TOP}
        plain |= _told(question.schema, level)
        with self._lock:
            refused = set(self._refused)
        if "max_tokens" in refused:
            plain["max_completion_tokens"] = plain["max_tokens"]
        for name in refused:
            plain.pop(name, None)
            plain.pop(f"top_{name}", None)
        return plain

    def _patiently(self, path: str, payload: dict[str, Any]) -> Reply:
        """The reply, after waiting for a server that is busy or breaks off; one that hangs is not asked again."""
        body = json.dumps(payload, ensure_ascii=True).encode()
        for tried in range(RETRIES + 1):
            with self._lock:
                self.calls += 1
            try:
                reply = self._transport.send(path, body)
            except (HungError, ReplyTooLargeError):
                raise
            except ServerError as error:
                if tried == RETRIES or error.ends_run:
                    raise
                self._wait(_pause(tried, ""))
                continue
            if reply.status not in (408, 425, 429) and reply.status < 500:
                return reply
            if tried < RETRIES:
                self._wait(_pause(tried, reply.headers.get("retry-after", "")))
        return reply

    def _step_down(self, reply: Reply, level: Structure, *, fixed: bool) -> bool:
        """Leave out what the server names in its refusal, or ask less of its answer's form; no where that is all."""
        said = reply.body[:5000].decode("utf-8", "replace").lower()
        if "context" in said and ("length" in said or "exceed" in said or "size" in said):
            return False
        with self._lock:
            for name in _DROPPABLE:
                if name in said and name not in self._refused:
                    self._refused.add(name)
                    return True
            about_model = "model" in said and not any(word in said for word in _ABOUT_FORM)
            if fixed or level is Structure.PLAIN or about_model:
                return False
            self.structure = max(self.structure, LADDER[LADDER.index(level) + 1], key=LADDER.index)
            return True

    def _refusal(self, reply: Reply) -> ServerError:
        where, status, model = self._transport.where, reply.status, self.address.model
        said = self._said(reply)
        low = said.lower()
        if status in (401, 403):
            variable = self.address.key_variable
            advice = "refuses the key in" if self._key else "asks for a key; put it into"
            return ServerError(f"{where} {advice} the environment variable {variable}", ends_run=True, status=status)
        if status in (400, 413, 422) and ("context" in low or "too long" in low or "exceed" in low):
            return ServerError(f"the text is too long for {model!r}", status=status)
        if status == 404 or (status == 400 and "model" in low):
            return ServerError(f"{where} does not know the model {model!r}: {said}", ends_run=True, status=status)
        if status == 429:
            return ServerError(f"{where} is still too busy after {RETRIES + 1} attempts (status 429)", status=status)
        if 300 <= status < 400:
            return ServerError(f"{where} sends elsewhere; give the address itself", ends_run=True, status=status)
        return ServerError(f"{where} answers with an error (status {status}): {said}", status=status)

    def _said(self, reply: Reply) -> str:
        """The beginning of a server's own message, without the key should it repeat it."""
        text = reply.body[:2000].decode("utf-8", "replace")
        try:
            plain = json.loads(text)
            error = plain.get("error", plain) if isinstance(plain, dict) else text
            text = str(error.get("message", "")) if isinstance(error, dict) else str(error)
        except (ValueError, RecursionError):
            pass
        text = text.replace(self._key, "…") if self._key else text
        return " ".join(text.split())[:160] or "it says no more"

    def _raw(self, question: Question, reply: Reply) -> Raw:
        plain = self._json(reply)
        try:
            check(plain, _REPLY)
        except ShapeError as error:
            raise ServerError(f"{self._transport.where} sent no chat completion: {error}") from None
        first = plain["choices"][0]
        text = first["message"].get("content") or ""
        text = text.encode("utf-8", "replace").decode()
        finish = first.get("finish_reason")
        usage = plain.get("usage")
        guessed = estimated(question)[0], int(len(text) / 3.5) + 1
        said = [_count(usage, name) for name in ("prompt_tokens", "completion_tokens")]
        tokens = [guess if count is None else count for count, guess in zip(said, guessed, strict=True)]
        shares = _shares(first.get("logprobs")) if question.options else {}
        return Raw(text, finish if finish in ("stop", "length") else "other", tokens[0], tokens[1], shares)

    def _json(self, reply: Reply) -> Any:
        _, _, charset = reply.headers.get("content-type", "").partition("charset=")
        charset = charset.split(";")[0].strip("\"' ").lower() or "utf-8"
        try:
            return json.loads(reply.body.decode(charset if charset in _ENCODINGS else "utf-8"))
        except (ValueError, RecursionError):
            raise ServerError(f"{self._transport.where} sent something that is not JSON in UTF-8") from None


def _told(schema: Schema, level: Structure) -> dict[str, Any]:
    """The fields that ask for a form; llama.cpp and vLLM have fields of their own beside the protocol's."""
    if level is Structure.SCHEMA:
        form = {"name": "answer", "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": form}}
    if level is Structure.FIELD:
        return {"json_schema": schema, "guided_json": schema}
    return {"response_format": {"type": "json_object"}} if level is Structure.JSON else {}


def _pause(tried: int, wanted: str) -> float:
    """Seconds to wait: what the server wishes, or 1, 2, 4 and a little that differs between clients."""
    if re.fullmatch("[0-9]{1,8}", wanted.strip()):
        return min(float(wanted), LONGEST_WAIT)
    return float(2**tried) + random.random() / 4  # noqa: S311 (spreads clients, guards nothing)


def _count(usage: Any, name: str) -> int | None:
    """A number of tokens, unless the server tells something impossible."""
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if type(value) is int and 0 <= value < 1_000_000_000 else None


def _shares(plain: Any) -> dict[str, float]:
    """The probability of each figure at the first token that is one; nothing where the server does not tell."""
    content = plain.get("content") if isinstance(plain, dict) else None
    for token in content[:200] if isinstance(content, list) else ():
        if not isinstance(token, dict) or _figure(token.get("token")) is None:
            continue
        rivals = token.get("top_logprobs")
        found: dict[str, float] = {}
        for rival in rivals[:_TOP] if isinstance(rivals, list) else ():
            if isinstance(rival, dict) and (figure := _figure(rival.get("token"))) is not None:
                found[figure] = min(found.get(figure, 0.0) + _probability(rival.get("logprob")), 1.0)
        return {figure: round(found[figure], 6) for figure in sorted(found)}
    return {}


def _figure(token: Any) -> str | None:
    bare = token.strip(" ▁Ġ\n") if isinstance(token, str) else ""
    return bare if len(bare) == 1 and bare in "123456789" else None


def _probability(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        return 0.0
    return exp(min(float(value), 0.0))
