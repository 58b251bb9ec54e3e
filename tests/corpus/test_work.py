import itertools
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
from corpus import labour

from tacit.corpus.work import Workers, run
from tacit.errors import InputError, WorkError

SQUARES = {number: number * number for number in range(12)}


def test_in_this_process_in_order():
    assert list(run(labour.square, range(4), Workers(1))) == [(0, 0), (1, 1), (2, 4), (3, 9)]


def test_tasks_are_drawn_no_faster_than_they_are_done():
    drawn = itertools.count()
    results = run(labour.square, drawn, Workers(1))
    next(results)
    assert next(drawn) <= 2


class BreakingPool(ThreadPoolExecutor):
    """Threads in place of processes; the pool is found broken when it is given its last task."""

    _processes = None

    def __init__(self, tasks):
        super().__init__(1)
        self.tasks = iter(range(tasks))

    def submit(self, function, *arguments):
        if next(self.tasks, None) is None:
            raise BrokenProcessPool
        return super().submit(function, *arguments)


@pytest.mark.parametrize("tasks", [[0, 99], [3, 99], [3, 1, 99], [5, 0, 99]])
def test_no_task_is_lost_when_a_pool_breaks_before_it_is_given(monkeypatch, tasks):
    pools = iter(tasks)
    monkeypatch.setattr("tacit.corpus.work._pool", lambda _processes: BreakingPool(next(pools)))
    assert sorted(run(labour.square, range(12), Workers(2))) == sorted(SQUARES.items())
    assert next(pools, None) is None


def test_pools_that_always_break_end_with_one_sentence(monkeypatch):
    monkeypatch.setattr("tacit.corpus.work._pool", lambda _processes: BreakingPool(0))
    with pytest.raises(WorkError, match="died 3 times"):
        list(run(labour.square, range(2), Workers(2)))


@pytest.mark.processes
class TestProcesses:
    def test_same_results_as_in_one(self):
        assert dict(run(labour.square, range(12), Workers(2))) == SQUARES

    def test_uses_two_processes_and_a_bounded_window(self):
        drawn = []
        results = run(labour.pid, (drawn.append(n) or n for n in range(20)), Workers(2))
        first = [next(results)[1] for _ in range(4)]
        assert len(drawn) <= 9
        pids = {*first, *(pid for _, pid in results)}
        assert len(pids) == 2
        assert os.getpid() not in pids

    def test_errors_keep_their_place(self):
        with pytest.raises(InputError, match=r"a\.txt, line 1: 1 is bad"):
            list(run(labour.complain, [1], Workers(2)))

    def test_killed_worker_is_replaced(self, tmp_path):
        tasks = [(str(tmp_path / "marker"), number) for number in range(12)]
        assert dict(run(labour.die_once, tasks, Workers(2))) == SQUARES

    def test_work_that_always_kills_ends_with_one_sentence(self):
        with pytest.raises(WorkError, match="died 3 times"):
            list(run(labour.die_always, range(2), Workers(2)))


@pytest.mark.processes
class TestCluster:
    def test_one_worker_killed_in_the_middle(self, cluster):
        def kill_one():
            time.sleep(1)
            cluster.workers[0].kill()

        killer = threading.Thread(target=kill_one)
        killer.start()
        assert dict(run(labour.slow_square, range(12), Workers(cluster=cluster.address))) == SQUARES
        killer.join()
        assert cluster.workers[0].poll() is not None

    def test_errors_keep_their_place(self, cluster):
        with pytest.raises(InputError, match=r"a\.txt, line 1: 1 is bad"):
            list(run(labour.complain, [1], Workers(cluster=cluster.address)))


def test_no_scheduler_at_the_address(monkeypatch):
    monkeypatch.setattr("tacit.corpus.work.CONNECT_SECONDS", 1)
    with pytest.raises(WorkError, match="no Dask scheduler at 'tcp://127"):
        list(run(labour.square, [1], Workers(cluster="tcp://127.0.0.1:9")))
