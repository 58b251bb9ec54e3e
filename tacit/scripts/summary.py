"""A script in plain JSON, for people and programs that draw or use it."""

from __future__ import annotations

from typing import Any

from tacit.scripts.order import alternatives, arrows
from tacit.scripts.task import Script

FORMS_SHOWN = 5


def summary(script: Script) -> dict[str, Any]:
    """Events in typical order with their share of texts, wordings and participants; arrows and alternatives by name."""
    names = [event.name for event in script.events]
    return {
        "scenario": script.scenario,
        **_written(script),
        "texts": len(script.tellings),
        "events": [
            {
                "event": event.name,
                **({"who": event.who, "usual": event.usual} if event.id else {}),
                "texts": count,
                "share": round(share, 4),
                "wordings": list(event.wordings) or [form.phrase for form in list(event.forms)[:FORMS_SHOWN]],
                "participants": {slot: list(nouns) for slot, nouns in event.participants.items()}
                or ({"with": list(event.props)} if event.props else {}),
                **({"substeps": list(event.substeps)} if event.substeps else {}),
            }
            for event, count, share in zip(script.events, script.counts(), script.shares(), strict=True)
        ],
        "order": [[names[first], names[second]] for first, second in arrows(script)],
        "alternatives": [
            {"events": [names[pair.first], names[pair.second]], "together": pair.together,
             "expected": round(pair.expected, 1)}
            for pair in alternatives(script)
        ],
    }  # fmt: skip


def _written(script: Script) -> dict[str, Any]:
    """What a person says of the whole."""
    if not script.is_written:
        return {}
    return {
        "purpose": script.purpose,
        "roles": dict(script.roles),
        "props": dict(script.props),
        "variants": list(script.variants),
        "goes_wrong": list(script.goes_wrong),
        "part_of": list(script.part_of),
    }
