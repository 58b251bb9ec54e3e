"""What the tools answer: the types behind the output schemas that an agent sees. Offsets count Unicode code points.

No slots: the protocol's library takes a class attribute for a default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SectionAnswer:
    """What one capability has to say: blocks of facts, tables, or the text with a layer marked."""

    title: str
    blocks: list[dict[str, Any]]


@dataclass(frozen=True)
class ReadAnswer:
    """The kind of text (empty where `only` was given), a section from each capability, and the layers if asked for."""

    kind: str
    sections: list[SectionAnswer]
    layers: dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class ReadingOfPhrase:
    """What a phrase may mean; `score` from 1 to 5 and the probability `plausible` where a judge is installed."""

    text: str
    score: float | None
    plausible: float | None


@dataclass(frozen=True)
class FindingAnswer:
    """An unclear phrase: where (lines and columns from 1), which code, and what it may mean, the likeliest first."""

    line: int
    column: int
    end_line: int
    end_column: int
    code: str
    name: str
    phenomenon: str
    phrase: str
    sentence: str
    confidence: float
    readings: list[ReadingOfPhrase]
    conflict: bool
    suggestion: str
    message: str


@dataclass(frozen=True)
class CheckAnswer:
    """All findings in the order of the text; `clear` if there is none."""

    clear: bool
    findings: list[FindingAnswer]


@dataclass(frozen=True)
class Way:
    """One way to carry an instruction out; `adapted` names what the steps were written for, if for another thing."""

    steps: list[str]
    tools: list[str]
    materials: list[str]
    caution: list[str]
    done: str
    entry: str
    adapted: str
    score: float


@dataclass(frozen=True)
class ElaborateAnswer:
    """Ways to carry an instruction out, the likeliest first; if none is known, `why` and the `nearest` known things."""

    instruction: str
    known: bool
    alternatives: list[Way]
    why: str
    nearest: list[str]


@dataclass(frozen=True)
class ScriptEventAnswer:
    """An event of a script: how it is worded, who does it, who and what takes part.

    How often it happens is `usual` where a person wrote the script (always, mostly, sometimes), and `share`, of the
    texts that tell it, where it was learnt.
    """

    event: str
    who: str
    usual: str
    share: float | None
    wordings: list[str]
    participants: dict[str, list[str]]


@dataclass(frozen=True)
class ScriptAnswer:
    """What typically happens in a scenario: events in their typical order, and pairs `[before, after]`."""

    scenario: str
    purpose: str
    roles: dict[str, str]
    props: dict[str, str]
    goes_wrong: list[str]
    events: list[ScriptEventAnswer]
    order: list[list[str]]


@dataclass(frozen=True)
class ScenarioPassage:
    """A stretch of the text and the scenario that it is about."""

    scenario: str
    start: int
    end: int
    probability: float | None
    alternatives: list[str]
    text: str


@dataclass(frozen=True)
class ScenariosAnswer:
    """The passages about a known scenario, in the order of the text; `note` says why nothing was looked for."""

    passages: list[ScenarioPassage]
    note: str
