"""What a text of instructions leaves implicit, for `tacit read`."""

from __future__ import annotations

from functools import cached_property

from tacit.capability import Facts, Passages, Section, Table
from tacit.clarifications.check import Checker
from tacit.clarifications.codes import CODES
from tacit.clarifications.findings import Finding
from tacit.clarifications.judging import LazyJudge
from tacit.clarifications.pages import page_of
from tacit.documents import Annotation, Document, Layer
from tacit.language.analysis import analyse
from tacit.language.events import find_events
from tacit.language.layers import EVENTS, language_layers
from tacit.values import Features

CLARIFICATIONS = "clarifications"
TITLE = "What it leaves implicit"
_LEAST_COMMANDS = 0.3
"""The share of sentences with a command from which a text counts as instructions."""


class Clarifications:
    """Which phrases of an instruction are open to several readings?"""

    name = "clarifications"

    def __init__(self, checker: Checker | None = None) -> None:
        self._given = checker

    @cached_property
    def _checker(self) -> Checker:
        judge = LazyJudge("tacit")
        return self._given or Checker(judge, judge.generate)

    def annotate(self, document: Document) -> Document:
        """Adds unclear phrases with their readings; nothing to a text that is no instruction."""
        findings = self._checker.check(page_of(document)) if is_instruction(document) else []
        return document.with_layer(Layer(CLARIFICATIONS, map(_annotation, findings)))

    def section(self, document: Document) -> Section:
        """The text with its unclear phrases marked, and a line each."""
        found = document.layer(CLARIFICATIONS)
        if not len(found):
            return Section(TITLE, (Facts((("unclear instruction", "none"),)),))
        rows = tuple(_row(document, each) for each in found)
        return Section(
            TITLE, (Passages(CLARIFICATIONS), Table(("phrase", "what is missing", "may mean", "conflict"), rows))
        )


def is_instruction(document: Document) -> bool:
    """Do enough of its sentences tell the reader to do something? Uses the layers of `language` if they are there."""
    if not document.sentences or EVENTS not in document.layers:
        parse = analyse(page_of(document).prose)
        document = document.with_layer(*language_layers(parse, find_events(parse)))
    sentences = [sentence.span for sentence in document.sentences]
    commands = Layer("commands", (each for each in document.layer(EVENTS) if each.features.get("imperative")))
    telling = sum(any(True for _ in commands.overlapping(sentence)) for sentence in sentences)
    return bool(sentences) and telling / len(sentences) >= _LEAST_COMMANDS


def _annotation(finding: Finding) -> Annotation:
    plain = finding.to_dict()
    names = ("code", "phenomenon", "confidence", "readings", "conflict", "conflicts", "message")
    features = {name: plain[name] for name in names}
    # A reading goes between lead and trail into the blank: two offsets.
    features |= {"blank": [finding.blank.start, finding.blank.end], "lead": finding.lead, "trail": finding.trail}
    label = CODES[finding.code].group
    return Annotation((finding.place.span,), (label,), Features(features), source="tacit.clarifications")


def _row(document: Document, found: Annotation) -> tuple[str, str, str, str]:
    readings = ", ".join(_reading(each["text"], each["score"]) for each in found.features["readings"][:4])
    kinds = ", ".join(dict.fromkeys(each["kind"] for each in found.features["conflicts"]))
    about = CODES[found.features["code"]].about
    return " ".join(document.text_of(found).split()), about, readings, kinds


def _reading(text: str, score: float | None) -> str:
    return text if score is None else f"{text} ({score:.1f})"
