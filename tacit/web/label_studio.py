"""tacit as an ML backend of Label Studio.

Label Studio is given the address `http://…/label-studio/scenarios` and appends `/health`, `/setup` and `/predict`.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tacit.web.answers import whole
from tacit.web.api import PROBLEMS
from tacit.web.labelling import LABEL, VERSION
from tacit.web.recommender import MOST_TEXTS, Recommender, request_of

router = APIRouter(prefix="/label-studio", tags=["Label Studio"], responses=PROBLEMS)


class _Sent(BaseModel):
    """Versions of Label Studio send more than these."""

    model_config = ConfigDict(extra="ignore")


class BackendHealth(BaseModel):
    """What Label Studio looks for."""

    status: str
    model_class: str


class SetupRequest(_Sent):
    """A project that is being connected; what it is called, and its token, are not looked at."""

    label_config: str | None = Field(None, alias="schema", description="The labelling configuration.")


class SetupResponse(BaseModel):
    """The version under which predictions will be kept."""

    model_version: str


class LabelTask(_Sent):
    """One text to label."""

    data: dict[str, Any]


class LabelRequest(_Sent):
    """Tasks, and the labelling configuration that says which tag marks which text."""

    tasks: list[LabelTask] = Field(max_length=MOST_TEXTS)
    label_config: str


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


@router.post("/{name}/setup")
async def setup(name: Recommender, asked: SetupRequest) -> SetupResponse:
    """Connect a project: nothing is kept of it, and no connection to it is made."""
    return SetupResponse(model_version=VERSION)


@router.post("/{name}/predict", response_model=LabelResponse)
async def predict(request: Request, name: Recommender, asked: LabelRequest) -> Response:
    """Regions for each task: with labels that the configuration knows, under its first tag `<Labels>` for a `<Text>`.

    A tag with the name of the recommender comes first.
    """
    return await whole(request, LABEL, request_of(asked, name=name.value))


@router.post("/{name}/webhook")
@router.post("/{name}/train")
async def train(name: Recommender) -> Learnt:
    """Answers, and keeps nothing: what is asked here is trained already."""
    return Learnt(learnt=False)
