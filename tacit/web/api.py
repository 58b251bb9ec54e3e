"""The HTTP API: read, open, export, compare endings, expand an instruction."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from tacit.reader import CAPABILITIES
from tacit.version import __version__
from tacit.web import models
from tacit.web.answers import asked_for, stream, whole
from tacit.web.limits import MEGABYTE, Limits
from tacit.web.optional import TASKS
from tacit.web.pool import Pool

_SENTENCES = {
    400: "What was sent is not HTTP.",
    401: "The token of this server is missing: in the header `Authorization: Bearer`, or as a cookie.",
    403: "Another site, or a name this server does not answer to.",
    408: "The body did not arrive in time.",
    413: "Too large.",
    415: "The body is not called JSON: its header is to be `Content-Type: application/json`.",
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
        token=request.app.state.has_token,
        models=[models.OfferedModel(name=each.name, local=each.local) for each in request.app.state.llms],
    )


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """The description of a body that is not read by FastAPI, which would parse it in the server (see `checking`)."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.post(
    "/api/read", response_model=models.ReadingAnswer, openapi_extra=body_of(models.ReadRequest), tags=["reading"]
)
async def read(request: Request) -> Response:
    """Read a text: everything at once, when all is done."""
    return await whole(request, "read", await asked_for(request, "read", llms=_specs(request)))


@router.post(
    "/api/read/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
    openapi_extra=body_of(models.ReadRequest),
    tags=["reading"],
)
async def read_stream(request: Request) -> StreamingResponse:
    """Read a text with progress as server-sent events.

    `step` names each step before it starts (`waiting` while other texts are read, `loading` while models are loaded).
    `part` has what was just found: `kind`, `layers` by name, `sections`; the first also has the `document` without
    these. The last event is `result` with what `/api/read` returns, and `nearly`, the passages that were almost said to
    be about something, with `least`, the probability that was enough; or `problem` with `status` and `detail`: the
    parts that came before it hold.
    """
    return stream(request, "read", await asked_for(request, "read", parts=True, llms=_specs(request)))


def _specs(request: Request) -> dict[str, str]:
    """What the names of language models stand for; a worker looks the one of the request up in it."""
    return {each.name: each.spec for each in request.app.state.llms}


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
    openapi_extra=body_of(models.ExportRequest),
    tags=["reading"],
)
async def export(request: Request, format: models.ExportFormat) -> Response:
    """Write a reading as a file, with the chosen readings of unclear phrases put into its text."""
    answer = await whole(request, "export", await asked_for(request, "export", format=format.value))
    answer.headers["Content-Disposition"] = f'attachment; filename="{FILES[format][0]}"'
    return answer


@router.post(
    "/api/endings", response_model=models.EndingsAnswer, openapi_extra=body_of(models.EndingsRequest), tags=["tasks"]
)
async def endings(request: Request) -> Response:
    """Which of several endings makes sense for a story?"""
    return await whole(request, "endings", await asked_for(request, "endings"))


@router.post(
    "/api/steps", response_model=models.StepsAnswer, openapi_extra=body_of(models.StepsRequest), tags=["tasks"]
)
async def steps(request: Request) -> Response:
    """Spell a terse instruction out."""
    return await whole(request, "steps", await asked_for(request, "steps"))


@router.post("/api/why", response_model=models.Why, openapi_extra=body_of(models.WhyRequest), tags=["tasks"])
async def why(request: Request) -> Response:
    """Which words of a passage speak for a scenario?"""
    return await whole(request, "why", await asked_for(request, "why"))


@router.post(
    "/api/sections", response_model=models.Sections, openapi_extra=body_of(models.SectionsRequest), tags=["tasks"]
)
async def sections(request: Request) -> Response:
    """The sections of a reading anew, after its layers were corrected."""
    return await whole(request, "sections", await asked_for(request, "sections"))


@router.post(
    "/api/script", response_model=models.ShownScript, openapi_extra=body_of(models.ScriptRequest), tags=["tasks"]
)
async def script(request: Request) -> Response:
    """What usually happens in a scenario, and in which order."""
    return await whole(request, "script", await asked_for(request, "script"))


@router.get("/api/scenarios", tags=["tasks"])
def scenarios() -> list[str]:
    """The scenarios that tacit knows, by their labels."""
    from tacit.scenarios.inventory import load_inventory

    return [scenario.label for scenario in load_inventory()]
