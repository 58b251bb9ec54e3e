"""What every request passes first and every answer last: limits on the body, checks of the sender, safe headers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacit.web.access import Access
from tacit.web.limits import MEGABYTE, Limits

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HANG_UP = {"Connection": "close"}
"""Sent with a refusal when more of the body may come, so that nobody has to read it."""
LOCAL = ("localhost", "127.0.0.1", "::1")


class Guard:
    """Wraps the application.

    A page of another site can neither send here (its `Origin` differs) nor pretend to be this server under a name of
    its own (its `Host` is unknown), so what a person reads stays on their machine. Another user of the machine does not
    know the token.
    """

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Sequence[str] = LOCAL, token: str = "") -> None:
        self._app = app
        self._limits = limits
        self._access = Access(token)
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        safe = _with_headers(send)
        if answer := self._answer(scope, Headers(scope=scope)):
            await answer(scope, receive, safe)
        else:
            await self._app(scope, self._bounded(receive), safe)

    def _answer(self, scope: Scope, headers: Headers) -> Response | None:
        """What is said without asking the application."""
        host = _name(headers.get("host", ""))
        if "*" not in self._hosts and host not in self._hosts:
            return _problem(403, f"this server is not called {host!r}; start it with --allow-host to change that")
        if not _is_own(headers.get("origin", ""), headers.get("host", "")):
            return _problem(403, "pages of other sites may not send requests here")
        if answer := self._access.answer(scope, headers):
            return answer
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > self._limits.body:
            return _problem(413, _too_large(self._limits))
        return None

    def _bounded(self, receive: Receive) -> Receive:
        """Receive no more than the limit, and the whole body in time."""
        received = 0
        complete = False
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._limits.arrival

        async def bounded() -> Message:
            nonlocal received, complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                why = f"the request took more than {self._limits.arrival:g} seconds to arrive"
                raise HTTPException(408, why, HANG_UP) from None
            received += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if received > self._limits.body:
                raise HTTPException(413, _too_large(self._limits), HANG_UP)
            return message

        return bounded


def _too_large(limits: Limits) -> str:
    return f"the request has more than {limits.body // MEGABYTE} MB; send less at once"


def _problem(status: int, why: str) -> JSONResponse:
    return JSONResponse({"detail": why}, status, HANG_UP)


def _name(host: str) -> str:
    """A host without its port: `[::1]:80` is `::1`."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_own(origin: str, host: str) -> bool:
    """Does a request come from a page of this server, or from no page?"""
    try:
        return not origin or urlsplit(origin).netloc == host
    except ValueError:
        return False


def _with_headers(send: Send) -> Send:
    async def safe(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return safe
