"""LanguageTool's HTTP interface: whatever speaks to a LanguageTool server can speak to this one.

The form goes to a worker as it came (see `proofing`): the server itself reads nothing of it.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from tacit.web.answers import whole
from tacit.web.api import PROBLEMS
from tacit.web.limits import Limits
from tacit.web.proofing import LANGUAGES

TASK = "languagetool"
_FIELDS = {
    "text": "The text; or `data`.",
    "data": 'The text with markup, as JSON: `{"annotation": [{"text": "A "}, {"markup": "<b>"}]}`.',
    "language": "`en-US`, another of `/v2/languages`, or `auto`. In any other language nothing is found.",
    "enabledRules": "More codes, with commas between.",
    "disabledRules": "Codes to leave out.",
    "enabledCategories": "More groups of codes.",
    "disabledCategories": "Groups of codes to leave out.",
    "enabledOnly": "`true`: only what is enabled.",
    "level": "`picky`: the codes of the profile `manual`.",
}
_FORM: dict[str, Any] = {
    "type": "object",
    "required": ["language"],
    "properties": {name: {"type": "string", "description": about} for name, about in _FIELDS.items()},
}
_PARAMETERS = [
    {"name": name, "in": "query", "required": name == "language", "description": about, "schema": {"type": "string"}}
    for name, about in _FIELDS.items()
]
router = APIRouter(responses=PROBLEMS, tags=["LanguageTool"])


class AskedLanguage(BaseModel):
    """A language that can be asked for."""

    name: str
    code: str
    longCode: str  # noqa: N815 (LanguageTool's name)


class Proof(BaseModel):
    """What is unclear in a text; offsets count units of UTF-16."""

    software: dict[str, Any]
    warnings: dict[str, Any]
    language: dict[str, Any]
    matches: list[dict[str, Any]]


@router.get("/v2/languages")
async def languages() -> list[AskedLanguage]:
    """What can be asked for."""
    return [AskedLanguage(name=name, code="en", longCode=code) for code, name in LANGUAGES.items()]


@router.get("/v2/check", response_model=Proof, openapi_extra={"parameters": _PARAMETERS})
async def check_query(request: Request) -> Response:
    """Check a text as LanguageTool does, asked by the address."""
    query: bytes = request.scope["query_string"]
    return await _checked(request, query)


@router.post(
    "/v2/check",
    response_model=Proof,
    openapi_extra={
        "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": _FORM}}}
    },
)
async def check_form(request: Request) -> Response:
    """Check a text as LanguageTool does, asked by a form."""
    return await _checked(request, await request.body())


async def _checked(request: Request, form: bytes) -> Response:
    limits: Limits = request.app.state.limits
    return await whole(request, TASK, f"{limits.characters}\n".encode() + form)
