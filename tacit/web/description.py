"""The OpenAPI description, with what FastAPI cannot know: the bodies that we check ourselves, and the token."""

from __future__ import annotations

import json
from collections.abc import Callable, Container
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema

from tacit.web.checking import MODELS

_PLACE = "#/components/schemas/{model}"
_TOKEN = {"type": "http", "scheme": "bearer", "description": "The token of the address that `tacit serve` prints."}


def described(app: FastAPI, plain: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The description of the application; made once."""
    if app.openapi_schema is not None:
        return app.openapi_schema
    made = plain()
    schemas = made["components"]["schemas"]
    schemas |= _bodies(schemas)
    if app.state.has_token:
        made["components"]["securitySchemes"] = {"token": _TOKEN}
        made["security"] = [{"token": []}]
        made["paths"]["/health"]["get"]["security"] = []
    app.openapi_schema = made
    return made


def _bodies(taken: Container[str]) -> dict[str, Any]:
    """What is sent; where the same type is also an answer, which has all its fields, with `-Input` after its name.

    Its title says so, too: programs that make clients name their classes by it.
    """
    _, found = models_json_schema([(model, "validation") for model in MODELS.values()], ref_template=_PLACE)
    text = json.dumps(found["$defs"])
    names = {name: f"{name}-Input" if name in taken else name for name in found["$defs"]}
    for name, new in names.items():
        text = text.replace(f'"{_PLACE.format(model=name)}"', f'"{_PLACE.format(model=new)}"')
    plain = json.loads(text)
    return {new: {**plain[name], "title": new.replace("-", "")} for name, new in names.items()}


def operation(route: APIRoute) -> str:
    """The name of an operation: of its function, and before it of the family that it belongs to, if any."""
    first = route.path.split("/")[1]
    family = "" if first in ("api", "health") else "languagetool_" if first == "v2" else f"{first.replace('-', '_')}_"
    last = route.path.rpartition("/")[2] if family.startswith("label") else route.name
    return f"{family}{last}"
