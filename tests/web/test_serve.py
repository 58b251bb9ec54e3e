from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from web.conftest import AUTHORIZATION, Serve

from tacit.errors import UsageError
from tacit.web.limits import Limits
from tacit.web.serving import Impatient, listen


@pytest.mark.processes
def test_the_command_says_where_it_listens_and_ends_on_request() -> None:
    command = [sys.executable, "-m", "tacit", "serve", "--json", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"]
        assert address.startswith("http://127.0.0.1:")
        transport = httpx.HTTPTransport(retries=20)  # it listens already, but may still be starting
        with httpx.Client(transport=transport, timeout=60) as client:
            assert client.get(address + "health").status_code == 200
        server.send_signal(signal.SIGINT)
        server.wait(60)


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


def test_an_address_in_use_is_one_sentence() -> None:
    with listen("127.0.0.1", 0) as (bound, address):
        bound.listen()
        port = int(address.rstrip("/").rpartition(":")[2])
        with pytest.raises(UsageError, match="choose another --port"), listen("127.0.0.1", port):
            pass


def test_files_to_browse_are_checked_before_the_server_starts(tacit: Callable[..., Any], tmp_path: Path) -> None:
    outcome = tacit("serve", "--schemas", tmp_path / "none.json")
    assert outcome.code == 2
    assert "there is no such file" in outcome.stderr
