from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tacit.errors import UsageError
from tacit.web.serving import listen


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


def test_an_address_in_use_is_one_sentence() -> None:
    with listen("127.0.0.1", 0) as (socket, address):
        socket.listen()
        port = int(address.rstrip("/").rpartition(":")[2])
        with pytest.raises(UsageError, match="choose another --port"), listen("127.0.0.1", port):
            pass


def test_files_to_browse_are_checked_before_the_server_starts(tacit: Callable[..., Any], tmp_path: Path) -> None:
    outcome = tacit("serve", "--schemas", tmp_path / "none.json")
    assert outcome.code == 2
    assert "there is no such file" in outcome.stderr
