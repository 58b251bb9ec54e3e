"""A few worker processes and a bounded queue before them.

Work that takes too long, or that nobody waits for any more and does not stop by itself, is ended with its process; a
new one takes its place. So no request can harm another, and the server itself never computes.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from tacit.web.limits import Limits
from tacit.web.messages import FAILED, LONGEST_HEAD, MISSING, READY, REFUSED, STEP, TOO_LARGE, Message
from tacit.web.process import WorkerProcess
from tacit.web.worker import Result

OnStep: TypeAlias = Callable[[str], None]
OnPart: TypeAlias = Callable[[bytes], None]
TASKS = "tacit.web.tasks"
_LONGEST_PAUSE = 30.0
_log = logging.getLogger(__name__)


class Refusal(Exception):  # noqa: N818 (an answer)
    """Work that is not done: the HTTP status, one sentence, and after how many seconds to ask again."""

    def __init__(self, status: int, why: str, retry_after: int | None = None) -> None:
        self.status = status
        self.why = why
        self.retry_after = retry_after
        super().__init__(why)


class Pool:
    """Starts the workers, gives each request one, and replaces those that end."""

    def __init__(self, limits: Limits, tasks: str = TASKS) -> None:
        self.limits = limits
        self.waiting = 0
        self.ready = 0
        self._tasks = tasks
        self._idle: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        self._processes: set[WorkerProcess] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._failure = ""

    @property
    def busy(self) -> int:
        """Workers that work on something."""
        return self.ready - self._idle.qsize()

    async def start(self) -> None:
        """Start the workers; they load their models while requests may wait already."""
        for _ in range(self.limits.workers):
            self._in_background(self._employ())

    async def stop(self) -> None:
        """End all workers, whatever they do."""
        for task in tuple(self._background):
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        for process in tuple(self._processes):
            await self._end(process)

    async def run(self, task: str, request: bytes, on_step: OnStep, on_part: OnPart | None = None) -> Result:
        """Do a task; `on_step` is told each step, `on_part` gets what is ready before the rest.

        When the caller is cancelled, the work is, too.
        """
        worker = await self._worker(on_step)
        try:
            async with asyncio.timeout(self.limits.seconds):
                answer = await _do(worker, Message(task, request), on_step, on_part)
        except TimeoutError:
            self._in_background(self._replace(worker))
            raise Refusal(504, f"this takes more than {self.limits.seconds:g} seconds; send less at once") from None
        except (EOFError, ConnectionError):  # an incomplete read is an EOFError, too
            self._in_background(self._replace(worker))
            raise Refusal(503, "the process that did the work ended, perhaps for lack of memory; send less") from None
        except Exception:
            _log.exception("a worker does not speak as it should")
            self._in_background(self._replace(worker))
            raise Refusal(500, "an error inside tacit; the log of the server says where") from None
        except asyncio.CancelledError:
            self._in_background(self._call_off(worker))
            raise
        self._idle.put_nowait(worker)
        return _result(answer)

    async def _worker(self, on_step: OnStep) -> WorkerProcess:
        """A worker that is free and alive."""
        while (worker := await self._free_worker(on_step)).returncode is not None:
            self._in_background(self._replace(worker))
        return worker

    def check_room(self) -> None:
        """A `Refusal` if a request that comes now could not even wait."""
        if self._has_free_worker:
            return
        if self._failure and not self.ready:
            raise Refusal(503, self._failure, retry_after=10)
        if self.waiting >= self.limits.waiting:
            raise Refusal(429, f"{self.waiting} requests wait already; try again", retry_after=2 + self.waiting // 2)

    @property
    def _has_free_worker(self) -> bool:
        return not self.waiting and not self._idle.empty()

    async def _free_worker(self, on_step: OnStep) -> WorkerProcess:
        """Waits for one if not too many wait already."""
        self.check_room()
        if self._has_free_worker:
            return self._idle.get_nowait()
        on_step("waiting" if self.ready else "loading")
        self.waiting += 1
        try:
            return await self._next_worker(on_step)
        except TimeoutError:
            why = self._failure if not self.ready else "all workers were busy for too long; try again"
            raise Refusal(503, why or "the models took too long to load; try again", retry_after=10) from None
        finally:
            self.waiting -= 1

    async def _next_worker(self, on_step: OnStep) -> WorkerProcess:
        """The first to be free; while all are still loading their models, that takes as long as it takes."""
        loop = asyncio.get_running_loop()
        longest = loop.time() + self.limits.loading
        was_loading = not self.ready
        while True:
            try:
                async with asyncio.timeout(self.limits.patience):
                    return await self._idle.get()
            except TimeoutError:
                if self._failure or not was_loading or loop.time() >= longest:
                    raise
            if self.ready:  # the others were faster
                was_loading = False
                on_step("waiting")

    async def _employ(self) -> None:
        """Start a worker; where that fails, try again after a while, ever longer."""
        pause = 1.0
        while (worker := await self._started()) is None:
            self._failure = "no worker could be started; the log of the server says why"
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        self._failure = ""
        self.ready += 1
        self._idle.put_nowait(worker)

    async def _started(self) -> WorkerProcess | None:
        threads = max(1, (os.cpu_count() or 1) // self.limits.workers)
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "TOKENIZERS_PARALLELISM": "false"}
        command = [sys.executable, "-m", "tacit.web.worker", self._tasks]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environment, limit=LONGEST_HEAD
        )
        worker = WorkerProcess(process)
        self._processes.add(worker)
        try:
            message = await worker.receive()
        except EOFError:
            _log.error("a worker ended with code %s before it was ready", await worker.wait())
            self._processes.discard(worker)
            return None
        return worker if message.kind == READY else None

    async def _call_off(self, worker: WorkerProcess) -> None:
        """Ask a worker to drop what it does; if it does not answer in time, replace it."""
        try:
            if not worker.call_off():
                raise TimeoutError
            async with asyncio.timeout(self.limits.grace):
                while (await worker.receive()).kind == STEP:
                    pass
        except Exception:  # it is too late, or it ended
            await self._replace(worker)
        else:
            self._idle.put_nowait(worker)

    async def _replace(self, worker: WorkerProcess) -> None:
        self.ready -= 1
        await self._end(worker)
        await self._employ()

    async def _end(self, worker: WorkerProcess) -> None:
        await worker.end()
        self._processes.discard(worker)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def _do(worker: WorkerProcess, task: Message, on_step: OnStep, on_part: OnPart | None) -> Message:
    await worker.send(task)
    while (answer := await worker.receive()).kind == STEP:
        if not answer.body:
            on_step(answer.facts["name"])
        elif on_part is not None:
            on_part(answer.body)
    return answer


def _result(answer: Message) -> Result:
    statuses = {REFUSED: 422, TOO_LARGE: 413, MISSING: 503, FAILED: 500}
    if answer.kind in statuses:
        raise Refusal(statuses[answer.kind], answer.facts["why"])
    return Result(answer.body, answer.facts["media_type"])
