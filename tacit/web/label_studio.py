"""tacit as an ML backend of Label Studio.

Label Studio is given the address `http://…/label-studio/scenarios` and appends `/health`, `/setup` and `/predict`.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from tacit.web.annotators import LabelRequest, Recommender, SetupRequest
from tacit.web.answers import asked_for, whole
from tacit.web.api import PROBLEMS, body_of
from tacit.web.labelling import LABEL, VERSION

router = APIRouter(prefix="/label-studio", tags=["Label Studio"], responses=PROBLEMS)


class BackendHealth(BaseModel):
    """What Label Studio looks for."""

    status: str
    model_class: str


class SetupResponse(BaseModel):
    """The version under which predictions will be kept."""

    model_version: str


class Prediction(BaseModel):
    """The regions of one task, with the mean of their scores."""

    result: list[dict[str, Any]]
    score: float
    model_version: str


class LabelResponse(BaseModel):
    """A prediction for each task."""

    results: list[Prediction]
    model_version: str


class Learnt(BaseModel):
    """That nothing was."""

    learnt: bool


@router.get("/{name}/health")
async def health(name: Recommender) -> BackendHealth:
    """Is the backend there?"""
    return BackendHealth(status="UP", model_class=f"tacit {name.value}")


@router.post("/{name}/setup", openapi_extra=body_of(SetupRequest))
async def setup(request: Request, name: Recommender) -> SetupResponse:
    """Connect a project: nothing is kept of it, and no connection to it is made."""
    await asked_for(request, "setup")
    return SetupResponse(model_version=VERSION)


@router.post("/{name}/predict", response_model=LabelResponse, openapi_extra=body_of(LabelRequest))
async def predict(request: Request, name: Recommender) -> Response:
    """Regions for each task: with labels that the configuration knows, under its first tag `<Labels>` for a `<Text>`.

    A tag with the name of the recommender comes first.
    """
    return await whole(request, LABEL, await asked_for(request, LABEL, name=name.value))


@router.post("/{name}/webhook")
@router.post("/{name}/train")
async def train(name: Recommender) -> Learnt:
    """Answers, and keeps nothing: what is asked here is trained already."""
    return Learnt(learnt=False)
