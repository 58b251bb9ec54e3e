"""A worker process as the server sees it: tasks go in, messages come out."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import Process

from tacit.web.messages import LONGEST_HEAD, Message, receive
from tacit.web.worker import CANCEL


class WorkerProcess:
    """A message is always taken whole: what a caller who left had half received, the next one waits for."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._pending: asyncio.Task[Message] | None = None

    @property
    def returncode(self) -> int | None:
        """How it ended; nothing while it runs."""
        return self._process.returncode

    async def send(self, task: Message) -> None:
        """Give it something to do."""
        self._input.write(task.packed())
        await self._input.drain()

    async def receive(self) -> Message:
        """The next message; after an error, that error every time."""
        if self._pending is None:
            self._pending = asyncio.create_task(receive(self._output))
        message = await asyncio.shield(self._pending)
        self._pending = None
        return message

    def call_off(self) -> bool:
        """Ask it to stop at the next step; false where it cannot be asked."""
        if CANCEL is None:
            return False
        self._process.send_signal(CANCEL)
        return True

    async def wait(self) -> int:
        """How it ended, once it has."""
        return await self._process.wait()

    async def end(self) -> None:
        """End it, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        if self._pending is not None:
            await asyncio.gather(self._pending, return_exceptions=True)
        while await self._output.read(LONGEST_HEAD):  # asyncio waits for the end of the pipe as well
            pass
        await self.wait()
