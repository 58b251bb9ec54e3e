"""A server on loopback whose workers load no model."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tacit.web.app import create_app
from tacit.web.limits import Limits
from tacit.web.serving import listen, server

FAKE_TASKS = "web.fake_tasks"
TESTS = Path(__file__).parents[1]
TOKEN = "a-token-for-tests"
AUTHORIZATION = f"Authorization: Bearer {TOKEN}"


@contextmanager
def running(app: FastAPI, *, is_ready: bool = True) -> Iterator[str]:
    """Serve the application from a thread; yields its address, once its workers are ready or at once."""
    with listen("127.0.0.1", 0) as (socket, address):
        running = server(app, "error")
        thread = threading.Thread(target=running.run, kwargs={"sockets": [socket]})
        thread.start()
        try:
            deadline = time.monotonic() + 180
            while not _is_up(address, is_ready=is_ready):
                assert time.monotonic() < deadline, "the server does not start"
                time.sleep(0.02)
            yield address
        finally:
            running.should_exit = True
            thread.join()


def _is_up(address: str, *, is_ready: bool) -> bool:
    try:
        status = httpx.get(address + "health", timeout=60).json()["status"]
        return status == "ok" or not is_ready
    except httpx.TransportError:  # the thread has not yet come to listen
        return False


Serve = Callable[..., httpx.Client]


@contextmanager
def serving(*, is_ready: bool = True) -> Iterator[Serve]:
    """Starts servers with fake tasks and stops them in the end."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(TESTS))

        def start(limits: Limits | None = None, **options: Any) -> httpx.Client:
            app = create_app(limits or Limits(workers=1), tasks=FAKE_TASKS, **{"token": TOKEN, **options})
            address = stack.enter_context(running(app, is_ready=is_ready))
            headers = dict([AUTHORIZATION.split(": ")])
            return stack.enter_context(httpx.Client(base_url=address, headers=headers, timeout=120))

        yield start


@pytest.fixture
def serve() -> Iterator[Serve]:
    """`serve(Limits(…))` returns a client of a new server with fake tasks."""
    with serving() as start:
        yield start


@pytest.fixture(scope="session")
def client() -> Iterator[httpx.Client]:
    """A client of a server that many tests share: no state is left behind."""
    with serving() as start:
        yield start()
