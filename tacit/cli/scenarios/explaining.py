"""What `detect --why` and `--alternatives` add to a text's passages."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from tacit.cli.common.options import number, table
from tacit.text import cut, squeezed

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.documents import Document, Span
    from tacit.scenarios import ScenarioSystem

MOST_EVENTS = 4
"""Told events that are named for a passage."""


def add_reasons(plain: dict[str, Any], document: Document, system: ScenarioSystem) -> list[Table]:
    """Give each passage `words` and `events`, and say so in a table."""
    from tacit.scenarios.data import sentence_spans
    from tacit.scenarios.reasons import reasons

    spans = sentence_spans(document)
    sentences = [document.text[span.start : span.end] for span in spans]
    rows = []
    for passage in plain["passages"]:
        first = bisect_left([span.start for span in spans], passage["start"])
        end = bisect_left([span.end for span in spans], passage["end"]) + 1
        words = reasons(system, sentences, passage["scenario"], first, end)
        events = _told_events(document, spans[first:end], passage["scenario"])
        passage["words"] = [{"word": each.word, "weight": each.weight} for each in words]
        passage["events"] = events
        rows.append((passage["scenario"], ", ".join(each.word for each in words), "; ".join(events)))
    return [table(("scenario", "words that speak for it", "events it seems to tell"), rows)] if rows else []


def _told_events(document: Document, spans: list[Span], scenario: str) -> list[str]:
    """The events of the scenario's script that the sentences seem to tell, likeliest first."""
    from tacit.scripts.base import RECOGNISER, ScriptBase
    from tacit.scripts.recognising import TOLD, Recogniser, pieces

    base = ScriptBase.load()
    script = base.find(scenario)
    wordings = base.wordings(script) if script is not None else None
    if script is None or wordings is None or not spans:
        return []
    parts = pieces(document.text, [(span.start, span.end) for span in spans])
    vectors = base.encoder.encode([document.text[start:end] for _, start, end in parts])
    told = Recogniser(base.weights.get(RECOGNISER)).told(wordings, document.text, parts, vectors)
    likely = sorted((each for each in told if each.probability >= TOLD), key=lambda each: -each.probability)
    return [script.events[each.event].name for each in likely[:MOST_EVENTS]]


def add_near_misses(plain: dict[str, Any], document: Document, system: ScenarioSystem) -> list[Table]:
    """Give a text `nearly`: stretches that were not far from being said to be about something."""
    from tacit.scenarios.data import sentence_spans, unlabelled
    from tacit.scenarios.reasons import near_misses

    spans = sentence_spans(document)
    least = float(getattr(getattr(system, "settings", None), "least", 0.5))
    [detection] = system.detect([unlabelled(document)]) if spans else [None]
    found = [] if detection is None else near_misses(detection, least)
    plain["nearly"] = [
        {
            "scenario": each.label,
            "probability": each.probability,
            "start": spans[each.first].start,
            "end": spans[each.end - 1].end,
            "text": document.text[spans[each.first].start : spans[each.end - 1].end],
        }
        for each in found
    ]
    rows = [
        (each["scenario"], number(each["probability"]), cut(squeezed(each["text"]), 48)) for each in plain["nearly"]
    ]
    return [table(("nearly said", "probability", "of"), rows)] if rows else []
