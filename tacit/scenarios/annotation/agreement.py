"""How far annotators agree on scenarios: Tables 2 and 3 and Figure 1, by pair, by document and by label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

from tacit.agreement import beyond_chance, cohen_kappa
from tacit.documents import Document, Span
from tacit.scenarios.annotation.annotators import Annotated, shared_texts
from tacit.scenarios.layers import Segment, share_a_word

LabelPair = tuple[frozenset[str], frozenset[str]]
"""The label sets that two annotators gave to one sentence."""


class LabelMatch(StrEnum):
    """How the label sets of one sentence compare: the classes of Figure 1."""

    IDENTICAL = "identical"
    AT_LEAST_ONE = "at least one"
    DIFFERENT = "different"
    SINGLE = "single"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of one pair of annotators, on one text or all they share.

    `kappa` (Cohen) takes the whole label set of a sentence as its category, no label included. `raw` is the share of
    sentences with a common label, or without any from either. `span` is the share of the two annotators' segments
    that have a word and the label in common with one of the other's; `span_overlap` is how much of their words such
    partners share (Jaccard), on average. What could not be measured is None.
    """

    first: str
    second: str
    document: str
    documents: int
    sentences: int
    kappa: float | None
    raw: float | None
    span: float | None
    span_overlap: float | None
    classes: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """On one label, over all pairs: sentences that both or only one of the two gave it, and kappa of yes and no."""

    label: str
    both: int
    one: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """Agreement by pair, by document and by label, and the classes of all sentences together."""

    annotators: tuple[str, ...]
    pairs: tuple[Agreement, ...]
    documents: tuple[Agreement, ...]
    labels: tuple[LabelAgreement, ...]
    classes: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def agreement(annotators: Sequence[str], texts: Sequence[Annotated]) -> Report:
    """Compare each pair of annotators on the texts they share; pairs that share none are left out."""
    pairs, documents = [], []
    everything: list[LabelPair] = []
    for first, second in combinations(annotators, 2):
        shared = list(shared_texts(texts, first, second))
        if not shared:
            continue
        compared = [_Comparison(text, first, second) for text in shared]
        pairs.append(_agreement(first, second, "", compared))
        documents += [_agreement(first, second, each.id, [each]) for each in compared]
        everything += [pair for each in compared for pair in each.sentences]
    return Report(tuple(annotators), tuple(pairs), tuple(documents), _by_label(everything), _classes(everything))


class _Comparison:
    """Two annotators on one text."""

    def __init__(self, text: Annotated, first: str, second: str) -> None:
        self.id = text.id
        self.sentences: list[LabelPair] = list(zip(text.labels(first), text.labels(second), strict=True))
        segments = text.segments(first), text.segments(second)
        self.segments = len(segments[0]) + len(segments[1])
        partners = [
            (a, b)
            for a in segments[0]
            for b in segments[1]
            if a.label == b.label and share_a_word(text.document.text, a.span, b.span)
        ]
        self.matched = len({a for a, _ in partners}) + len({b for _, b in partners})
        self.overlaps = [_overlap(text.document, a, b) for a, b in partners]


def _agreement(first: str, second: str, document: str, compared: Sequence[_Comparison]) -> Agreement:
    sentences = [pair for each in compared for pair in each.sentences]
    classes = _classes(sentences)
    agreed = classes[LabelMatch.IDENTICAL] + classes[LabelMatch.AT_LEAST_ONE] + classes[LabelMatch.NONE]
    segments = sum(each.segments for each in compared)
    overlaps = [overlap for each in compared for overlap in each.overlaps]
    return Agreement(
        first,
        second,
        document,
        len(compared),
        len(sentences),
        cohen_kappa(sentences),
        agreed / len(sentences) if sentences else None,
        sum(each.matched for each in compared) / segments if segments else None,
        sum(overlaps) / len(overlaps) if overlaps else None,
        classes,
    )


def _yes_or_no_kappa(first: int, second: int, both: int, total: int) -> float | None:
    """The same for two categories, from how often the first annotator, the second and both said yes."""
    expected = (first * second + (total - first) * (total - second)) / total**2
    return beyond_chance((total - first - second + 2 * both) / total, expected)


def match(first: frozenset[str], second: frozenset[str]) -> LabelMatch:
    """The class of one sentence.

    >>> str(match(frozenset({"making tea"}), frozenset({"making tea", "making breakfast"})))
    'at least one'
    """
    if not first and not second:
        return LabelMatch.NONE
    if not first or not second:
        return LabelMatch.SINGLE
    if first == second:
        return LabelMatch.IDENTICAL
    return LabelMatch.AT_LEAST_ONE if first & second else LabelMatch.DIFFERENT


def _classes(sentences: Iterable[LabelPair]) -> dict[str, int]:
    counts = Counter(match(*pair) for pair in sentences)
    return {str(kind): counts[kind] for kind in LabelMatch}


def _by_label(sentences: Sequence[LabelPair]) -> tuple[LabelAgreement, ...]:
    """The labels that were given most often first."""
    first = Counter(label for labels, _ in sentences for label in labels)
    second = Counter(label for _, labels in sentences for label in labels)
    both = Counter(label for a, b in sentences for label in a & b)
    either = first + second - both
    return tuple(
        LabelAgreement(
            label,
            both[label],
            count - both[label],
            _yes_or_no_kappa(first[label], second[label], both[label], len(sentences)),
        )
        for label, count in sorted(either.items(), key=lambda item: (-item[1], item[0]))
    )


def _overlap(document: Document, first: Segment, second: Segment) -> float:
    """The words that two segments share, of all words of both; all, where these have none."""
    a, b = first.span, second.span
    shared = _words(document, Span(max(a.start, b.start), min(a.end, b.end)))
    either = _words(document, Span(min(a.start, b.start), max(a.end, b.end)))
    return shared / either if either else 1.0


def _words(document: Document, span: Span) -> int:
    return len(document.text_of(span).split())
