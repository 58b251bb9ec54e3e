"""tacit as an external recommender of INCEpTION: its protocol, version 1.

INCEpTION is given the address `http://…/recommender/scenarios` and appends `/predict` and `/train` itself.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from tacit.web.annotators import PredictRequest, Recommender, TrainRequest
from tacit.web.answers import asked_for, whole
from tacit.web.api import PROBLEMS, body_of
from tacit.web.recommending import PREDICT, TRAIN

router = APIRouter(prefix="/recommender", tags=["INCEpTION"], responses=PROBLEMS)


class PredictResponse(BaseModel):
    """The document with suggestions."""

    document: str


@router.post("/{name}/predict", response_model=PredictResponse, openapi_extra=body_of(PredictRequest))
async def predict(request: Request, name: Recommender) -> Response:
    """The same CAS with suggestions for a layer and feature: `inception_internal_predicted` marks them.

    Each has a label, a score and, where the layer has a place for it, an explanation.
    """
    return await whole(request, PREDICT, await asked_for(request, PREDICT, name=name.value))


@router.post("/{name}/train", status_code=204, response_class=Response, openapi_extra=body_of(TrainRequest))
async def train(request: Request, name: Recommender) -> Response:
    """Checks what is sent and keeps nothing: these recommenders are trained already."""
    answer = await whole(request, TRAIN, await asked_for(request, TRAIN, name=name.value))
    return Response(status_code=204) if answer.status_code == 200 else answer
