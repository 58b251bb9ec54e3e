"""How-to texts with gold findings marked in place, and how well the linter finds them.

A mark is `{TAC101:Rinse}`: the code and the phrase. Everything else in the text is gold silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.clarifications.pages import Page, read_page
from tacit.comparison import Measured
from tacit.documents import Span
from tacit.errors import InputError
from tacit.formats import Source, files_of
from tacit.linter.codes import CODES

_MARK = re.compile(r"\{(TAC\d{3}):([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Marked:
    """A phrase with its code; found ones also have how sure the finder is.

    `also` are codes that come to the same where an editor only said of what kind the trouble is.
    """

    code: str
    span: Span
    confidence: float = 1.0
    also: frozenset[str] = frozenset()

    def matches(self, other: Marked) -> bool:
        """The same code, or one that comes to the same, at an overlapping place?"""
        return (self.code == other.code or self.code in other.also) and self.span.overlaps(other.span)


@dataclass(frozen=True, slots=True)
class GoldText:
    """A text without its marks, and what they mark."""

    path: str
    page: Page
    gold: tuple[Marked, ...]


def read_gold(paths: Iterable[str | Path]) -> list[GoldText]:
    """The marked texts of files and folders."""
    return [read_howto(source) for path in paths for source in files_of(path)]


def read_howto(source: Source) -> GoldText:
    """A text and its marks."""
    marked = source.text()
    parts, gold, done, length = [], [], 0, 0
    for mark in _MARK.finditer(marked):
        if mark[1] not in CODES:
            line = marked.count("\n", 0, mark.start()) + 1
            raise InputError(f"there is no code {mark[1]!r}; there are {', '.join(CODES)}", path=source.path, line=line)
        parts += [marked[done : mark.start()], mark[2]]
        length += mark.start() - done
        gold.append(Marked(mark[1], Span(length, length + len(mark[2]))))
        length += len(mark[2])
        done = mark.end()
    text = "".join([*parts, marked[done:]])
    return GoldText(str(source.path), read_page(Source(source.path, text.encode())), tuple(gold))


@dataclass(frozen=True, slots=True)
class Point:
    """Precision and recall of all that is reported from a confidence on."""

    confidence: float
    found: int
    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class LinterScores:
    """How well the linter finds what is marked; `curve` has a point for each confidence that occurs."""

    n: int
    gold: int
    found: int
    precision: float
    recall: float
    f1: float
    by_code: dict[str, dict[str, float]]
    curve: tuple[Point, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "n": self.n,
            "gold": self.gold,
            "found": self.found,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "codes": self.by_code,
            "curve": [
                {"confidence": point.confidence, "found": point.found, "precision": point.precision,
                 "recall": point.recall}
                for point in self.curve
            ],
        }  # fmt: skip


Find = Callable[[GoldText], Sequence[Marked]]


def score(howtos: Sequence[GoldText], find: Find) -> LinterScores:
    """Precision and recall of what `find` finds in the texts."""
    judged = [each for howto in howtos for each in _judged(howto, find)]
    gold = [mark for howto in howtos for mark in howto.gold]
    precision, recall = _precision_recall(judged, len(gold))
    return LinterScores(
        n=len(howtos),
        gold=len(gold),
        found=len(judged),
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        by_code={code: _of_code(code, judged, gold) for code in CODES},
        curve=tuple(_curve(judged, len(gold))),
    )


def contributions(howtos: Sequence[GoldText], find: Find) -> dict[str, Measured]:
    """What each text adds to the figures, for a comparison with another linter."""
    counts = [(sum(hit for _, hit in judged), len(judged)) for judged in (_judged(howto, find) for howto in howtos)]
    gold = [len(howto.gold) for howto in howtos]
    return {
        "precision": Measured.ratio(counts),
        "recall": Measured.ratio([(hits, marked) for (hits, _), marked in zip(counts, gold, strict=True)]),
        "f1": Measured.ratio([(2 * hits, found + marked) for (hits, found), marked in zip(counts, gold, strict=True)]),
    }


def _judged(howto: GoldText, find: Find) -> list[tuple[Marked, bool]]:
    """What is found in a text, the surest first, and whether it is marked; a mark is found once."""
    free, judged = list(howto.gold), []
    for found in sorted(find(howto), key=lambda each: -each.confidence):
        hit = next((gold for gold in free if found.matches(gold)), None)
        if hit is not None:
            free.remove(hit)
        judged.append((found, hit is not None))
    return judged


def _precision_recall(judged: Sequence[tuple[Marked, bool]], gold: int) -> tuple[float, float]:
    """Nothing found is no mistake: its precision is 1."""
    hits = sum(hit for _, hit in judged)
    return hits / len(judged) if judged else 1.0, hits / gold if gold else 1.0


def _of_code(code: str, judged: Sequence[tuple[Marked, bool]], gold: Sequence[Marked]) -> dict[str, float]:
    own = [each for each in judged if each[0].code == code]
    marked = sum(mark.code == code for mark in gold)
    precision, recall = _precision_recall(own, marked)
    return {"gold": marked, "found": len(own), "precision": precision, "recall": recall}


def _curve(judged: Sequence[tuple[Marked, bool]], gold: int) -> Iterable[Point]:
    for confidence in sorted({found.confidence for found, _ in judged}, reverse=True):
        kept = [each for each in judged if each[0].confidence >= confidence]
        yield Point(round(confidence, 4), len(kept), *_precision_recall(kept, gold))
