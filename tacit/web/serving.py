"""The socket that the server listens on, and how it treats connections."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tacit.errors import UsageError
from tacit.files import reason

MOST_CONNECTIONS = 256


class Impatient(H11Protocol):
    """Closes a connection on which no request begins in time, so that silent ones cannot take every place."""

    patience = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait_for_request()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait_for_request()
        super().on_response_complete()  # may begin one that came already

    def _wait_for_request(self) -> None:
        self.loop.call_later(self.patience, self._hang_up, self.cycle)

    def _hang_up(self, last: RequestResponseCycle | None) -> None:
        if self.cycle is last:
            self.transport.close()


def server(app: FastAPI, log_level: str = "warning") -> uvicorn.Server:
    """A server that is ready to run on a socket."""
    return uvicorn.Server(uvicorn.Config(app, http=Impatient, log_level=log_level, limit_concurrency=MOST_CONNECTIONS))


@contextmanager
def listen(host: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    """A bound socket and the address to open in a browser."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, port))
        except OSError as error:
            raise UsageError(f"cannot listen on {host}, port {port} ({reason(error)}); choose another --port") from None
        shown = f"[{host}]" if ":" in host else "127.0.0.1" if host in ("", "0.0.0.0") else host  # noqa: S104
        yield bound, f"http://{shown}:{bound.getsockname()[1]}/"
