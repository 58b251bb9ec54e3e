"""What a text of instructions leaves implicit, for `tacit read`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tacit.capability import Facts, Passages, Section, Table
from tacit.clarifications.pages import page_of
from tacit.documents import Annotation, Document, Layer
from tacit.language.analysed import Analysed
from tacit.language.english.imperatives import commanding_sentences
from tacit.language.english.kinds import INSTRUCTIONS, MIXED
from tacit.linter.asking import with_model
from tacit.linter.check import Checker
from tacit.linter.codes import CODES
from tacit.linter.findings import Finding
from tacit.linter.judging import LazyJudge
from tacit.llm import Model
from tacit.values import Features

CLARIFICATIONS = "clarifications"
TITLE = "What it leaves implicit"
_LEAST_COMMANDS = 0.3
"""The share of sentences with a command from which a text counts as instructions."""


class Clarifications:
    """Which phrases of an instruction are open to several readings?"""

    name = "clarifications"
    fits = (INSTRUCTIONS, MIXED)
    needs: tuple[str, ...] = ()
    adds = (CLARIFICATIONS,)

    def __init__(self, checker: Checker | None = None) -> None:
        self._given = checker

    @cached_property
    def _checker(self) -> Checker:
        judge = LazyJudge("tacit")
        return self._given or Checker(judge, judge.generate)

    def asking(self, model: Model, share: float) -> Clarifications:
        """The same, with a language model's readings, judgement and last word on the least certain share."""
        return Clarifications(with_model(self._checker, model, share))

    def annotate(self, text: Analysed) -> Iterator[Layer]:
        """Unclear phrases with their readings; none in a text that is no instruction."""
        findings = self._checker.check(page_of(text.document), parse=text.parse) if is_instruction(text) else []
        yield Layer(CLARIFICATIONS, map(_annotation, findings))

    def section(self, document: Document) -> Section:
        """The text with its unclear phrases marked, and a line each."""
        found = document.layer(CLARIFICATIONS)
        if not len(found):
            return Section(TITLE, (Facts((("unclear instruction", "no"),)),))
        rows = tuple(_row(document, each) for each in found)
        return Section(
            TITLE, (Passages(CLARIFICATIONS), Table(("phrase", "what is missing", "may mean", "conflict"), rows))
        )


def is_instruction(text: Analysed) -> bool:
    """Do enough of its sentences tell the reader to do something?"""
    parse = text.parse
    telling = commanding_sentences(parse, text.events)
    return bool(parse.sentences) and len(telling) / len(parse.sentences) >= _LEAST_COMMANDS


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
