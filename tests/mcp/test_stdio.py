"""Every line is answered: also what the protocol's library takes for no message."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver", reason="tacit mcp needs mcp 2")

from mcp.types import jsonrpc_message_adapter
from pydantic import ValidationError

from tacit.mcp.stdio import refusal

HALF = r'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "script", "arguments": {"": "\ud800"}}}'


def answered(line: str) -> tuple[Any, int] | None:
    with pytest.raises(ValidationError) as caught:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    answer = refusal(caught.value)
    if answer is None:
        return None
    answer.model_dump_json()  # it can be written
    return answer.id, answer.error.code


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (HALF, (2, -32700)),
        (HALF.replace("2,", '"siebenß",'), ("siebenß", -32700)),
        (HALF.replace("2,", r'"\ud800",'), (None, -32700)),
        (HALF.replace("2,", "true,"), None),
        (HALF.replace('"id": 2,', ""), None),
        ("not JSON", (None, -32700)),
        ("[" * 100_000, (None, -32700)),
        ("9" * 5000 + r' "\ud800"', (None, -32700)),
        (" \n", None),
        ("[]", (None, -32600)),
        ('{"jsonrpc": "2.0", "id": 3, "method": "x", "params": 4}', (3, -32600)),
        ('{"jsonrpc": "2.0", "id": 3, "method": 4}', (3, -32600)),
        ('{"id": 3, "method": "x"}', (3, -32600)),
    ],
)
def test_a_request_that_is_no_message_is_refused_by_its_number(line: str, answer: tuple[Any, int] | None) -> None:
    assert answered(line) == answer


@pytest.mark.processes
def test_the_server_answers_half_characters_and_ends_with_its_input() -> None:
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    begin = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about})
    command = [sys.executable, "-m", "tacit", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        answers = []
        for line in (begin, HALF, "not JSON", '{"jsonrpc": "2.0", "id": 4, "method": "ping"}'):
            server.stdin.write(line + "\n")
            server.stdin.flush()
            answers.append(json.loads(server.stdout.readline()))
        server.stdin.close()
        assert server.wait(120) == 0
    assert [each["id"] for each in answers] == [1, 2, None, 4]
    assert ["error" in each for each in answers] == [False, True, True, False]


ENDLESS = """
import sys
import time
import tacit.mcp.server as server
from tacit.cli import main

def read(text: str) -> str:
    time.sleep(3600)
    return text

server.TOOLS = (read,)
sys.argv = ["tacit", "mcp"]
main()
"""


@pytest.mark.processes
def test_calls_that_nobody_waits_for_do_not_keep_the_server() -> None:
    """An agent that leaves with its calls unanswered: once the server worked through all of them."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    calls: list[dict[str, Any]] = [{"id": 1, "method": "initialize", "params": about}]
    calls += [
        {"id": each, "method": "tools/call", "params": {"name": "read", "arguments": {"text": "x"}}} for each in (2, 3)
    ]
    calls += [{"id": 4, "method": "ping"}]
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for call in calls:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **call}).encode() + b"\n")
        server.stdin.flush()
        assert [json.loads(server.stdout.readline())["id"] for _ in range(2)] == [1, 4]
        server.stdin.close()
        try:
            assert server.wait(120) == 0
        finally:
            server.kill()
