"""InScript: stories in which every script event and participant is labelled.

A line is a word piece (`▁` starts a word) and five columns: participant, its mark, event, its mark, and the
coreference chain; `<end_of_story>` ends a story. The text is rebuilt with ordinary spacing. Layers: `tokens`,
`sentences` (up to final punctuation), `participants` (with `chain`) and `events`; labels go without their sign
and scenario, which is metadata: `@ScrPart_bather_bath` is the participant `ScrPart_bather` of the scenario `bath`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Span
from tacit.formats.parts.assembly import Assembly
from tacit.formats.registry import FormatOptions
from tacit.formats.source import MAX_DOCUMENT, MEGABYTE, Source
from tacit.values import Features

_PIECE_START = "▁"
_STORY_END = "<end_of_story>"
_NOTHING = ("none", "X")
_PLAIN = {"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"', "`": "'"}
_CLINGS_LEFT = re.compile(r"[.,!?;:%)]+|n't|'\w*")
_FINAL = re.compile(r"[.!?]+")
_CLOSING = re.compile(r"[.!?\"')]+")
_OPENS = re.compile(r"[($]")
_CONTRACTED = ("d", "ll", "m", "re", "s", "t", "ve")


@dataclass(slots=True)
class _Word:
    text: str
    participant: str
    participant_mark: str
    event: str
    event_mark: str
    chain: str


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document a story."""
    for number, words in enumerate(_stories(source), 1):
        yield _document(words, f"{source.stem}-{number}")


def _stories(source: Source) -> Iterator[list[_Word]]:
    words: list[_Word] = []
    size = 0
    for line, row in source.lines():
        columns = row.split()
        size += len(row)
        if size > MAX_DOCUMENT:
            source.fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one story; split it", line)
        if columns == [_STORY_END]:
            if words:
                yield words
            words, size = [], 0
        elif len(columns) == 6:
            piece, *labels = columns
            if piece.startswith(_PIECE_START):
                words.append(_Word(piece[1:], *labels))
            elif words:
                words[-1].text += piece
            else:
                source.fail(f"a story must start with a word, that is with {_PIECE_START!r}", line)
        elif columns:
            source.fail(f"a line has a word piece and five labels, not {len(columns)} columns", line)
    if words:
        yield words


def _document(words: list[_Word], name: str) -> Document:
    words = [word for word in words if word.text]
    text, spans = _spaced([_PLAIN.get(word.text, word.text.replace("\\/", "/")) for word in words])
    scenario = _scenario(words)
    participants = [
        _annotation(words, spans, run, "participant", scenario)
        for run in _runs(words, lambda w: w.participant, lambda w: w.participant_mark, single_ends=True)
    ]
    events = [
        _annotation(words, spans, run, "event", scenario)
        for run in _runs(words, lambda w: w.event, lambda w: w.event_mark, single_ends=False)
    ]
    return Document(
        text,
        name,
        {"scenario": scenario} if scenario else {},
        [
            Layer(SENTENCES, (Annotation((span,), source="inscript") for span in _sentences(text, spans))),
            Layer(TOKENS, (Annotation((span,), source="inscript") for span in spans)),
            Layer("participants", participants),
            Layer("events", events),
        ],
    )


def _spaced(words: list[str]) -> tuple[str, list[Span]]:
    """The words as one would write them: no space before a comma, after a bracket, inside quotation marks."""
    assembly = Assembly()
    spans = []
    previous, quoting = "", False
    for word in words:
        if previous == '"' and word != '"':
            quoting = not quoting
        clings = (
            _CLINGS_LEFT.fullmatch(word)
            or _OPENS.fullmatch(previous)
            or (previous == '"' and (quoting or word == '"'))
            or (word == '"' and quoting)
            or (previous == "'" and word in _CONTRACTED)
        )
        spans.append(assembly.add(word, "" if clings else " "))
        previous = word
    return assembly.text, spans


def _scenario(words: list[_Word]) -> str:
    """The last part of every label."""
    labels = (label for word in words for label in (word.participant, word.event))
    return next((label.rpartition("_")[2] for label in labels if label not in _NOTHING), "")


def _runs(
    words: list[_Word], label: Callable[[_Word], str], mark: Callable[[_Word], str], *, single_ends: bool
) -> Iterator[range]:
    """Neighbouring words with one label are one annotation, unless a `single` parts them.

    `single` marks the head: the last word of a participant (*bath tub*), the first of an event (*turn on*).
    """
    start = 0
    for place in range(1, len(words) + 1):
        if place < len(words) and label(words[place]) == label(words[start]):
            parting = words[place - 1] if single_ends else words[place]
            if mark(parting) != "single":
                continue
        if label(words[start]) not in _NOTHING:
            yield range(start, place)
        start = place


def _annotation(words: list[_Word], spans: list[Span], run: range, column: str, scenario: str) -> Annotation:
    """Words between which nothing else stands: one span from the first to the last."""
    label = getattr(words[run.start], column)[1:].removesuffix(f"_{scenario}")
    chain = next((words[place].chain for place in run if words[place].chain not in _NOTHING), None)
    features = Features({"chain": chain} if chain is not None and column == "participant" else {})
    return Annotation((Span(spans[run.start].start, spans[run.stop - 1].end),), (label,), features, "inscript")


def _sentences(text: str, spans: list[Span]) -> Iterator[Span]:
    """Up to final punctuation, with the marks that cling to it."""
    words = [text[span.start : span.end] for span in spans]
    first = 0
    ended = False
    for place, span in enumerate(spans):
        is_last = place + 1 == len(spans)
        ended = _FINAL.fullmatch(words[place]) is not None or (ended and _CLOSING.fullmatch(words[place]) is not None)
        closes_next = not is_last and spans[place + 1].start == span.end and _CLOSING.fullmatch(words[place + 1])
        if is_last or (ended and not closes_next):
            yield Span(spans[first].start, span.end)
            first, ended = place + 1, False
