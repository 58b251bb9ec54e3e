"""The server as an agent meets it: the official client starts `tacit mcp` and talks to it over its pipes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

mcp = pytest.importorskip("mcp")
pytest.importorskip("mcp.server.mcpserver", reason="tacit mcp needs mcp 2")

pytestmark = pytest.mark.processes
HOW_TO = "# Cleaning\n\n1. Take the lid and the filter out of the pot.\n2. Wash it and put it back.\n"


def talk(work: Callable[[Any], Awaitable[Any]]) -> Any:
    """Run `work` with a client of a new server."""
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "tacit", "mcp"], env=dict(os.environ), cwd=Path.cwd()
    )

    async def conversation() -> Any:
        async with mcp.Client(command) as client:
            return await work(client)

    return asyncio.run(conversation())


def test_tools_have_typed_arguments_and_answers() -> None:
    async def work(client: Any) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in talk(work)}
    assert list(tools) == ["read", "check", "elaborate", "script", "scenarios"]
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools.values())
    assert tools["elaborate"].input_schema["required"] == ["instruction"]
    assert set(tools["check"].output_schema["properties"]) == {"clear", "findings"}
    assert "readings" in json.dumps(tools["check"].output_schema)


def test_answers_and_errors() -> None:
    """One conversation, as starting a server takes some seconds."""

    async def work(client: Any) -> Any:
        return [
            await client.call_tool("check", {"text": HOW_TO}),
            await client.call_tool("script", {"scenario": "baking a cake"}),
            await client.call_tool("script", {"scenario": "baking a cakee"}),
            await client.call_tool("check", {"text": "  "}),
            await client.call_tool("check", {"text": "a" * 30_001}),
            await client.call_tool("check", {"text": HOW_TO, "profile": "poem"}),
            await client.call_tool("elaborate", {}),
            await client.call_tool("read", {"text": "Ann came in.", "only": ["magic"]}),
            await client.call_tool("read", {"text": "Ann came in.", "only": ["language"], "layers": True}),
        ]

    checked, script, unknown, blank, long, profile, missing, capability, language = talk(work)
    [finding] = [each for each in checked.structured_content["findings"] if each["phrase"] == "it"][:1]
    assert (finding["line"], finding["code"], checked.structured_content["clear"]) == (4, "TAC103", False)
    assert len(finding["readings"]) >= 2
    assert json.loads(checked.content[0].text) == checked.structured_content
    assert script.structured_content["scenario"] == "baking a cake"
    assert {"event", "who", "usual", "share"} <= set(script.structured_content["events"][0])
    for answer, sentence in (
        (unknown, "similar: baking a cake"),
        (blank, "there is no text"),
        (long, "30,001 characters; 30,000 are read at once"),
        (profile, "'poem'"),
        (missing, "instruction"),
        (capability, "there is no capability 'magic'"),
    ):
        assert answer.is_error
        assert sentence in answer.content[0].text
        assert "Traceback" not in answer.content[0].text
    labels = [each["labels"] for each in language.structured_content["layers"]["events"]]
    assert labels == [["come in"]]


@pytest.mark.models
def test_models_answer() -> None:
    async def work(client: Any) -> Any:
        story = "We drove to the supermarket. I took a cart and put milk and bread into it. I paid at the checkout."
        return (
            await client.call_tool("scenarios", {"text": story}),
            await client.call_tool("elaborate", {"instruction": "wash the dog", "count": 1}),
            await client.call_tool("elaborate", {"instruction": "calibrate the synchrotron"}),
        )

    passages, known, unknown = talk(work)
    assert [each["scenario"] for each in passages.structured_content["passages"]] == ["going grocery shopping"]
    assert len(known.structured_content["alternatives"]) == 1
    assert known.structured_content["alternatives"][0]["steps"]
    assert unknown.structured_content["known"] is False
    assert unknown.structured_content["why"]


def test_configuration_is_what_agents_take() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tacit", "mcp", "--configuration"], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout)["mcpServers"]["tacit"] == {"command": "tacit", "args": ["mcp"]}
