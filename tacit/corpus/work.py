"""The one way to run work in many processes: in this one, in local ones, or on a Dask cluster, with equal results.

The work is a function that can be imported and tasks that can be pickled. Results come as they finish, each with
the number of its task. A worker that dies is replaced and its task is done again, three times at most.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import get_context, parent_process
from typing import Any, Generic, TypeVar

from tacit.errors import WorkError
from tacit.extras import require

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_TRIES = 3
CONNECT_SECONDS = 10
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "BLIS_NUM_THREADS": "1"}


@dataclass(frozen=True, slots=True)
class Workers:
    """Where work runs: on the Dask cluster at an address, else in so many local processes (0: one a core)."""

    processes: int = 0
    cluster: str = ""

    @property
    def count(self) -> int:
        """How many local processes."""
        return self.processes or len(os.sched_getaffinity(0))


def run(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: Workers | None = None
) -> Iterator[tuple[int, Result]]:
    """Apply `function` to every task; yields (task number, result) in the order of finishing.

    Tasks are drawn only as fast as they are worked off, so a long stream of them costs no memory.
    """
    workers = workers or Workers()
    if workers.cluster:
        return _on_cluster(function, tasks, workers.cluster)
    if workers.count == 1:
        return ((number, function(task)) for number, task in enumerate(tasks))
    return _in_processes(function, tasks, workers.count)


def _in_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], processes: int
) -> Iterator[tuple[int, Result]]:
    stream = enumerate(tasks)
    work = _Processes(function, processes)
    try:
        while True:
            for number, task in islice(stream, 2 * processes - len(work.pending)):
                work.submit(number, task)
            if not work.pending:
                return
            finished, _ = wait(work.pending, return_when=FIRST_COMPLETED)
            lost = [work.pending.pop(future) for future in finished if _is_broken(future)]
            for future in finished & work.pending.keys():
                number, _task, _tries = work.pending.pop(future)
                yield number, future.result()
            if lost:
                work.do_again(lost)
    finally:
        work.stop()


class _Processes(Generic[Task, Result]):
    """Local processes that are replaced when one dies, and the work they have not handed in: number, task, tries."""

    def __init__(self, function: Callable[[Task], Result], processes: int) -> None:
        self.pending: dict[Future[Result], tuple[int, Task, int]] = {}
        self._function = function
        self._processes = processes
        self._pool = _pool(processes)

    def submit(self, number: int, task: Task, tries: int = 1) -> None:
        """Hand a task to the processes; one may have died since."""
        try:
            self.pending[self._pool.submit(self._function, task)] = (number, task, tries)
        except BrokenProcessPool:
            self.do_again([(number, task, tries)])

    def do_again(self, lost: list[tuple[int, Task, int]]) -> None:
        """Start new processes, and give them what was lost with the old ones; what was finished is kept."""
        unfinished = [future for future in self.pending if not future.done() or _is_broken(future)]
        lost = lost + [self.pending.pop(future) for future in unfinished]
        if any(tries >= MAX_TRIES for _, _, tries in lost):
            raise WorkError(f"a worker process died {MAX_TRIES} times over the same work; is there enough memory?")
        self.stop()
        self._pool = _pool(self._processes)
        for number, task, tries in lost:
            self.submit(number, task, tries + 1)

    def stop(self) -> None:
        """End the processes."""
        _stop(self._pool)


def _is_broken(future: Future[Any]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _pool(processes: int) -> ProcessPoolExecutor:
    for name, value in _ONE_THREAD.items():
        os.environ.setdefault(name, value)
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, and go when the parent is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def leave_with_parent() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=leave_with_parent, daemon=True).start()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers now; what they were doing is not wanted any more."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        with suppress(OSError, ValueError):
            worker.terminate()


def _on_cluster(
    function: Callable[[Task], Result], tasks: Iterable[Task], address: str
) -> Iterator[tuple[int, Result]]:
    distributed = require("distributed", extra="cluster")
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkError(
            f"there is no Dask scheduler at {address!r} ({str(error).partition(': ')[0] or 'no answer'})"
        ) from None
    with client:
        numbers = count()
        stream = iter(tasks)
        running: dict[Any, int] = {}

        def submit(task: Task) -> Any:
            future = client.submit(function, task, pure=False, retries=MAX_TRIES)
            running[future.key] = next(numbers)
            return future

        window = max(2, 2 * sum(client.nthreads().values()))
        finished = distributed.as_completed([submit(task) for task in islice(stream, window)], loop=client.loop)
        for future in finished:
            try:
                result = future.result()
            except distributed.scheduler.KilledWorker:
                raise WorkError(f"workers of {address} died {MAX_TRIES} times over the same work") from None
            future.release()
            yield running.pop(future.key), result
            for task in islice(stream, 1):
                finished.add(submit(task))
