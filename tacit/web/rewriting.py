"""Put other words into a text and keep every annotation where it belongs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """New words for characters `start` to `end`; equal ones insert."""

    start: int
    end: int
    text: str


def rewritten(document: Document, changes: Iterable[Replacement]) -> Document:
    """The document with the changed text; what covered a changed place covers the new words.

    >>> from tacit.documents import Annotation
    >>> told = Document("Rinse well.", layers=[Layer("verbs", [Annotation.of(0, 5, "VERB", source="me")])])
    >>> clear = rewritten(told, [Replacement(5, 5, " the cup")])
    >>> clear.text, clear.layer("verbs")[0].span
    ('Rinse the cup well.', Span(start=0, end=5))
    """
    ordered = sorted(changes)
    if not ordered:
        return document
    _check(ordered, len(document.text))
    map_ = _Offsets(ordered)
    pieces, place = [], 0
    for change in ordered:
        pieces += [document.text[place : change.start], change.text]
        place = change.end
    layers = [Layer(name, map(map_.annotation, layer)) for name, layer in document.layers.items()]
    return Document("".join([*pieces, document.text[place:]]), document.id, document.metadata, layers)


def _check(changes: Sequence[Replacement], length: int) -> None:
    for change in changes:
        if not 0 <= change.start <= change.end <= length:
            raise InputError(f"a change from {change.start} to {change.end} does not fit a text of {length} characters")
    for first, second in pairwise(changes):
        if second.start < first.end or (second.start, second.end) == (first.start, first.end):
            raise InputError(f"two changes want character {second.start}; choose one of them")


class _Offsets:
    """From places of the old text to places of the new one."""

    def __init__(self, changes: Sequence[Replacement]) -> None:
        self._changes = changes
        self._starts = [change.start for change in changes]
        growth = (len(change.text) - (change.end - change.start) for change in changes)
        self._growth = list(accumulate(growth, initial=0))

    def annotation(self, old: Annotation) -> Annotation:
        return replace(old, spans=tuple(map(self._span, old.spans)))

    def _span(self, old: Span) -> Span:
        start = self._moved(old.start, is_end=False)
        return Span(start, max(start, self._moved(old.end, is_end=True)))

    def _moved(self, place: int, *, is_end: bool) -> int:
        """An end right before an insertion stays before it; a start there goes behind it."""
        number = bisect_right(self._starts, place)
        while number:
            change = self._changes[number - 1]
            if is_end and change.start == place:  # it stands before this change
                number -= 1
                continue
            if place < change.end:  # inside of what was replaced
                old = change.start + self._growth[number - 1]
                return old + len(change.text) if is_end else old
            break
        return place + self._growth[number]
