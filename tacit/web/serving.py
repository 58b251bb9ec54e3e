"""The socket that the server listens on, and how it treats connections."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.config import LOGGING_CONFIG
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tacit.errors import UsageError
from tacit.files import reason
from tacit.web.limits import MEGABYTE

MOST_CONNECTIONS = 256
MOST_IGNORED = 64 * MEGABYTE
"""Of a body that was refused, so much is taken before the connection is cut."""


class Impatient(H11Protocol):
    """A connection that neither silent clients nor those who do not read can hold."""

    patience = 10.0
    """Seconds in which a request must begin."""
    reading = 30.0
    """Seconds in which a client must take what it is sent, and one more for every `pace` bytes."""
    pace = 256 * 1024
    parting = 5.0
    """Seconds in which a client whose body was refused may read why."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        self._wire = transport
        self._parting = False
        self._ignored = 0
        self._taken_by: float | None = None
        self._watched: RequestResponseCycle | None = None
        super().connection_made(_Polite(transport, self))  # type: ignore[arg-type]
        self._wait_for_request()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._parting = True
        self._watcher.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes; after a refusal, drop it."""
        if not self._parting:
            super().data_received(data)
            return
        self._ignored += len(data)
        if self._ignored > MOST_IGNORED:
            self._wire.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait_for_request()
        super().on_response_complete()  # may begin one that came already

    def send_400_response(self, msg: str) -> None:
        """Say that this is not HTTP, unless an answer has begun; the request that was being answered is over."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def part(self) -> None:
        """Close; where a body is still coming, only after the client could read the answer.

        Closing a socket with unread bytes tells the other side to drop all that it has not yet read.
        """
        if self._parting:
            return
        if self.conn.their_state not in (h11.SEND_BODY, h11.ERROR) or not self._wire.can_write_eof():
            self._wire.close()
            return
        self._parting = True
        if not self._wire.is_closing():
            self._wire.write_eof()
            self.flow.resume_reading()
            self.loop.call_later(self.parting, self._wire.abort)

    @property
    def is_parting(self) -> bool:
        """Is nothing said on this connection any more?"""
        return self._parting or self._wire.is_closing()

    def _wait_for_request(self) -> None:
        self.loop.call_later(self.patience, self._hang_up, self.cycle)

    def _hang_up(self, last: RequestResponseCycle | None) -> None:
        if self.cycle is last:
            self.transport.close()

    def _watch(self) -> None:
        """End the connection if the client does not take what it is sent, not even when we would close."""
        pending = self._wire.get_write_buffer_size()
        now = self.loop.time()
        if not pending:
            self._taken_by = None
        elif self._taken_by is None or self._watched is not self.cycle:
            self._taken_by, self._watched = now + self.reading + pending / self.pace, self.cycle
        elif now > self._taken_by:
            self._wire.abort()
        self._watcher = self.loop.call_later(self.reading / 10, self._watch)


class _Polite:
    """A transport that leaves to its connection how it is closed."""

    def __init__(self, wire: asyncio.Transport, connection: Impatient) -> None:
        self._wire = wire
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wire, name)

    def close(self) -> None:
        self._connection.part()

    def is_closing(self) -> bool:
        return self._connection.is_parting


class Server(uvicorn.Server):
    """A server that ends when it is told to, whatever its clients do."""

    farewell = 10.0
    """Seconds in which requests that are being answered may be finished."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is going on come to its end, for a while; then cut every connection."""
        cut = asyncio.get_running_loop().call_later(self.farewell, self._cut)
        try:
            await super().shutdown(sockets)
        finally:
            cut.cancel()

    def _cut(self) -> None:
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()  # to the application, the client has left


def server(app: FastAPI, log_level: str = "warning") -> Server:
    """A server that is ready to run on a socket."""
    logging = deepcopy(LOGGING_CONFIG)
    logging["handlers"]["access"]["stream"] = "ext://sys.stderr"  # standard output is for results
    last_resort = int(Server.farewell) + 5
    settings = uvicorn.Config(
        app,
        http=Impatient,
        ws="none",
        log_config=logging,
        log_level=log_level,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=last_resort,
    )
    return Server(settings)


@contextmanager
def listen(host: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    """A bound socket and the address to open in a browser."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, port))
        except OSError as error:
            raise UsageError(f"cannot listen on {host}, port {port} ({reason(error)}); choose another `port`") from None
        shown = f"[{host}]" if ":" in host else "127.0.0.1" if host in ("", "0.0.0.0") else host  # noqa: S104
        yield bound, f"http://{shown}:{bound.getsockname()[1]}/"
