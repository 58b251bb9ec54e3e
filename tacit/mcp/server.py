"""The MCP server: the tools of `tacit.mcp.tools` over standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from tacit.errors import TacitError
from tacit.mcp.stdio import AnsweringServer
from tacit.mcp.tools import TOOLS
from tacit.version import __version__

ABOUT = (
    "tacit reads what a text takes for granted, on this machine and without a language model in the cloud. "
    "Use `scenarios` and `script` for stories, `check` and `elaborate` for instructions, `read` for everything. "
    "It reads English; the first call of a tool loads its models and takes some seconds."
)


def create_server() -> AnsweringServer:
    """The server with all tools; `run("stdio")` serves until its input ends."""
    server = AnsweringServer("tacit", version=__version__, instructions=ABOUT, log_level="WARNING")
    harmless = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    thread = ThreadPoolExecutor(1, thread_name_prefix="tacit")
    for tool in TOOLS:
        server.add_tool(_in(thread, tool), annotations=harmless, structured_output=True)
    return server


def _in(thread: ThreadPoolExecutor, tool: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """The tool, called in a thread that all tools share; a call that is cancelled before its turn never begins.

    A user's mistake, or a part that is not installed, reaches the agent as the sentence that says so.
    """

    @wraps(tool)
    async def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, partial(tool, *args, **kwargs))
        except TacitError as error:
            raise ToolError(str(error)) from error

    return told
