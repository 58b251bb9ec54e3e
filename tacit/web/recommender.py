"""tacit as an external recommender of INCEpTION: its protocol, version 1.

INCEpTION is given the address `http://…/recommender/scenarios` and appends `/predict` and `/train` itself.
"""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tacit.web.answers import whole
from tacit.web.api import PROBLEMS
from tacit.web.recommending import PREDICT, TRAIN

MOST_TEXTS = 5000
Name = Annotated[str, Field(min_length=1, max_length=300)]

router = APIRouter(prefix="/recommender", tags=["INCEpTION"], responses=PROBLEMS)


class Recommender(StrEnum):
    """What is recommended."""

    scenarios = "scenarios"
    events = "events"
    clarifications = "clarifications"


class _Sent(BaseModel):
    """Other versions of INCEpTION send more than these."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class Metadata(_Sent):
    """The layer and the feature to predict, and what annotations of the layer may cover."""

    layer: Name
    feature: Name
    anchoring: str = Field(
        "tokens", alias="anchoringMode", description="One of characters, singleToken, tokens, sentences."
    )
    across: bool = Field(True, alias="crossSentence", description="May an annotation go beyond a sentence?")


class CasDocument(_Sent):
    """A document as a CAS."""

    xmi: str


class PredictRequest(_Sent):
    """A document for which annotations are wanted, and its type system."""

    metadata: Metadata
    document: CasDocument
    types: str = Field(alias="typeSystem")


class TrainRequest(_Sent):
    """Annotated documents."""

    metadata: Metadata
    documents: list[CasDocument] = Field(max_length=MOST_TEXTS)
    types: str = Field(alias="typeSystem")


class PredictResponse(BaseModel):
    """The document with suggestions."""

    document: str


def request_of(asked: BaseModel, **more: Any) -> bytes:
    """What a worker is sent; plain ASCII, so that any text arrives."""
    return json.dumps({**asked.model_dump(), **more}).encode()


@router.post("/{name}/predict", response_model=PredictResponse)
async def predict(request: Request, name: Recommender, asked: PredictRequest) -> Response:
    """The same CAS with suggestions for a layer and feature: `inception_internal_predicted` marks them.

    Each has a label, a score and, where the layer has a place for it, an explanation.
    """
    return await whole(request, PREDICT, request_of(asked, name=name.value))


@router.post("/{name}/train", status_code=204, response_class=Response)
async def train(request: Request, name: Recommender, asked: TrainRequest) -> Response:
    """Checks what is sent and keeps nothing: these recommenders are trained already."""
    if not asked.documents:
        raise HTTPException(422, "documents: there is none")
    answer = await whole(request, TRAIN, request_of(asked, name=name.value))
    return Response(status_code=204) if answer.status_code == 200 else answer
