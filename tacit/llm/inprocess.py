"""A model that llama.cpp, or transformers, runs in this process: asked as a server is, but no text goes over a line."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from tacit.errors import ServerError
from tacit.llm.folder import FolderModel, is_folder
from tacit.llm.http import HungError, Reply
from tacit.llm.serving import CONTEXT, model_file, start

_ONE = threading.Lock()
"""One question at a time: more at once are not faster on the cores of one machine."""


@lru_cache(maxsize=1)
def _engine(file: str, threads: int) -> Any:
    """The last one that was used stays. Nobody else can use the port that it opens: its key is forgotten."""
    if is_folder(file):
        return FolderModel(Path(file), threads=threads, context=CONTEXT)
    return start(model_file(file), threads=threads, key=secrets.token_urlsafe(32))


class InProcess:
    """What a line to a server is, for a model in this process; `abort` ends what is under way."""

    def __init__(self, file: str, *, timeout: float = 120.0, threads: int | None = None) -> None:
        self._file, self._timeout = file, timeout
        self._threads = threads or max((os.cpu_count() or 2) // 2, 1)
        self._aborted = False

    @property
    def where(self) -> str:
        """The model as messages name it."""
        return f"{self._file} in this process"

    def send(self, path: str, body: bytes | None = None, *, at_root: bool = False) -> Reply:
        """What a server would reply to the same; one question after the other."""
        if body is None:
            return _reply(200, {"n_ctx": CONTEXT}) if at_root else _reply(404, {})
        with _ONE:
            engine = _engine(self._file, self._threads)
            return self._answered(engine, json.loads(body))

    def abort(self) -> None:
        """End what is under way, at its next token."""
        self._aborted = True

    def _answered(self, engine: Any, payload: dict[str, Any]) -> Reply:
        ends = time.monotonic() + self._timeout
        heard = _Heard()

        def hear(chunk: dict[str, Any]) -> bool:
            heard.take(chunk)
            return self._aborted or time.monotonic() >= ends

        streamed = {"stream": True, "stream_options": {"include_usage": True}, "return_progress": True}
        try:
            if not self._aborted:
                engine.handle_chat_completions({**payload, **streamed}, hear)
        except (ValueError, RuntimeError) as error:
            return _reply(400, {"error": {"message": str(error)}})
        if heard.error is not None:
            code = heard.error.get("code")
            return _reply(code if isinstance(code, int) else 500, {"error": heard.error})
        if heard.finish is not None:
            return _reply(200, heard.completion())
        if self._aborted:
            raise ServerError(f"{self.where} was told to stop", ends_run=True)
        raise HungError(f"{self.where} did not answer within {self._timeout:g} seconds (`timeout`)")


@dataclass(slots=True)
class _Heard:
    """The pieces of an answer, as they come."""

    pieces: list[str] = field(default_factory=list)
    tokens: list[Any] = field(default_factory=list)
    finish: str | None = None
    usage: Any = None
    error: dict[str, Any] | None = None

    def take(self, chunk: dict[str, Any]) -> None:
        self.error = chunk.get("error", self.error)
        self.usage = chunk.get("usage") or self.usage
        for choice in chunk.get("choices", ()):
            self.pieces.append(choice["delta"].get("content") or "")
            self.tokens += (choice.get("logprobs") or {}).get("content") or ()
            self.finish = choice.get("finish_reason") or self.finish

    def completion(self) -> dict[str, Any]:
        message = {"role": "assistant", "content": "".join(self.pieces)}
        choice = {"index": 0, "message": message, "finish_reason": self.finish, "logprobs": {"content": self.tokens}}
        return {"choices": [choice], "usage": self.usage}


def _reply(status: int, plain: Any) -> Reply:
    return Reply(status, {}, json.dumps(plain).encode())
