"""`tacit mcp`: tacit as tools for agents."""

from __future__ import annotations

import json as plain_json
from typing import Annotated

import typer

from tacit.cli.common.leaving import leave
from tacit.cli.common.output import Json, Output, Quiet, Verbose

CONFIGURATION = {"mcpServers": {"tacit": {"command": "tacit", "args": ["mcp"]}}}


def mcp(
    configuration: Annotated[
        bool, typer.Option("--configuration", help="Print what to write into an agent's settings, and stop.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Serve agents over the Model Context Protocol (stdio).

    An agent starts this command itself and talks to it on standard input
    and output. Its tools: read, check, elaborate, script, scenarios.
    With --json it prints the tools with their schemas, and stops.

    Examples:

    tacit mcp --configuration

    tacit mcp --json
    """
    import asyncio
    import sys

    from tacit.extras import require

    output = Output(as_json=json or configuration, quiet=quiet, verbose=verbose)
    if configuration:
        sys.stdout.write(plain_json.dumps(CONFIGURATION, indent=2) + "\n")
        return
    require("mcp.server.mcpserver", extra="mcp")
    from tacit.mcp.server import create_server

    server = create_server()
    if json:
        tools = asyncio.run(server.list_tools())
        output.result({"tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]})
        return
    if sys.stdin.isatty():
        output.remark("tacit mcp waits for an agent on standard input (Ctrl-D ends it); see docs/guides/agents.md")
    server.run("stdio")
    leave()
