"""From a task in the pool to an HTTP answer: whole, or as a stream of events; given up when the client leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from tacit.errors import InputError
from tacit.web import checking
from tacit.web.limits import Limits
from tacit.web.messages import TooLargeError
from tacit.web.pool import Pool, Refusal
from tacit.web.worker import Result

HEARTBEAT = 10.0
"""Seconds without news after which a stream says that it is alive."""
CLIENT_LEFT = 499


async def asked_for(request: Request, task: str, **more: Any) -> bytes:
    """What a worker is sent for the JSON of a request, once that was checked; large JSON is not checked in here."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "send JSON, with the header Content-Type: application/json")
    body = await request.body()
    limits: Limits = request.app.state.limits
    if len(body) > checking.LARGE:
        sent = checking.request(body, limits.characters, **more)
        return (await _done(request, request.app.state.checker, task, sent)).body
    try:
        return checking.checked(task, body, limits.characters, **more)
    except TooLargeError as error:
        raise HTTPException(413, str(error)) from None
    except InputError as error:
        raise HTTPException(422, str(error)) from None


async def whole(request: Request, task: str, sent: bytes) -> Response:
    """The result as one answer."""
    result = await _done(request, request.app.state.pool, task, sent)
    return Response(result.body, media_type=result.media_type)


async def _done(request: Request, pool: Pool, task: str, sent: bytes) -> Result:
    """The result of a task; given up when the client leaves."""
    work = asyncio.create_task(pool.run(task, sent, _nobody))
    left = asyncio.create_task(_left(request))
    try:
        await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise HTTPException(CLIENT_LEFT, "the client left")
        return work.result()
    finally:
        await _drop(work, left)


def stream(request: Request, task: str, sent: bytes) -> StreamingResponse:
    """Server-sent events: `step` for each step, `part` for what is ready, then `result` or `problem`."""
    pool: Pool = request.app.state.pool
    pool.check_room()  # a refusal before the stream begins has a status of its own
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(request, task, sent), media_type="text/event-stream", headers=headers)


async def _events(request: Request, task: str, sent: bytes) -> AsyncIterator[bytes]:
    pool: Pool = request.app.state.pool
    steps: asyncio.Queue[str | bytes | None] = asyncio.Queue()
    work = asyncio.create_task(_then_end(pool, task, sent, steps))
    left = asyncio.create_task(_left(request))
    left.add_done_callback(lambda _: work.cancel())
    try:
        while True:
            try:
                step = await asyncio.wait_for(steps.get(), HEARTBEAT)
            except TimeoutError:
                yield b": still at it\n\n"
                continue
            if step is None:
                break
            if isinstance(step, bytes):
                yield _event("part", step)
            else:
                yield _event("step", json.dumps({"name": step}).encode())
        await asyncio.wait({work})
        if not work.cancelled():
            yield _event("result", work.result().body)
    except Refusal as refusal:
        plain = {"status": refusal.status, "detail": refusal.why, "retry_after": refusal.retry_after}
        yield _event("problem", json.dumps(plain).encode())
    finally:
        await _drop(work, left)


async def _then_end(pool: Pool, task: str, sent: bytes, steps: asyncio.Queue[str | bytes | None]) -> Result:
    try:
        return await pool.run(task, sent, steps.put_nowait, steps.put_nowait)
    finally:
        steps.put_nowait(None)


def _event(name: str, data: bytes) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"


def _nobody(_step: str) -> None:
    """Tell no one."""


async def _left(request: Request) -> None:
    """Returns when the client closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _drop(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
