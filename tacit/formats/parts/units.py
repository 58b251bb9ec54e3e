"""Sentences of words in which any document can be written, for formats that are made of them.

The document's own layers are used where they cover the text; otherwise simple ones stand in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from tacit.documents import Annotation, Document, Layer, Span

_SENTENCE = re.compile(r"\S.*?(?:[.!?][\"'”’)\]]*+(?=\s)|(?<!\s)(?=[^\S\n]*+(?:\n|\Z)))", re.DOTALL)
_WORD = re.compile(r"\w+|[^\w\s]")
_BREAKS_A_LINE = re.compile(r"[\t\n\r]")
_NOT_IN_A_FILE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(slots=True)
class Unit:
    """A sentence to write: its annotation, its words and their places in the layer of tokens."""

    sentence: Annotation
    words: list[Annotation] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


def units(document: Document) -> list[Unit]:
    """All sentences that have a word, in text order; together they cover all that is not space."""
    text = document.text
    sentences = _spanned(document.sentences)
    if not _cover(text, sentences):
        sentences = [Annotation((Span(*found.span()),)) for found in _SENTENCE.finditer(text)]
    words = [(place, word) for place, word in enumerate(document.tokens) if text[word.start : word.end].strip()]
    own = _cover(text, [word for _, word in words])
    if own and (found := _grouped(sentences, words, strict=bool(document.sentences.annotations))):
        return found
    simple = [
        Annotation((Span(*word.span()),))
        for sentence in sentences
        for word in _WORD.finditer(text, sentence.start, sentence.end)
    ]
    return _grouped(sentences, list(enumerate(simple)), strict=False)


def plain(value: str) -> str:
    """The value as it can stand in a cell: as many characters, none of them a tab, line end or control."""
    return _NOT_IN_A_FILE.sub("\ufffd", _BREAKS_A_LINE.sub(" ", value))


def _spanned(layer: Layer) -> list[Annotation]:
    return [annotation for annotation in layer if len(annotation.span)]


def _cover(text: str, annotations: Sequence[Annotation]) -> bool:
    """Do they stand one after the other with only space between them? Several may share one span."""
    end = 0
    previous = None
    for annotation in annotations:
        if len(annotation.spans) > 1:
            return False
        if annotation.span != previous:
            if annotation.start < end or text[end : annotation.start].strip():
                return False
            end, previous = annotation.end, annotation.span
    return bool(annotations) and not text[end:].strip()


def _grouped(sentences: list[Annotation], words: list[tuple[int, Annotation]], *, strict: bool) -> list[Unit]:
    """Words under the sentence they start in; nothing if that is strict and one would reach out of it."""
    found = [Unit(sentence) for sentence in sentences]
    starts = [sentence.start for sentence in sentences]
    for place, word in words:
        unit = found[max(0, bisect_right(starts, word.start) - 1)]
        if strict and not unit.sentence.span.contains(word.span):
            return []
        unit.words.append(word)
        unit.places.append(place)
    return [unit for unit in found if unit.words]
