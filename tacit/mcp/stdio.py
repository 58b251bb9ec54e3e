"""Standard input and output where every request is answered, also one that the protocol's library cannot read.

The library passes over such a line in silence, and the agent would wait for ever: JSON may have half characters
(`"\\ud800"`, as agents in JavaScript write them), which it does not take, and params may be no object.
"""

from __future__ import annotations

import json
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError


class AnsweringServer(MCPServer[Any]):
    """A server that says of what it cannot read that it cannot."""

    async def run_stdio_async(self) -> None:
        """Serve until the input ends."""
        server = self._lowlevel_server
        onwards, messages = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        async with stdio_server() as (lines, replies), anyio.create_task_group() as group:
            group.start_soon(_pass_on, lines, onwards, replies)
            await server.run(messages, replies, server.create_initialization_options())
            group.cancel_scope.cancel()


async def _pass_on(lines: Any, onwards: MemoryObjectSendStream[SessionMessage | Exception], replies: Any) -> None:
    async with onwards:
        async for line in lines:
            if not isinstance(line, Exception):
                await onwards.send(line)
            elif answer := refusal(line):
                await replies.send(SessionMessage(answer))


def refusal(error: Exception) -> JSONRPCError | None:
    """What to answer to a line that is no message; nothing where nobody waits for an answer."""
    wrongs = error.errors(include_url=False) if isinstance(error, ValidationError) else []
    given = [wrong["input"] for wrong in wrongs]
    if any(wrong["type"] == "json_invalid" for wrong in wrongs):
        if not given[0].strip():
            return None
        message = _parsed(given[0])
        said = ErrorData(code=PARSE_ERROR, message="this is no JSON in whole characters, one message a line")
    else:
        message = next((each for each in given if isinstance(each, dict) and "method" in each), None)
        said = ErrorData(code=INVALID_REQUEST, message="this is no message of JSON-RPC 2.0 with an object as params")
    if message is None:
        return JSONRPCError(jsonrpc="2.0", id=None, error=said)
    number = message.get("id")
    if "method" not in message or isinstance(number, bool) or not isinstance(number, int | str):
        return None
    return JSONRPCError(jsonrpc="2.0", id=_whole(number), error=said)


def _whole(number: int | str) -> int | str | None:
    """The number of a request; none where it has half characters itself and cannot be written."""
    try:
        str(number).encode()
    except UnicodeEncodeError:
        return None
    return number


def _parsed(line: str) -> dict[str, Any] | None:
    """The message of a line that is JSON for Python, which takes half characters."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
