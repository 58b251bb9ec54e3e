"""What annotation tools send: INCEpTION a CAS, Label Studio tasks. They are checked as what the page sends."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

MOST_TEXTS = 5000
Name = Annotated[str, Field(min_length=1, max_length=300)]


class Recommender(StrEnum):
    """What is recommended."""

    scenarios = "scenarios"
    events = "events"
    clarifications = "clarifications"


class _Sent(BaseModel):
    """Other versions of these tools send more than this."""

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
    documents: list[CasDocument] = Field(min_length=1, max_length=MOST_TEXTS)
    types: str = Field(alias="typeSystem")


class SetupRequest(_Sent):
    """A project that is being connected; what it is called, and its token, are not looked at."""

    label_config: str | None = Field(None, alias="schema", description="The labelling configuration.")


class LabelTask(_Sent):
    """One text to label."""

    data: dict[str, Any]


class LabelRequest(_Sent):
    """Tasks, and the labelling configuration that says which tag marks which text."""

    tasks: list[LabelTask] = Field(max_length=MOST_TEXTS)
    label_config: str
