"""What requests and answers look like: the types behind the OpenAPI description."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tacit.web.limits import Limits

LIMITS = Limits()
ShortText = Annotated[str, Field(min_length=1, max_length=4000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AnnotationModel(_Model):
    """What one source says about one place of the text; offsets count Unicode code points."""

    spans: list[tuple[int, int]] = Field(min_length=1)
    labels: list[str] = []
    features: dict[str, Any] = {}
    source: str = ""
    id: str = ""
    links: list[tuple[str, str]] = []


class DocumentModel(_Model):
    """A text with named layers of annotations."""

    id: str = ""
    text: str
    metadata: dict[str, Any] = {}
    layers: dict[str, list[AnnotationModel]] = {}


class Block(BaseModel):
    """One thing to show: facts (`pairs`), a table (`columns`, `rows`), or the text with a layer marked (`layer`)."""

    model_config = ConfigDict(extra="allow")

    kind: str


class SectionModel(_Model):
    """What one capability has to say."""

    title: str
    blocks: list[Block]


class ReadingAnswer(BaseModel):
    """A document with everything that was read into it, and a section from each capability."""

    model_config = ConfigDict(extra="allow")

    kind: str = Field("", description="Story, instructions, news, other or mixed; empty where `only` was given.")
    document: DocumentModel
    sections: list[SectionModel]


class ReadRequest(_Model):
    """A text, or a document whose layout is known (as `/api/documents` returns it); one of them, not both."""

    text: Annotated[str, Field(min_length=1, max_length=LIMITS.characters, examples=["Ann came in. She sat down."])] = (
        None  # type: ignore[assignment]
    )
    document: DocumentModel = None  # type: ignore[assignment]
    format: Literal["plain", "markdown", "auto"] = Field("auto", description="How the text is laid out.")
    only: list[Annotated[str, Field(max_length=100)]] | None = Field(
        None, max_length=20, description="Capabilities to use; all that fit by default."
    )
    llm: Annotated[str, Field(max_length=100)] | None = Field(
        None, description="A language model to ask: one of `models` of `/api/about`. Addresses are not taken."
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> ReadRequest:
        if (self.text is None) == (self.document is None):
            raise ValueError("send either 'text' or 'document'")
        return self


class WhyRequest(_Model):
    """A document with its sentences, a passage of it, and the scenario that it is said to be about."""

    document: DocumentModel
    scenario: Annotated[str, Field(min_length=1, max_length=200)]
    start: int = Field(ge=0)
    end: int = Field(ge=1)


class WordReason(_Model):
    """A word, and how much less likely the scenario is without it."""

    word: str
    weight: float


class Why(_Model):
    """What speaks for a scenario, the strongest word first."""

    scenario: str
    words: list[WordReason]


class SectionsRequest(_Model):
    """A document whose layers were corrected."""

    document: DocumentModel


class Sections(_Model):
    """What the layers of a document say, a section from each capability."""

    sections: list[SectionModel]


class ScriptRequest(_Model):
    """A scenario by its label."""

    scenario: Annotated[str, Field(min_length=1, max_length=200)]


class ShownEvent(_Model):
    """One event of a script; `after` has the numbers (from 0) of events that it comes after."""

    name: str
    usual: str
    after: list[int]


class ShownScript(_Model):
    """What usually happens in a scenario, in order; no events where tacit does not know it."""

    scenario: str
    purpose: str
    events: list[ShownEvent]


class Documents(_Model):
    """The documents of an uploaded file; `more` says how many were left out."""

    format: str
    documents: list[DocumentModel]
    more: int = 0


class Change(_Model):
    """A reading that was chosen: these words for characters `start` to `end`."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    text: str = Field(max_length=1000)


class ExportRequest(_Model):
    """A reading as `/api/read` returned it, and the changes to make to its text."""

    model_config = ConfigDict(extra="ignore")

    kind: str = ""
    document: DocumentModel
    sections: list[SectionModel] = []
    changes: list[Change] = Field([], max_length=1000)


class ExportFormat(StrEnum):
    """What a reading can be saved as."""

    json = "json"
    html = "html"
    webanno = "webanno"
    xmi = "xmi"
    text = "text"


class EndingsRequest(_Model):
    """A story and endings to compare."""

    story: ShortText = Field(examples=["Ann lost her key. She looked under the mat. It was not there."])
    endings: list[Annotated[str, Field(min_length=1, max_length=1000)]] = Field(
        min_length=2, max_length=6, examples=[["She called a locksmith.", "She planted tulips."]]
    )


class Ending(_Model):
    """One candidate and the probability that it is the right one."""

    text: str
    probability: float


class EndingsAnswer(_Model):
    """All candidates in the order they were sent, the number of the best (from 0), and what speaks for it."""

    system: str
    chosen: int
    endings: list[Ending]
    reasons: list[str]


class StepsRequest(_Model):
    """A terse instruction."""

    instruction: Annotated[str, Field(min_length=1, max_length=1000, examples=["Drain the pasta."])]


class Expansion(_Model):
    """One way to spell an instruction out; `tools` and `actions` are what the instruction does not name."""

    text: str
    steps: list[str]
    score: float
    tools: list[str]
    actions: list[str]


class StepsAnswer(_Model):
    """An instruction spelled out, the likeliest way first."""

    instruction: str
    expansions: list[Expansion]


class Health(_Model):
    """How the server is."""

    status: Literal["ok", "starting"]
    version: str
    workers: int
    busy: int
    waiting: int


class OfferedModel(_Model):
    """A language model that whoever started the server has named; `local` says whether texts stay on its machine."""

    name: str
    local: bool


class About(_Model):
    """What this server offers."""

    version: str
    capabilities: list[str]
    tasks: list[str]
    schemas: bool
    stability: bool
    characters: int
    upload: int
    seconds: float
    token: bool = Field(False, description="Do requests need the token of this server?")
    models: list[OfferedModel] = Field([], description="Language models that a reading may ask.")


class Example(_Model):
    """A text to try."""

    name: str
    title: str
    about: str = Field(description="What there is to see in it.")
    text: str


class Quote(_Model):
    """A sentence behind an event, with the place of the verb in it."""

    document: str
    text: str
    start: int
    end: int


class SchemaModel(_Model):
    """A narrative schema with its drawing (SVG)."""

    number: int
    events: list[str]
    scores: list[float]
    chains: list[dict[str, Any]]
    documents: list[str]
    drawing: str
    quotes: dict[str, list[Quote]] = {}


class SchemaPage(_Model):
    """Some of the schemas that fit a search."""

    total: int
    found: int
    schemas: list[SchemaModel]
    settings: dict[str, Any] = {}


class StabilityAnswer(_Model):
    """A stability experiment: what it says, and the lines of its two charts."""

    statements: list[str]
    by_category: dict[str, list[float]]
    by_germinator: dict[str, list[float]]
    standings: list[dict[str, Any]]
    settings: dict[str, Any]


class Problem(_Model):
    """Why a request was refused, in one sentence."""

    detail: str
