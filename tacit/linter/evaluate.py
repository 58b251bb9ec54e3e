"""How well the linter finds what people marked: one experiment, from texts to precision, recall and their curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tacit.comparison import Measured
from tacit.frames import FrameKind, frame
from tacit.linter.check import Checker
from tacit.linter.codes import READINGS, profile
from tacit.linter.config import LinterSettings
from tacit.linter.gold import GoldText, LinterScores, Marked, contributions, score
from tacit.linter.manuals import read_texts
from tacit.progress import Progress, no_progress

CURVE_FROM = 0.1
"""Confidence from which on the curve is drawn: below, a judge would be asked for all pronouns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinterOptions:
    """What is measured.

    `gold` are texts with marks such as {TAC101:Rinse}, or folders with editors' marks, of which `even` takes the even
    numbers only. What is less certain than `min_confidence` is not reported; without it each code has its own.
    `profile` names the codes; without it they are those that somebody marked. Without `curve` nothing below is looked
    for.
    """

    gold: Sequence[str | Path]
    min_confidence: float | None = None
    profile: str | None = None
    even: bool = False
    curve: bool = True


@dataclass(frozen=True, slots=True)
class LinterResult:
    """What is reported, and how precision and recall go with confidence; the curve may be missing.

    `by_text` is what each text adds to the figures: `tacit.comparison.compare` takes those of two linters.
    """

    scores: LinterScores
    whole: LinterScores
    by_text: Mapping[str, Measured]
    with_curve: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {**self.scores.to_dict(), **({"curve": self.whole.to_dict()["curve"]} if self.with_curve else {})}

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each code."""
        by_code = self.scores.by_code
        columns = {name: [each[name] for each in by_code.values()] for name in ("gold", "found", "precision", "recall")}
        return frame({"code": list(by_code), **columns}, kind)


def evaluate(options: LinterOptions, checker: Checker, *, progress: Progress = no_progress) -> LinterResult:
    """Check all texts, and compare with what is marked in them."""
    texts = read_texts(options.gold, even=options.even)
    settings = _settings(options, texts)
    used = replace(settings, min_confidence=CURVE_FROM) if options.curve else settings
    found: dict[str, list[Marked]] = {}
    for number, text in enumerate(texts, 1):
        findings = checker.check(text.page, used)
        found[text.path] = [Marked(each.code, each.place.span, each.confidence) for each in findings]
        progress("checking", number, len(texts))

    def reported(text: GoldText) -> list[Marked]:
        return [each for each in found[text.path] if each.confidence >= settings.least_confidence(each.code)]

    whole = score(texts, lambda text: found[text.path])
    return LinterResult(score(texts, reported), whole, contributions(texts, reported), options.curve)


def _settings(options: LinterOptions, texts: Sequence[GoldText]) -> LinterSettings:
    settings = LinterSettings(min_confidence=options.min_confidence)
    if options.profile is not None:
        return replace(settings, codes=profile(options.profile))
    if any(mark.code not in READINGS for text in texts for mark in text.gold):
        return settings
    return replace(settings, codes=READINGS)  # nobody marked what procedures lack
