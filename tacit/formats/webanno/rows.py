"""Which rows a document has in WebAnno TSV: its sentences, its tokens, and where annotations stand in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Span
from tacit.formats.parts.uima import is_plain
from tacit.formats.webanno.reading import SOURCE

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_FILLED_BY_READERS = re.compile(r"(\n *)?")


@dataclass(frozen=True, slots=True)
class WebannoSentence:
    """The tokens of a sentence and the text that stands above them."""

    tokens: tuple[Span, ...]
    text: Span
    id: str = ""


class WebannoRows:
    """The sentences and tokens of a file.

    They are the document's own where these can be rows; else what white space and line ends make. `told` are the
    layers that the rows alone bring back.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        sentences = _proper(document, document.sentences) or [
            Span(*line.span()) for line in _LINE.finditer(document.text)
        ]
        own = _proper(document, document.tokens)
        tokens = self._grouped(own, sentences) if own else None
        if tokens is None:
            tokens = [tuple(_words(document.text, sentence)) for sentence in sentences]
        found = {SENTENCES: sentences, TOKENS: [token for group in tokens for token in group]}
        self.told = {name for name, spans in found.items() if self._tells(name, spans)}
        self.sentences = list(self._with_texts(sentences, tokens))
        self.tokens = [token for sentence in self.sentences for token in sentence.tokens]
        self._starts = [token.start for token in self.tokens]
        self._ends = [token.end for token in self.tokens]

    @staticmethod
    def _grouped(tokens: list[Span], sentences: list[Span]) -> list[tuple[Span, ...]] | None:
        """The tokens of each sentence, or nothing if one crosses a border."""
        starts = [token.start for token in tokens]
        groups = [
            tuple(tokens[bisect_left(starts, sentence.start) : bisect_left(starts, sentence.end)])
            for sentence in sentences
        ]
        fits = all(
            group and s.start == group[0].start and s.end == group[-1].end for group, s in zip(groups, sentences)
        )
        return groups if fits else None

    def _tells(self, name: str, spans: list[Span]) -> bool:
        layer = self._document.layer(name)
        return [a.spans for a in layer] == [(span,) for span in spans] and all(_is_bare(name, a) for a in layer)

    def _with_texts(self, sentences: list[Span], tokens: list[tuple[Span, ...]]) -> Iterator[WebannoSentence]:
        """Sentences with their texts, which reach up to the next one where a reader could not fill the gap."""
        text, length = self._document.text, len(self._document.text)
        ids = [a.features.get("id", "") for a in self._document.sentences] if SENTENCES in self.told else []
        start = sentences[0].start if sentences else length
        if text[:start].strip(" ") or not sentences:
            yield WebannoSentence((Span(0, start),), Span(0, start))
        for number, sentence in enumerate(sentences):
            following = sentences[number + 1].start if number + 1 < len(sentences) else length
            gap = text[sentence.end : following]
            is_filled = following < length and _FILLED_BY_READERS.fullmatch(gap)
            end = sentence.end if is_filled else following
            yield WebannoSentence(tokens[number], Span(sentence.start, end), ids[number] if ids else "")

    def units(self, span: Span) -> list[tuple[int, Span]]:
        """The tokens that a span covers, by number, each with what is covered of it; never none.

        A span between tokens stands at the end of the token before it, or the start of the first.
        """
        first, after = bisect_right(self._ends, span.start), bisect_left(self._starts, span.end)
        if first < after and len(span):
            return [(number, _shared(self.tokens[number], span)) for number in range(first, after)]
        number = max(0, bisect_right(self._starts, span.start) - 1)
        if number and self.tokens[number].start == span.start == self.tokens[number - 1].end:
            number -= 1
        token = self.tokens[number]
        place = min(max(span.start, token.start), token.end)
        return [(number, Span(place, place))]

    def native(self, span: Span) -> Span:
        """What a reader makes of a span."""
        units = self.units(span)
        return Span(units[0][1].start, units[-1][1].end)


def _shared(token: Span, span: Span) -> Span:
    return Span(max(token.start, span.start), min(token.end, span.end))


def _words(text: str, sentence: Span) -> Iterator[Span]:
    return (Span(*word.span()) for word in _WORD.finditer(text, sentence.start, sentence.end))


def _proper(document: Document, layer: Layer) -> list[Span]:
    """The spans of a layer if they can be rows: whole, apart, and all visible text is in them; else none."""
    spans = [annotation.spans[0] for annotation in layer]
    gaps = zip([0, *(span.end for span in spans)], [*(span.start for span in spans), len(document)], strict=True)
    is_proper = (
        all(len(annotation.spans) == 1 for annotation in layer)
        and all(start <= end and not document.text[start:end].strip() for start, end in gaps)
        and all(document.text[span.start : span.end].strip() for span in spans)
    )
    return spans if is_proper else []


def _is_bare(name: str, annotation: Annotation) -> bool:
    """Does it say nothing that a row does not?"""
    keys = {"id"} if name == SENTENCES and is_plain(annotation.features.get("id")) else set()
    return (
        annotation.source == SOURCE
        and annotation.features.keys() == keys
        and not (annotation.labels or annotation.id or annotation.links)
    )
