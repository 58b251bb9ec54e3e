"""Readings made by hand, as the capabilities would give them, for tests of the page."""

from __future__ import annotations

import re
from typing import Any

from tacit.capability import Facts, Passages, Section, Table
from tacit.documents import Annotation, Document, Layer
from tacit.reader import Reading

STORY = "Ann mixed flour and eggs. She baked the cake. 🍰\n\nThen she took the bus to her sister Lea. Lea was happy."
HOWTO = "# Clean the pump\n\n1. Open it.\n2. Rinse before reassembling.\n3. Let it dry."


def reading_of(text: str) -> Reading:
    """The sample for a text: with markup it is instructions, else a story; marks are put where words occur."""
    return howto(text) if "Rinse" in text else story(text)


def _marked(text: str, words: str, *labels: str, **features: Any) -> list[Annotation]:
    return [Annotation.of(m.start(), m.end(), *labels, source="made", **features) for m in re.finditer(words, text)]


def story(text: str) -> Reading:
    mentions = [
        *_marked(text, r"\bAnn\b|\bShe\b|\bshe\b", chain=0, name="Ann"),
        *_marked(text, r"her sister Lea|\bLea was", chain=1, name="Lea"),
    ]
    baking = {"probability": 0.93, "alternatives": [{"scenario": "making bread", "probability": 0.06}]}
    told = [{"event": "mix ingredients", "start": 4, "end": 9, "probability": 0.9}]
    left = [{"event": "heat oven", "probability": 0.4, "share": 0.8, "after": "mix ingredients", "before": ""}]
    layers = [
        Layer("sentences", _marked(text, r"\S[^.]*\.")),
        Layer("mentions", mentions),
        Layer("scenarios", _marked(text, r"Ann mixed.*cake\.", "baking a cake", **baking)),
        Layer("scripts", _marked(text, r"Ann mixed.*cake\.", "baking a cake", told=told, left_out=left, texts=90)),
    ]
    if odd := _marked(text, r"A dragon [^.]*\.", "odd", probability=0.1):
        layers.append(Layer("coherence", odd))
    blocks = (Passages("scenarios"), Table(("passage", "scenario"), (("Ann … cake.", "baking a cake"),)))
    who = Section("Who does what", (Facts((("sentences", "4"),)), Passages("mentions", key="name", title="Who is who")))
    rows = (("mix ingredients", "“mixed flour”", ""), ("heat oven", "left out", "80% of texts tell it"))
    unsaid = Section("What it leaves unsaid", (Table(("event", "in the text", "why"), rows, "baking a cake"),))
    return Reading(Document(text, "text", layers=layers), (who, Section("What it is about", blocks), unsaid))


def howto(text: str) -> Reading:
    place = text.find("reassembling") + len("reassembling")  # without it nothing is unclear
    readings = [
        {"text": "the pump", "score": 4.4, "plausible": 0.9},
        {"text": "the parts", "score": 3, "plausible": 0.4},
    ]
    conflict = {"first": "the pump", "second": "the parts", "kind": "part and whole"}
    unclear = _marked(
        text,
        "reassembling",
        "implicit reference",
        phenomenon="implicit reference",
        readings=readings,
        conflicts=[conflict],
        blank=[place, place],
        lead=" ",
        trail="",
    )
    layers = [Layer("clarifications", unclear), Layer("headings", _marked(text, "Clean the pump", "h1", level=1))]
    blocks = (Passages("clarifications"), Table(("phrase",), (("reassembling",),)))
    return Reading(Document(text, "text", layers=layers), (Section("What it leaves implicit", blocks),))
