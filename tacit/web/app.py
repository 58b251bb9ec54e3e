"""The web application: everything that `tacit serve` answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as AnyHTTPException

from tacit.version import __version__
from tacit.web import api, browse, pages, recommender
from tacit.web.browse import Shelf
from tacit.web.guard import LOCAL, Guard
from tacit.web.limits import Limits
from tacit.web.pool import TASKS, Pool, Refusal

ABOUT = """
tacit reads what a text takes for granted.

Nothing is kept: a request brings what it needs and takes everything away with it. Texts are limited in length and work
in time; when too many requests wait already, the answer is 429 with `Retry-After`. Whoever closes the connection
cancels the work.
"""


def create_app(
    limits: Limits | None = None,
    *,
    shelf: Shelf | None = None,
    hosts: Sequence[str] = LOCAL,
    tasks: str = TASKS,
) -> FastAPI:
    """The application. `shelf` holds schemas and stability to browse; `tasks` is the module that workers serve."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.pool = Pool(limits, tasks)
        await app.state.pool.start()
        try:
            yield
        finally:
            await app.state.pool.stop()

    app = FastAPI(
        title="tacit", version=__version__, description=ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.limits = limits
    app.state.shelf = shelf or Shelf()
    app.add_middleware(Guard, limits=limits, hosts=hosts)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(AnyHTTPException, _problem)
    app.include_router(api.router)
    app.include_router(browse.router)
    app.include_router(recommender.router)
    app.include_router(pages.router)
    return app


async def _refused(_: Request, refusal: Exception) -> JSONResponse:
    assert isinstance(refusal, Refusal)
    headers = {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else None
    return JSONResponse({"detail": refusal.why}, refusal.status, headers)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    """One sentence, without what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return JSONResponse({"detail": f"{place}: {first['msg']}" if place else str(first["msg"])}, 422)


async def _problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AnyHTTPException | HTTPException)
    return JSONResponse({"detail": str(error.detail)}, error.status_code, error.headers)
