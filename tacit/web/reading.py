"""Tasks of the page around one reading: read it part by part, say why, make sections anew, show a script."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from tacit import reader
from tacit.documents import Document
from tacit.errors import InputError
from tacit.language.english.kinds import INSTRUCTIONS
from tacit.reader import Reading, registry
from tacit.web.asking import asked_model
from tacit.web.worker import OnStep, Result

if TYPE_CHECKING:
    from tacit.scenarios import ScenarioSystem
    from tacit.scripts.base import ScriptBase

PART = "part"
WORDS = 8
"""Words that are named as speaking for a label."""
_DEFAULT_LEAST = 0.5


def read(request: bytes, on_step: OnStep) -> Result:
    """All capabilities on one text; with `parts`, each is told when it is ready, and what was nearly said at last."""
    asked = json.loads(request)
    document = Document.from_dict(asked["document"]) if asked.get("document") else _pasted(asked["text"])
    only, layout = asked.get("only"), asked.get("format", "auto")
    on_part = _Parts(on_step).tell if asked.get("parts") else None
    with asked_model(asked) as model:
        reading = reader.read(document, only=only, layout=layout, on_step=on_step, on_part=on_part, model=model)
    costs = {"llm": model.costs.to_dict()} if model is not None else {}
    return as_json({**reading.to_dict(), **(_nearly(reading) if on_part else {}), **costs})


def _pasted(text: str) -> Document:
    """A pasted text as a document."""
    if not text.strip():
        raise InputError("there is no text, only blanks; send a sentence or more")
    return Document(text, "text")


class _Parts:
    """Tells what a reading has got since it was last told."""

    def __init__(self, on_step: OnStep) -> None:
        self._on_step = on_step
        self._known: Reading | None = None

    def tell(self, reading: Reading) -> None:
        """Pass on the layers and sections that are new; the first time, the text as well."""
        known, self._known = self._known, reading
        old = known.document.layers if known is not None else {}
        new = {name: layer for name, layer in reading.document.layers.items() if old.get(name) is not layer}
        sections = reading.sections[len(known.sections) if known is not None else 0 :]
        plain: dict[str, Any] = {
            "kind": reading.kind,
            "layers": {name: [each.to_dict() for each in layer] for name, layer in new.items()},
            "sections": [section.to_dict() for section in sections],
        }
        if known is None:
            document = reading.document
            plain["document"] = Document(document.text, document.id, document.metadata).to_dict()
        self._on_step(PART, as_json(plain).body)


@cache
def _system() -> ScenarioSystem:
    """The system that the capability uses, so that its model is in memory once."""
    return cast(Any, reader.capability_named("scenarios")).system  # type: ignore[no-any-return]


def _nearly(reading: Reading) -> dict[str, Any]:
    """The threshold that passages passed, and stretches of a text that did not quite; nothing where none was read."""
    from tacit.scenarios.data import sentence_spans, unlabelled
    from tacit.scenarios.layers import SCENARIOS
    from tacit.scenarios.reasons import near_misses

    spans = sentence_spans(reading.document)
    if SCENARIOS not in reading.document.layers or not spans:
        return {}
    least = float(getattr(getattr(_system(), "settings", None), "least", _DEFAULT_LEAST))
    if reading.kind == INSTRUCTIONS:  # which are about one thing as a whole
        return {"least": least, "nearly": []}
    [detection] = _system().detect([unlabelled(reading.document)])
    found = [
        {
            "scenario": each.label,
            "probability": each.probability,
            "start": spans[each.first].start,
            "end": spans[each.end - 1].end,
        }
        for each in near_misses(detection, least)
    ]
    return {"least": least, "nearly": found}


def why(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a passage that speak for a scenario, by how much less likely it is without them."""
    from tacit.scenarios.data import sentence_spans
    from tacit.scenarios.reasons import reasons

    document = Document.from_dict(asked["document"])
    spans = sentence_spans(document)
    first = max(0, bisect_left([span.end for span in spans], asked["start"] + 1))
    end = bisect_left([span.start for span in spans], asked["end"])
    if first >= end:
        raise InputError("there is no sentence between 'start' and 'end'")
    sentences = [document.text[span.start : span.end] for span in spans]
    words = reasons(_system(), sentences, asked["scenario"], first, end, count=WORDS)
    return {
        "scenario": asked["scenario"],
        "words": [{"word": each.word, "weight": each.weight} for each in words],
    }


def sections(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the layers of a document say, section by section, after a person has corrected some of them."""
    document = Document.from_dict(asked["document"])
    shown = []
    for name in registry.CAPABILITIES:
        capability = reader.capability_named(name)
        if any(layer in document.layers for layer in capability.adds):
            try:
                shown.append(capability.section(document).to_dict())
            except (KeyError, TypeError, AttributeError, IndexError):
                raise InputError(f"the layers of {name} are not as tacit writes them") from None
    return {"sections": shown}


@cache
def _scripts() -> ScriptBase:
    from tacit.scripts.base import ScriptBase

    return ScriptBase.load()


def script(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What usually happens in a scenario: events in order, each with the numbers of those that it comes after."""
    found = _scripts().find(asked["scenario"])
    if found is None:
        return {"scenario": asked["scenario"], "purpose": "", "events": []}
    numbers = found.numbers()
    events = [
        {
            "name": event.name,
            "usual": event.usual,
            "after": [numbers[each] for each in event.after if each in numbers]
            or [place - 1] * (place > 0 and not found.is_written),
        }
        for place, event in enumerate(found.events)
    ]
    return {"scenario": found.scenario, "purpose": found.purpose, "events": events}


def as_json(plain: Any) -> Result:
    """A result in JSON."""
    return Result(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode())


QUICK: dict[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = {
    "why": why,
    "sections": sections,
    "script": script,
}
"""Tasks of a single step."""
