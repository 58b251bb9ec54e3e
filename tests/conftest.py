"""What several tests need: the command line in this process, and a Dask cluster on loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")


@dataclass(frozen=True)
class Outcome:
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def tacit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """`tacit("read", path)` returns exit code, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object) -> Outcome:
        from tacit.cli import main

        monkeypatch.setattr(sys, "argv", ["tacit", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        code = stop.value.code
        return Outcome(code if isinstance(code, int) else 0, captured.out, captured.err)

    return run


@dataclass
class Cluster:
    address: str
    workers: list[subprocess.Popen[bytes]]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    from distributed import Client

    tests = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": f"{tests}{os.pathsep}{tests.parent}", "OMP_NUM_THREADS": "1"}
    address = f"tcp://127.0.0.1:{free_port()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": tmp_path}
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    scheduler = subprocess.Popen(
        [*dask, "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard", "--no-jupyter"], **quiet
    )
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
    workers = [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(2)]
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                with Client(address, timeout="5s", set_as_default=False) as client:
                    client.wait_for_workers(2, timeout=30)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        yield Cluster(address, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
