"""Artificial documents with known boundaries, merged from texts that are about one scenario each.

This is how the paper tests segmentation (sections 5.1 and 5.2). Nothing but the words betrays where one text ends and
the next begins: sentences are joined with single spaces throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.errors import UsageError
from tacit.scenarios.layers import SCENARIOS
from tacit.scenarios.task import Narrative

SOURCE = "compose"
LONGEST_NONE = 8
"""Most sentences of a passage about nothing; longer texts give a stretch from somewhere inside."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A text, or a part of one, that becomes a segment; no label is None."""

    id: str
    sentences: tuple[str, ...]
    label: str = ""


def compose(
    texts: Sequence[Narrative],
    *,
    segments: int = 5,
    count: int | None = None,
    none: Sequence[Narrative] = (),
    seed: int = 0,
) -> list[Document]:
    """Documents of `segments` texts about different scenarios, with a passage of `none` between each two if given.

    Each text is used once before any is used again, as far as the scenarios that are left allow; without a `count`
    there are as many documents as use each once.
    The layers are `sentences` and `scenarios`; the metadata name the texts and the sentences at which segments start.
    """
    pieces = _pieces(texts)
    labels = {piece.label for piece in pieces}
    if segments < 1 or len(labels) < segments:
        raise UsageError(f"{segments} segments about different scenarios need as many; the texts have {len(labels)}")
    random = Random(seed)  # noqa: S311 (reproducible, not secret)
    pool, fillers = _Pool(pieces, random), _Pool(_fillers(none), random)
    count = len(pieces) // segments if count is None else count
    return [
        _document(_with_fillers(pool.take(segments), fillers, random), f"composed-{seed}-{number:04}")
        for number in range(1, count + 1)
    ]


def _pieces(texts: Sequence[Narrative]) -> list[_Piece]:
    """Texts that are about one scenario from end to end; others have no place here."""
    return [
        _Piece(text.id, text.sentences, text.labels[0][0])
        for text in texts
        if len(set(text.labels)) == 1 and len(text.labels[0]) == 1
    ]


def _fillers(none: Sequence[Narrative]) -> list[_Piece]:
    return [_Piece(text.id, text.sentences) for text in none if text.sentences]


class _Pool:
    """Pieces in random order, all of them before any comes again."""

    def __init__(self, pieces: Sequence[_Piece], random: Random) -> None:
        self.pieces = pieces
        self._random = random
        self._waiting: list[_Piece] = []

    def take(self, count: int) -> list[_Piece]:
        """The next pieces about different scenarios."""
        taken: list[_Piece] = []
        passed: list[_Piece] = []
        while len(taken) < count:
            piece = self._next()
            seen = any(other.label == piece.label for other in taken)
            (passed if seen else taken).append(piece)
        self._waiting += reversed(passed)
        return taken

    def _next(self) -> _Piece:
        if not self._waiting:
            self._waiting = list(self.pieces)
            self._random.shuffle(self._waiting)
        return self._waiting.pop()


def _with_fillers(pieces: list[_Piece], fillers: _Pool, random: Random) -> list[_Piece]:
    if not fillers.pieces:
        return pieces
    mixed = pieces[:1]
    for piece in pieces[1:]:
        mixed += [_stretch(fillers.take(1)[0], random), piece]
    return mixed


def _stretch(filler: _Piece, random: Random) -> _Piece:
    first = random.randint(0, max(0, len(filler.sentences) - LONGEST_NONE))
    return _Piece(filler.id, filler.sentences[first : first + LONGEST_NONE])


def _document(pieces: Sequence[_Piece], id: str) -> Document:
    sentences = [sentence for piece in pieces for sentence in piece.sentences]
    ends = [end - 1 for end in accumulate(len(sentence) + 1 for sentence in sentences)]
    spans = [Span(end - len(sentence), end) for sentence, end in zip(sentences, ends, strict=True)]
    starts = [0, *accumulate(len(piece.sentences) for piece in pieces)][:-1]
    passages = [
        Annotation(
            (Span(spans[start].start, spans[start + len(piece.sentences) - 1].end),), (piece.label,), source=SOURCE
        )
        for start, piece in zip(starts, pieces, strict=True)
        if piece.label
    ]
    return Document(
        " ".join(sentences),
        id,
        {"texts": [piece.id for piece in pieces], "starts": starts},
        [Layer(SENTENCES, [Annotation((span,), source=SOURCE) for span in spans]), Layer(SCENARIOS, passages)],
    )
