"""What the server and its worker processes say to each other: a line of JSON, then as many bytes as it announces.

No pickle: a worker that was taken over could not run code in the server.
"""

from __future__ import annotations

import json
from asyncio import StreamReader
from dataclasses import dataclass, field
from typing import IO, Any

from tacit.errors import InputError
from tacit.web.limits import MEGABYTE

LONGEST_HEAD = 1 << 16
LARGEST_RESULT = 64 * MEGABYTE
READY, STEP, RESULT, CANCELLED = "ready", "step", "result", "cancelled"
REFUSED, TOO_LARGE, MISSING, FAILED = "refused", "too large", "missing", "failed"
"""Kinds of message from a worker: refused is the user's mistake, missing something not installed, failed is ours."""


class TooLargeError(InputError):
    """What was sent is as it should be, but too much."""


@dataclass(frozen=True, slots=True)
class Message:
    """A kind or name, a few facts, and a body."""

    kind: str
    body: bytes = b""
    facts: dict[str, Any] = field(default_factory=dict)

    def packed(self) -> bytes:
        """As bytes for a pipe."""
        head = {"kind": self.kind, "length": len(self.body), **self.facts}
        return json.dumps(head).encode() + b"\n" + self.body


def _unpacked(line: bytes) -> tuple[str, int, dict[str, Any]]:
    head = json.loads(line)
    return head.pop("kind"), head.pop("length"), head


def read(stream: IO[bytes]) -> Message | None:
    """The next message of a pipe; nothing at its end."""
    line = stream.readline()
    if not line:
        return None
    kind, length, facts = _unpacked(line)
    return Message(kind, stream.read(length), facts)


async def receive(stream: StreamReader) -> Message:
    """The next message, without blocking; `EOFError` at the end, `ValueError` for what is too long."""
    line = await stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    kind, length, facts = _unpacked(line)
    if length > LARGEST_RESULT:
        raise ValueError(f"a message of {length:,} bytes")
    return Message(kind, await stream.readexactly(length), facts)
