"""Who may use the server: whoever knows its token, from the address that `tacit serve` prints, a cookie or a header."""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Scope

from tacit.errors import UsageError

VARIABLE = "TACIT_TOKEN"
"""The environment variable with a token of one's own; not an option, since others see the options of a process."""
OPEN = ("/health",)
"""Paths for which nobody needs the token."""
_TOKEN = re.compile(r"[A-Za-z0-9_.~-]{16,200}")
_SENTENCE = (
    "this server wants its token: open the address that `tacit serve` printed, or send Authorization: Bearer TOKEN"
)


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def chosen_token(given: str | None, host: str, *, wanted: bool = True) -> str:
    """The token of a server: the given one or a new one; empty where none is wanted and only this machine is reached.

    >>> chosen_token(None, "127.0.0.1", wanted=False)
    ''
    """
    if not wanted:
        if not is_loopback(host):
            raise UsageError(f"`no_token` works on this machine only, and `host` {host!r} is reached from others")
        return ""
    if given is None:
        return new_token()
    if not _TOKEN.fullmatch(given):
        raise UsageError(f"{VARIABLE} must have 16 to 200 letters, digits, or any of - . _ ~")
    return given


def is_loopback(host: str) -> bool:
    """Is an address reached from its own machine only? Of names, only `localhost` surely is.

    >>> is_loopback("::1"), is_loopback("0.0.0.0")
    (True, False)
    """
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Access:
    """Lets those in who know the token; without one, everybody."""

    def __init__(self, token: str) -> None:
        self._token = token

    def answer(self, scope: Scope, headers: Headers) -> Response | None:
        """What someone is told before the application is asked: nothing, if they may use it.

        The token goes from the address into a cookie at once, so that it stays in no history and in no log.
        """
        if not self._token or scope["path"] in OPEN:
            return None
        cookie = _cookie_name(headers.get("host", ""))
        asked = _query(scope)
        in_address = [value for name, value in asked if name == "token"]
        if in_address:
            rest = urlencode([pair for pair in asked if pair[0] != "token"])
            scope["query_string"] = rest.encode()  # what uvicorn logs
            if scope["path"] == "/" and self._is_token(in_address[-1]):
                return self._remembered("/" + f"?{rest}" * bool(rest), cookie)
            return _refused(scope)
        if self._is_token(_sent(headers)) or self._is_token(_cookie(headers, cookie)):
            return None
        return _refused(scope)

    def _is_token(self, sent: str) -> bool:
        return hmac.compare_digest(sent.encode("utf-8", "replace"), self._token.encode())

    def _remembered(self, address: str, cookie: str) -> Response:
        answer = RedirectResponse(address, 303, {"Cache-Control": "no-store"})
        answer.set_cookie(cookie, self._token, path="/", httponly=True, samesite="lax")
        return answer


def _query(scope: Scope) -> list[tuple[str, str]]:
    try:
        return parse_qsl(scope["query_string"].decode("ascii", "replace"), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        return []


def _sent(headers: Headers) -> str:
    """The token in the header: as a bearer's, or as the password of whatever user, as Label Studio sends it."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(token.strip(), validate=True).decode().partition(":")[2]
        except ValueError:
            return ""
    return token.strip() if scheme.lower() == "bearer" else ""


def _cookie_name(host: str) -> str:
    """One for each port, since browsers send the cookies of all ports of a host."""
    try:
        port = urlsplit(f"//{host}").port
    except ValueError:
        port = None
    return f"tacit-{port or 80}"


def _cookie(headers: Headers, name: str) -> str:
    """The cookie of this server, whatever others the browser has for this host."""
    for part in headers.get("cookie", "").split(";"):
        found: SimpleCookie = SimpleCookie()
        try:
            found.load(part.strip())
        except CookieError:
            continue
        if name in found:
            return found[name].value
    return ""


def _refused(scope: Scope) -> Response:
    headers = {"WWW-Authenticate": "Bearer", "Connection": "close", "Cache-Control": "no-store"}
    if scope["path"] == "/":
        return PlainTextResponse(_SENTENCE + "\n", 401, headers)
    return JSONResponse({"detail": _SENTENCE}, 401, headers)
