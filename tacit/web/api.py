"""The HTTP API: read, open, export, compare endings, expand an instruction."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import StreamingResponse

from tacit.reader import CAPABILITIES
from tacit.version import __version__
from tacit.web import models
from tacit.web.answers import request_of, stream, whole
from tacit.web.limits import MEGABYTE, Limits
from tacit.web.optional import TASKS
from tacit.web.pool import Pool

_SENTENCES = {
    400: "The body is not JSON.",
    403: "Another site, or a name this server does not answer to.",
    408: "The body did not arrive in time.",
    413: "Too large.",
    422: "Something in the request is not as it should be.",
    429: "Too many requests wait already; `Retry-After` says when to come back.",
    500: "An error inside tacit.",
    503: "A part that this needs is not installed, or no worker was free in time.",
    504: "The work took longer than this server allows.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Problem, "description": sentence} for status, sentence in _SENTENCES.items()
}
FILES = {
    "json": ("reading.json", "application/json"),
    "html": ("reading.html", "text/html"),
    "webanno": ("reading.tsv", "text/tab-separated-values"),
    "xmi": ("reading-cas.zip", "application/zip"),
    "text": ("reading.txt", "text/plain"),
}
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}(?:\.gz)?$")

router = APIRouter(responses=PROBLEMS)


@router.get("/health", tags=["server"])
async def health(request: Request) -> models.Health:
    """Is the server there, and how busy is it?"""
    pool: Pool = request.app.state.pool
    return models.Health(
        status="ok" if pool.ready else "starting",
        version=__version__,
        workers=pool.ready,
        busy=pool.busy,
        waiting=pool.waiting,
    )


@router.get("/api/about", tags=["server"])
async def about(request: Request) -> models.About:
    """What this server can do, and its limits."""
    limits: Limits = request.app.state.limits
    shelf = request.app.state.shelf
    return models.About(
        version=__version__,
        capabilities=list(CAPABILITIES),
        tasks=list(TASKS),
        schemas=shelf.schemas is not None,
        stability=shelf.stability is not None,
        characters=limits.characters,
        upload=limits.upload,
        seconds=limits.seconds,
    )


@router.post("/api/read", response_model=models.Reading, tags=["reading"])
async def read(request: Request, asked: models.ReadRequest) -> Response:
    """Read a text: everything at once, when all is done."""
    _check_length(request, "text", _text_of(asked))
    return await whole(request, "read", request_of(asked))


@router.post(
    "/api/read/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
    tags=["reading"],
)
async def read_stream(request: Request, asked: models.ReadRequest) -> StreamingResponse:
    """Read a text with progress as server-sent events.

    `step` names each step before it starts (`waiting` while other texts are read); the last event is `result` with
    what `/api/read` returns, or `problem` with `status` and `detail`.
    """
    _check_length(request, "text", _text_of(asked))
    return stream(request, "read", request_of(asked))


def _text_of(asked: models.ReadRequest) -> str:
    return asked.text if asked.text is not None else asked.document.text


def _check_length(request: Request, what: str, text: str) -> None:
    limits: Limits = request.app.state.limits
    length = len(text)
    if length > limits.characters:
        raise HTTPException(413, f"the {what} has {length:,} characters; {limits.characters:,} are read at once")


@router.post(
    "/api/documents",
    response_model=models.Documents,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
    tags=["reading"],
)
async def open_file(
    request: Request,
    name: Annotated[str, Query(max_length=300, description="The file's name; only its ending is looked at.")] = "",
) -> Response:
    """Open a file of any format that tacit reads; the body is its content. Nothing is written to disk."""
    content = await request.body()
    limits: Limits = request.app.state.limits
    if len(content) > limits.upload:
        raise HTTPException(413, f"the file has more than {limits.upload / MEGABYTE:g} MB; split it")
    ending = _ENDING.search(name)
    head = f"{ending[0].lower() if ending else ''} {limits.unpacked}\n"
    return await whole(request, "open", head.encode() + content)


@router.post(
    "/api/export/{format}",
    response_class=Response,
    responses={200: {"content": {media: {} for _, media in FILES.values()}}},
    tags=["reading"],
)
async def export(request: Request, format: models.ExportFormat, asked: models.ExportRequest) -> Response:
    """Write a reading as a file, with the chosen readings of unclear phrases put into its text."""
    _check_length(request, "text", asked.document.text)
    _check_length(request, "text of the changes", "".join(change.text for change in asked.changes))
    answer = await whole(request, "export", request_of(asked, format=format.value))
    answer.headers["Content-Disposition"] = f'attachment; filename="{FILES[format][0]}"'
    return answer


@router.post("/api/endings", response_model=models.Endings, tags=["tasks"])
async def endings(request: Request, asked: models.EndingsRequest) -> Response:
    """Which of several endings makes sense for a story?"""
    return await whole(request, "endings", request_of(asked))


@router.post("/api/steps", response_model=models.Steps, tags=["tasks"])
async def steps(request: Request, asked: models.StepsRequest) -> Response:
    """Spell a terse instruction out."""
    return await whole(request, "steps", request_of(asked))
