"""What a person browses: the schemas of a corpus and a stability experiment, loaded when the server starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request

from tacit.errors import InputError
from tacit.web import models

if TYPE_CHECKING:
    from tacit.schemas.evidence import Evidence
    from tacit.schemas.stability.outcome import Stability
    from tacit.schemas.storage import SchemaFile
    from tacit.schemas.task import Schema

QUOTES = 3
"""Sentences an event, where the corpus is there to quote from."""

router = APIRouter(
    tags=["browsing"],
    responses={
        404: {"model": models.Problem, "description": "This server was started without them."},
        422: {"model": models.Problem},
    },
)


class Order(StrEnum):
    """How schemas are sorted."""

    number = "number"
    score = "score"
    events = "events"
    documents = "documents"


@dataclass(frozen=True, slots=True)
class SchemaShelf:
    """Schemas with the sentences behind them, and a stability experiment; each may be missing."""

    schemas: SchemaFile | None = None
    evidence: tuple[Evidence, ...] = ()
    stability: Stability | None = None


def load_shelf(
    schemas: Path | None = None,
    corpus: Path | None = None,
    stability: Path | None = None,
) -> SchemaShelf:
    """Read what a user names; schemas are grown from the corpus where no file of them is given."""
    found = _schemas(schemas, corpus) if schemas or corpus else None
    quotes: tuple[Evidence, ...] = ()
    if found is not None and corpus is not None:
        from tacit.corpus import Corpus
        from tacit.schemas.evidence import evidence

        quotes = tuple(evidence(found.schemas, Corpus(corpus), quotes=QUOTES))
    return SchemaShelf(found, quotes, _stability(stability) if stability else None)


def _schemas(file: Path | None, corpus: Path | None) -> SchemaFile:
    from tacit.schemas.storage import SchemaFile, read_schemas

    if file is not None:
        return read_schemas(file)
    from tacit.schemas.induce import induce

    assert corpus is not None
    return SchemaFile(tuple(induce(corpus)), {"germinator": "counter-training", "preset": "paper"})


def _stability(folder: Path) -> Stability:
    from tacit.corpus.manifest import read_json
    from tacit.schemas.stability.outcome import Stability

    file = folder / "stability.json" if folder.is_dir() else folder
    plain = read_json(file)
    try:
        return Stability.from_dict(plain or {})
    except ValueError as error:
        raise InputError(
            f"not a whole stability experiment ({error}): make one with `tacit schemas stability`", path=file
        ) from None


@router.get("/api/schemas")
def schemas(
    request: Request,
    search: Annotated[str, Query(max_length=200, description="Words that a schema must have.")] = "",
    order: Order = Order.number,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 24,
) -> models.SchemaPage:
    """Schemas that fit a search, with drawings and, where the corpus is known, the sentences behind them."""
    shelf: SchemaShelf = request.app.state.shelf
    if shelf.schemas is None:
        raise HTTPException(404, "this server has no schemas; start it with  tacit serve --schemas FILE")
    words = search.lower().split()
    fitting = [
        (number, schema)
        for number, schema in enumerate(shelf.schemas.schemas, 1)
        if all(word in _words(schema) for word in words)
    ]
    fitting.sort(key=_KEYS[order])
    return models.SchemaPage(
        total=len(shelf.schemas.schemas),
        found=len(fitting),
        schemas=[_model(shelf, number, schema) for number, schema in fitting[offset : offset + limit]],
        settings={name: value for name, value in shelf.schemas.settings.items() if name != "corpus"},
    )


_KEYS: dict[Order, Callable[[tuple[int, Schema]], Any]] = {
    Order.number: lambda numbered: numbered[0],
    Order.score: lambda numbered: -sum(numbered[1].scores[1:]) / max(1, len(numbered[1].scores) - 1),
    Order.events: lambda numbered: -len(numbered[1].events),
    Order.documents: lambda numbered: -len(numbered[1].documents),
}


def _words(schema: Schema) -> str:
    types = (kind for chain in schema.chains for kind in chain.types)
    return " ".join([*schema.events, *types, *schema.documents]).lower()


def _model(shelf: SchemaShelf, number: int, schema: Schema) -> models.SchemaModel:
    from tacit.report.schemas.drawing import inline

    quotes = shelf.evidence[number - 1] if shelf.evidence else {}
    return models.SchemaModel(
        number=number,
        events=list(schema.events),
        scores=list(schema.scores),
        chains=[chain.to_dict() for chain in schema.chains],
        documents=list(schema.documents),
        drawing=inline(schema, number),
        quotes={
            verb: [models.Quote(document=q.document, text=q.text, start=q.start, end=q.end) for q in listed]
            for verb, listed in quotes.items()
        },
    )


@router.get("/api/stability")
def stability(request: Request) -> models.StabilityAnswer:
    """How stable the schemas of each category are."""
    from tacit.schemas.stability.findings import find, statements

    shelf: SchemaShelf = request.app.state.shelf
    if shelf.stability is None:
        raise HTTPException(404, "this server has no stability experiment; start it with  tacit serve --stability")
    findings = find(shelf.stability)
    return models.StabilityAnswer(
        statements=list(statements(findings)),
        by_category=shelf.stability.by_category(),
        by_germinator=shelf.stability.by_germinator(),
        standings=findings.to_dict()["standings"],
        settings=dict(shelf.stability.settings),
    )
