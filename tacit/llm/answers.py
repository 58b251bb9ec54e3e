"""The answers file: every answer by the hash of what was asked, one JSON object on each line, only ever appended to.

A run that was killed leaves at most half a line at the end, which the next one cuts off. A line has no time and no
address in it, so that the same questions to the same model give the same bytes. What was asked stands there to be read
by people: a line without it, of a text that must not be passed on, is as good.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import stat
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from tacit.errors import InputError, OutputError, UsageError
from tacit.files import reason
from tacit.llm.http import MAX_REPLY
from tacit.llm.task import Question, Raw
from tacit.shapes import Named, Optional, ShapeError, Text, Within, check

_HEAD = b'{"key": "'
_START = re.compile(_HEAD.replace(b"{", rb"\{") + rb'([0-9a-f]{64})", ')
_CUT = re.compile(rb"[0-9a-f]{0,64}|[0-9a-f]{64}\".*", re.DOTALL)
"""What may follow the beginning of a line that was never finished."""
_ANSWER = {
    "text": str,
    "finish": str,
    "prompt_tokens": Within(int, 0, 1e9),
    "completion_tokens": Within(int, 0, 1e9),
    "shares": Named(Text("[1-9]"), Within(float, 0, 1)),
}
_SHAPE = {"key": Text("[0-9a-f]{64}"), "model": str, Optional("request"): dict, "answer": _ANSWER}
_LONGEST = 2 * MAX_REPLY
"""Bytes of a line beyond which the file was not written by tacit."""


class Mode(StrEnum):
    """What an answers file is for: `record` uses it and adds to it, `use` only uses it, `only` never asks a server."""

    RECORD = "record"
    USE = "use"
    ONLY = "only"


class Answers:
    """An open answers file; a context manager."""

    def __init__(self, path: Path, mode: Mode = Mode.RECORD) -> None:
        self.path, self.mode = path, mode
        self._places: dict[bytes, tuple[int, int]] = {}
        self._descriptor = self._opened()
        try:
            self._end = self._index()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._places)

    def close(self) -> None:
        """Let go of the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def find(self, question: Question, model: str) -> Raw | None:
        """The answer to a question that was asked before."""
        place = self._places.get(bytes.fromhex(question.key(model)))
        if place is None:
            return None
        try:
            plain = json.loads(os.pread(self._descriptor, place[1], place[0]))
            check(plain, _SHAPE)
        except (ValueError, RecursionError, ShapeError) as error:
            raise InputError(f"has a damaged answer at byte {place[0]:,}: {error}", path=self.path) from None
        return Raw(**{name: plain["answer"][name] for name in _ANSWER})

    def add(self, question: Question, model: str, raw: Raw) -> None:
        """Append an answer, in one write; in the modes that write nothing, do nothing."""
        key = question.key(model)
        if self.mode is not Mode.RECORD or bytes.fromhex(key) in self._places:
            return
        plain: dict[str, Any] = {"key": key, "model": model, "request": question.to_dict(), "answer": raw.to_dict()}
        line = (json.dumps(plain, ensure_ascii=False) + "\n").encode("utf-8", "replace")
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            raise OutputError(f"{self.path}: cannot be written ({reason(error)})") from None
        self._places[bytes.fromhex(key)] = (self._end, len(line))
        self._end += len(line)

    def _opened(self) -> int:
        recording = self.mode is Mode.RECORD
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT if recording else os.O_RDONLY
        try:
            descriptor = os.open(self.path, flags | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        except OSError as error:
            raise UsageError(f"the answers file {self.path} cannot be opened ({reason(error)})") from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # a pipe or device might never end
            os.close(descriptor)
            raise UsageError(f"the answers file {self.path} is not a regular file")
        try:
            if recording:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise UsageError(
                f"the answers file {self.path} is being written by another run; wait for its end"
            ) from None
        except OSError:
            pass  # some file systems know no locks
        return descriptor

    def _index(self) -> int:
        """Find where each answer stands, and cut off what a killed run left of its last line."""
        place = 0
        with open(self._descriptor, "rb", closefd=False) as stream:
            stream.seek(0)
            for number, line in enumerate(iter(lambda: stream.readline(_LONGEST), b""), 1):
                if not line.endswith(b"\n") and len(line) < _LONGEST and _is_cut(line):
                    break  # the last one
                found = _START.match(line)
                if not found or not line.endswith(b"}\n"):
                    raise InputError("is not a line of an answers file", path=self.path, line=number)
                self._places.setdefault(bytes.fromhex(found[1].decode()), (place, len(line)))
                place += len(line)
        if self.mode is Mode.RECORD:
            os.ftruncate(self._descriptor, place)
        return place


def _is_cut(line: bytes) -> bool:
    """Is it the beginning of an answer? What anything else left without a line end must not be cut off."""
    return line.startswith(_HEAD[: len(line)]) and _CUT.fullmatch(line[len(_HEAD) :]) is not None
