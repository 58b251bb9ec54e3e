"""What each passage of a text is about, for `tacit read`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tacit.capability import Block, Facts, Passages, Section, Table
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.language.analysed import Analysed
from tacit.language.english.kinds import INSTRUCTIONS, MIXED, OTHER, STORY
from tacit.llm import Model
from tacit.scenarios.asking import AskingScenarios
from tacit.scenarios.detect import LIKELY, annotate_whole, not_english
from tacit.scenarios.layers import SCENARIOS
from tacit.scenarios.task import ScenarioSystem
from tacit.scenarios.train import load

TITLE = "What it is about"


class Scenarios:
    """Which everyday activity is each passage about?"""

    name = "scenarios"
    fits = (STORY, INSTRUCTIONS, OTHER, MIXED)
    needs = (SENTENCES,)
    adds = (SCENARIOS, LIKELY)

    def __init__(self, system: ScenarioSystem | None = None) -> None:
        self._given = system

    @cached_property
    def system(self) -> ScenarioSystem:
        """The system that reads; its model is loaded at first use."""
        return self._given or load()

    def asking(self, model: Model, share: float) -> Scenarios:
        """The same, with a language model's word on the least certain share of the sentences."""
        return Scenarios(AskingScenarios(self.system, model, share))

    def annotate(self, text: Analysed) -> Iterator[Layer]:
        """Passages with their scenarios; instructions are about one thing, or about nothing that is known."""
        document = annotate_whole(text.document, self.system)
        found = document.layer(SCENARIOS)
        if found and text.kind == INSTRUCTIONS:
            most = len(text.document.text.strip())
            found = Layer(SCENARIOS, (passage for passage in found if 2 * len(passage.span) >= most))
        yield found
        yield document.layer(LIKELY)

    def section(self, document: Document) -> Section:
        """The text with its passages in colour, and a line each."""
        return Section(TITLE, section_blocks(document))


def section_blocks(document: Document) -> tuple[Block, ...]:
    """What the layer `scenarios` says."""
    if SCENARIOS not in document.layers:
        return (Facts((("scenarios", "not looked for:"),)),)
    found = document.layer(SCENARIOS)
    if not found:
        return (Facts((("passage about a known scenario" if not not_english(document) else "English text", "no"),)),)
    rows = tuple(_row(document, passage) for passage in found)
    return (Passages(SCENARIOS), Table(("passage", "scenario", "confidence", "or else"), rows))


def _row(document: Document, passage: Annotation) -> tuple[str, str, str, str]:
    confidence = passage.features.get("probability")
    others = [other["scenario"] for other in passage.features.get("alternatives", ()) if other["probability"] >= 0.05]
    return (
        _ends(document.text_of(passage)),
        passage.label,
        f"{confidence:.0%}" if isinstance(confidence, int | float) else "",
        ", ".join(others),
    )


def _ends(text: str, limit: int = 48) -> str:
    """The first and last words of a passage."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half].rsplit(' ', 1)[0]} … {text[-half:].split(' ', 1)[-1]}"
