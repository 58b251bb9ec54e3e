"""One request to a server: a time limit for the whole of it, a size limit for the reply, no redirects, no proxies."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tacit.errors import ServerError
from tacit.files import reason

MAX_REPLY = 10_000_000
"""Bytes from which on a reply is refused."""
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers in lower case, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


class HungError(ServerError):
    """A server that took too long."""


class ReplyTooLargeError(ServerError):
    """A reply that was not read to its end."""


class Transport:
    """Requests to one server; `abort` ends all that are under way."""

    def __init__(self, url: str, key: str = "", *, timeout: float = 120.0) -> None:
        self._parts = urlsplit(url)
        self._key = key
        self._timeout = timeout
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()

    @property
    def where(self) -> str:
        """The server as messages name it."""
        return f"{self._parts.scheme}://{self._parts.netloc}"

    def send(self, path: str, body: bytes | None = None, *, at_root: bool = False) -> Reply:
        """The reply to a POST of JSON, or to a GET where there is no body."""
        connection = self._connection()
        ends = time.monotonic() + self._timeout
        try:
            connection.connect()
            with self._watched(connection.sock):
                return self._exchanged(connection, path, body, at_root=at_root)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._named(error, late=time.monotonic() >= ends) from None
        finally:
            connection.close()

    @contextmanager
    def _watched(self, line: socket.socket) -> Iterator[None]:
        """A clock for the whole exchange, as socket timeouts start anew with every byte of a slow drip."""
        clock = threading.Timer(self._timeout, _cut, [line])
        clock.daemon = True
        with self._lock:
            self._open.add(line)
        clock.start()
        try:
            yield
        finally:
            clock.cancel()
            with self._lock:
                self._open.discard(line)

    def _exchanged(
        self, connection: http.client.HTTPConnection, path: str, body: bytes | None, *, at_root: bool
    ) -> Reply:
        headers = {"Accept": "application/json", "User-Agent": "tacit", "Connection": "close"}
        headers |= {"Authorization": f"Bearer {self._key}"} if self._key else {}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        whole = path if at_root else self._parts.path.rstrip("/") + path
        connection.request("GET" if body is None else "POST", whole, body, headers)
        with connection.getresponse() as response:
            content = self._read(response)
            return Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, content)

    def abort(self) -> None:
        """Cut all connections, so that nobody waits for them."""
        with self._lock:
            for line in self._open:
                _cut(line)

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=context)
        return http.client.HTTPConnection(host, port, timeout=self._timeout)

    def _read(self, response: http.client.HTTPResponse) -> bytes:
        parts, size = [], 0
        while part := response.read1(_CHUNK):
            parts.append(part)
            size += len(part)
            if size > MAX_REPLY:
                raise ReplyTooLargeError(
                    f"{self.where} sent more than {MAX_REPLY // 1_000_000} MB, which no answer needs"
                )
        length = response.getheader("Content-Length", "")
        if re.fullmatch("[0-9]{1,12}", length) and size < int(length):
            raise http.client.IncompleteRead(b"", int(length) - size)
        return b"".join(parts)

    def _named(self, error: Exception, *, late: bool) -> ServerError:
        if late or isinstance(error, TimeoutError):
            return HungError(f"{self.where} did not answer within {self._timeout:g} seconds (`timeout`)")
        if isinstance(error, ssl.SSLError):
            return ServerError(f"{self.where} has no certificate that this machine trusts", ends_run=True)
        if isinstance(error, socket.gaierror):
            return ServerError(f"there is no host {self._parts.hostname!r}: check the server's address", ends_run=True)
        if isinstance(error, ConnectionRefusedError):
            return ServerError(f"nothing answers at {self.where}: is the server running?", ends_run=True)
        if isinstance(error, http.client.HTTPException | ConnectionError):
            return ServerError(f"{self.where} broke off in the middle of its answer")
        what = reason(error) if isinstance(error, OSError) else type(error).__name__
        return ServerError(f"{self.where} cannot be reached ({what})")


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
