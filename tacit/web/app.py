"""The web application: everything that `tacit serve` answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import ClientDisconnect

from tacit.errors import shortened
from tacit.version import __version__
from tacit.web import api, browse, label_studio, languagetool, pages, recommender
from tacit.web.answers import CLIENT_LEFT
from tacit.web.asking import Offered
from tacit.web.browse import SchemaShelf
from tacit.web.description import described, operation
from tacit.web.guard import LOCAL, Guard
from tacit.web.limits import Limits
from tacit.web.pool import TASKS, Pool, Refusal

CHECKS = "tacit.web.checking"
ABOUT = """
tacit reads what a text takes for granted.

Nothing is kept: a request brings what it needs and takes everything away with it. Texts are limited in length and work
in time; when too many requests wait already, the answer is 429 with `Retry-After`. Whoever closes the connection
cancels the work.
"""


def create_app(
    limits: Limits | None = None,
    *,
    shelf: SchemaShelf | None = None,
    hosts: Sequence[str] = LOCAL,
    tasks: str = TASKS,
    token: str = "",
    llms: Sequence[Offered] = (),
) -> FastAPI:
    """The application. `shelf` holds schemas and stability to browse; `tasks` is the module that workers serve.

    With a `token`, only those who bring it are answered. `llms` are the language models that readings may ask.
    """
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pools = Pool(limits, tasks), Pool(_for_checks(limits), CHECKS)
        app.state.pool, app.state.checker = pools
        for pool in pools:
            await pool.start()
        try:
            yield
        finally:
            await asyncio.gather(*(pool.stop() for pool in pools))

    app = FastAPI(
        title="tacit",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation,
    )
    app.state.limits = limits
    app.state.shelf = shelf or SchemaShelf()
    app.state.has_token = bool(token)
    app.state.llms = tuple(llms)
    app.add_middleware(Guard, limits=limits, hosts=hosts, token=token)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(AnyHTTPException, _problem)
    app.include_router(api.router)
    app.include_router(browse.router)
    app.include_router(languagetool.router)
    app.include_router(recommender.router)
    app.include_router(label_studio.router)
    app.include_router(pages.router)
    app.openapi = partial(described, app, app.openapi)  # type: ignore[method-assign]
    return app


def _for_checks(limits: Limits) -> Limits:
    """One process checks large bodies, and as many wait for it as may wait for a worker, or have one."""
    return replace(limits, workers=1, waiting=limits.waiting + limits.workers)


async def _refused(_: Request, refusal: Exception) -> JSONResponse:
    assert isinstance(refusal, Refusal)
    headers = {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else None
    return JSONResponse({"detail": refusal.why}, refusal.status, headers)


async def _left(_: Request, __: Exception) -> Response:
    """Nobody reads this: the client left before all of its request had come."""
    return Response(status_code=CLIENT_LEFT)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    """One sentence, without what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"detail": shortened(f"{place}: {first['msg']}")}, 422)


async def _problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AnyHTTPException | HTTPException)
    return JSONResponse({"detail": str(error.detail)}, error.status_code, error.headers)
