from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from web.conftest import AUTHORIZATION, Serve, serving

from tacit.errors import UsageError
from tacit.web.limits import Limits
from tacit.web.serving import Impatient, Server, listen


@pytest.mark.processes
def test_the_command_says_where_it_listens_and_ends_on_request() -> None:
    command = [sys.executable, "-m", "tacit", "serve", "--json", "--verbose", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        printed = json.loads(server.stdout.readline())
        address = printed["address"]
        assert printed["open"] == f"{address}?token={printed['token']}"
        assert address.startswith("http://127.0.0.1:")
        transport = httpx.HTTPTransport(retries=20)  # it listens already, but may still be starting
        with httpx.Client(transport=transport, timeout=60) as client:
            assert client.get(address + "health").status_code == 200
        server.send_signal(signal.SIGINT)
        server.wait(60)
        assert server.stdout.read() == b""


@pytest.fixture
def place(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """Where a server listens that waits half a second for a request."""
    monkeypatch.setattr(Impatient, "patience", 0.5)
    address = urlsplit(str(serve(Limits(workers=1)).base_url))
    return address.hostname or "", address.port or 0


@pytest.mark.processes
@pytest.mark.parametrize("sent", [b"", b"GET /health HT"])
def test_a_connection_without_a_request_is_closed(place: tuple[str, int], sent: bytes) -> None:
    with socket.create_connection(place, timeout=20) as silent:
        silent.sendall(sent)
        assert silent.recv(1000) == b""


@pytest.mark.processes
def test_a_connection_without_a_second_request_is_closed(place: tuple[str, int]) -> None:
    with socket.create_connection(place, timeout=20) as silent:
        silent.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert silent.recv(1000).startswith(b"HTTP/1.1 200")
        time.sleep(0.1)
        silent.sendall(b"G")
        while silent.recv(1000):
            pass


@pytest.mark.processes
def test_a_request_may_take_longer_than_its_connection_waits_for_one(place: tuple[str, int]) -> None:
    body = b'{"text": "sleep 1.2"}'
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += AUTHORIZATION.encode() + b"\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection(place, timeout=20) as patient:
        patient.sendall(2 * (head % len(body) + body))
        with patient.makefile("rb") as answers:
            assert answers.read().count(b"HTTP/1.1 200") == 2


@pytest.mark.processes
@pytest.mark.parametrize("path", ["/", "/api/documents", "/api/read/stream"])
def test_a_request_that_ends_in_nonsense_leaves_no_traceback(
    place: tuple[str, int], path: str, caplog: pytest.LogCaptureFixture
) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{AUTHORIZATION}\r\nContent-Type: application/json\r\n"
    for start, pause in ((b"", 0), (b"2\r\n{}\r\n", 0.3)):
        with socket.create_connection(place, timeout=20) as client:
            client.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + start)
            time.sleep(pause)
            client.sendall(b"zzz\r\n")
            with client.makefile("rb") as answer:
                assert answer.read().startswith(b"HTTP/1.1 4")
    assert not [record for record in caplog.records if record.exc_info]


MUCH = 40_000_000
"""Bytes of an answer that no socket holds by itself."""


def ask_for_much(place: tuple[str, int]) -> socket.socket:
    """A client that asks for a large answer and does not read it."""
    body = b'{"text": "swell %d"}' % MUCH
    head = f"POST /api/read HTTP/1.1\r\nHost: localhost\r\n{AUTHORIZATION}\r\nContent-Type: application/json\r\n"
    client = socket.create_connection(place, timeout=60)
    client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return client


def received(client: socket.socket) -> int:
    """How much still arrives."""
    total = 0
    with contextlib.suppress(ConnectionResetError):
        while some := client.recv(1 << 20):
            total += len(some)
    return total


@pytest.mark.processes
def test_a_client_that_does_not_read_is_left(place: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Impatient, "reading", 0.3)
    monkeypatch.setattr(Impatient, "pace", 1 << 30)
    with ask_for_much(place) as patient, ask_for_much(place) as silent:
        assert received(patient) > MUCH
        time.sleep(2.5)
        assert received(silent) < MUCH


@pytest.mark.processes
def test_a_client_that_does_not_read_does_not_hold_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "farewell", 0.5)
    with ExitStack() as clients:
        with serving() as start:
            address = urlsplit(str(start().base_url))
            for _ in range(2):
                clients.enter_context(ask_for_much((address.hostname or "", address.port or 0)))
            time.sleep(1)
            started = time.monotonic()
        assert time.monotonic() - started < 8


@pytest.mark.processes
def test_who_is_being_answered_gets_the_answer_before_the_server_ends() -> None:
    with ThreadPoolExecutor(1) as threads:
        with serving() as start:
            base = start()
            address, headers = f"{base.base_url}api/read", dict(base.headers)
            answer = threads.submit(httpx.post, address, json={"text": "sleep 1"}, headers=headers, timeout=60)
            time.sleep(0.5)  # then the server is told to end
        assert answer.result().status_code == 200


@pytest.mark.processes
@pytest.mark.parametrize("announced", [True, False])
def test_who_sends_too_much_is_told_so_before_the_connection_ends(serve: Serve, *, announced: bool) -> None:
    address = urlsplit(str(serve(Limits(workers=1, body=1 << 20)).base_url))
    length = "Content-Length: 16777216" if announced else "Transfer-Encoding: chunked"
    head = f"POST /api/documents HTTP/1.1\r\nHost: localhost\r\n{AUTHORIZATION}\r\n{length}\r\n\r\n"
    piece = b"x" * (1 << 20)
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=60) as client:
        client.sendall(head.encode())
        for _ in range(16):  # all of it, before anything is read
            client.sendall(piece if announced else b"100000\r\n" + piece + b"\r\n")
        with client.makefile("rb") as answer:
            said = answer.read()
    assert said.startswith(b"HTTP/1.1 413")
    assert b"more than 1 MB" in said


def test_an_address_in_use_is_one_sentence() -> None:
    with listen("127.0.0.1", 0) as (bound, address):
        bound.listen()
        port = int(address.rstrip("/").rpartition(":")[2])
        with pytest.raises(UsageError, match="choose another `port`"), listen("127.0.0.1", port):
            pass


def test_files_to_browse_are_checked_before_the_server_starts(tacit: Callable[..., Any], tmp_path: Path) -> None:
    outcome = tacit("serve", "--schemas", tmp_path / "none.json")
    assert outcome.code == 2
    assert "there is no such file" in outcome.stderr
