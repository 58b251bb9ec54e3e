from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from web.conftest import TOKEN, Serve

from tacit.errors import UsageError
from tacit.web.access import chosen_token, is_loopback

PATHS = ["/", "/assets/app.js", "/openapi.json", "/api/about", "/api/schemas", "/nowhere", "//", "/health/", "/HEALTH"]


@pytest.fixture
def stranger(client: httpx.Client) -> Any:
    with httpx.Client(base_url=client.base_url, timeout=60) as other:
        yield other


@pytest.mark.processes
@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_everything_but_the_health_is_closed(stranger: httpx.Client, path: str) -> None:
    answer = stranger.get(path)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "tacit serve" in answer.text
    assert TOKEN not in answer.text
    assert stranger.get("/health").status_code == 200


@pytest.mark.processes
@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer"},
        {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": f"Bearer {TOKEN[:-1]}"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer " + "ü" * 10},
        {"cookie": f"tacit-1={TOKEN}"},
        {"cookie": "=;;\x7f;tacit=" + TOKEN},
    ],
)
def test_what_is_not_the_token_does_not_open(stranger: httpx.Client, headers: dict[str, str]) -> None:
    raw = {name: value.encode("latin-1") for name, value in headers.items()}
    assert stranger.get("/api/about", headers=raw).status_code == 401


@pytest.mark.processes
def test_a_body_of_a_stranger_reaches_no_worker(stranger: httpx.Client) -> None:
    for path in ("/api/read", "/api/documents", f"/api/read?token={TOKEN}"):
        assert stranger.post(path, json={"text": "die"}).status_code == 401


@pytest.mark.processes
def test_the_address_leaves_a_cookie_and_forgets_the_token(stranger: httpx.Client) -> None:
    answer = stranger.get("/", params={"a": "b&c", "token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?a=b%26c")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    assert answer.headers["cache-control"] == "no-store"
    stranger.cookies.set("session", 'from {another} "server"')
    assert stranger.get("/").status_code == 200
    assert stranger.post("/api/read", json={"text": "Ann sat."}).status_code == 200
    assert stranger.get("/", params={"token": "wrong"}).status_code == 401


@pytest.mark.processes
def test_cookies_of_another_site_do_not_help_its_pages(stranger: httpx.Client) -> None:
    stranger.get("/", params={"token": TOKEN})
    answer = stranger.post("/api/read", json={"text": "Ann sat."}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.processes
def test_a_server_without_a_token_lets_everybody_in(serve: Serve) -> None:
    client = serve(token="")
    del client.headers["authorization"]
    assert client.get("/api/about").json()["token"] is False
    assert "security" not in client.get("/openapi.json").json()


@pytest.mark.processes
def test_the_description_says_that_a_token_is_needed(client: httpx.Client) -> None:
    described = client.get("/openapi.json").json()
    assert described["security"] == [{"token": []}]
    assert described["paths"]["/health"]["get"]["security"] == []
    assert client.get("/api/about").json()["token"] is True


def test_tokens_are_new_or_ones_own() -> None:
    made = chosen_token(None, "127.0.0.1")
    assert len(made) == 32
    assert made != chosen_token(None, "127.0.0.1")
    assert chosen_token("0123456789abcdef", "0.0.0.0") == "0123456789abcdef"
    assert chosen_token(None, "localhost", wanted=False) == ""
    for short in ("", "short", "with a blank in it;", "x" * 201):
        with pytest.raises(UsageError, match="TACIT_TOKEN"):
            chosen_token(short, "127.0.0.1")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.0.7", "example.org"])
def test_what_others_reach_needs_a_token(host: str, tacit: Callable[..., Any]) -> None:
    assert not is_loopback(host)
    outcome = tacit("serve", "--no-token", "--host", host, "--port", "0")
    assert outcome.code == 2
    assert "--no-token works on this machine only" in outcome.stderr


@pytest.mark.processes
def test_the_command_prints_the_address_with_its_token_and_logs_none() -> None:
    command = [sys.executable, "-m", "tacit", "serve", "--verbose", "--port", "0", "--workers", "1"]
    environment = {**os.environ, "TACIT_TOKEN": TOKEN, "COLUMNS": "200"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stderr is not None
        entrance = server.stderr.readline().split()[-1]
        assert entrance.endswith(f"/?token={TOKEN}")
        transport = httpx.HTTPTransport(retries=20)  # it listens already, but may still be starting
        with httpx.Client(transport=transport, timeout=60, follow_redirects=True) as client:
            page = client.get(entrance)
        assert page.status_code == 200
        assert "token" not in str(page.url)
        server.send_signal(signal.SIGTERM)
        said = server.stderr.read()
        server.wait(60)
    assert "GET / HTTP" in said
    assert TOKEN not in said
