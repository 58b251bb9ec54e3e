"""The socket that the server listens on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from tacit.errors import UsageError
from tacit.files import reason


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
