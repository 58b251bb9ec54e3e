"""WebAnno TSV files as documents: references resolved, offsets converted, remainders restored."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import count
from typing import Any

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Link, Span
from tacit.errors import DocumentError, InputError
from tacit.formats.parts.remainder import parsed, restored
from tacit.formats.parts.uima import ANY_ANNOTATION, REST, LayerKind, label_feature, layer_name, original
from tacit.formats.parts.utf16 import Utf16
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.formats.webanno.body import OpenMark, Reference, WebannoBody
from tacit.formats.webanno.escaping import unescape_text
from tacit.values import Features

_log = logging.getLogger(__name__)

SOURCE = "webanno"
"""The source of annotations that do not tell theirs: the format has no place for annotators."""


def numbered_id(number: int) -> str:
    """The id of an annotation that others refer to by its number in brackets and that has no other."""
    return f"w{number}"


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The file as one document."""
    body = WebannoBody([line.removesuffix("\r") for line in source.text().split("\n")])
    if body.summaries:
        _log.warning("%s: the lines %s are not part of the format; kept as metadata", source.path, [*body.summaries])
    if rows := sorted(body.uneven_rows):
        _log.warning(
            "%s: %d rows (the first is line %d) tell of fewer annotations in one column than in another;"
            " their numbers in brackets say of which",
            source.path,
            len(rows),
            rows[0],
        )
    if body.strayed_rows:
        _log.warning(
            "%s: %d rows (the first is line %d) without width stand below a token that they are not in",
            source.path,
            len(body.strayed_rows),
            body.strayed_rows[0],
        )
    yield _Reading(body).document(source.stem)


class _Reading:
    """From the marks of a file to annotations."""

    def __init__(self, body: WebannoBody) -> None:
        self.body = body
        self.offsets = Utf16(body.text)
        self.relations = {layer.type for layer in body.layers if layer.kind is LayerKind.RELATION}
        self.rest: dict[OpenMark, dict[str, Any]] = {}
        self.links: dict[OpenMark, list[tuple[str, OpenMark]]] = {}
        for mark in self._marks():
            self.rest[mark] = self._parsed(mark)
            self.links[mark] = [(reference.role, self._target(mark, reference)) for reference in mark.references]
        self.ids = self._ids()

    def _marks(self) -> Iterator[OpenMark]:
        return (mark for marks in self.body.marks.values() for mark in marks)

    def _parsed(self, mark: OpenMark) -> dict[str, Any]:
        try:
            return parsed(mark.values.pop(REST, ""))
        except DocumentError as error:
            raise InputError(str(error), line=mark.line) from None

    def _target(self, mark: OpenMark, reference: Reference) -> OpenMark:
        """The annotation that is meant; the token itself where nothing of that type stands on it."""
        here = self.body.units.get(reference.unit)
        if here is None:
            raise InputError(f"there is no row {reference.unit}, to which the annotation refers", line=mark.line)
        if reference.number:
            fitting = [other for other in here if other.number == reference.number]
        else:
            fitting = [other for other in here if reference.type in (other.type, ANY_ANNOTATION) and other is not mark]
        fitting.sort(key=lambda other: other.type != reference.type)
        token = None if reference.number else self.body.tokens.get(reference.unit)
        found = fitting[0] if fitting else token
        if found is None:
            number = f"[{reference.number}]" if reference.number else ""
            raise InputError(f"there is no {reference.type} at {reference.unit}{number}", line=mark.line)
        return found

    def _ids(self) -> dict[OpenMark, str]:
        """Ids of their own, and new ones, if possible from the number in brackets, for what is referred to."""
        ids = {mark: rest["id"] for mark, rest in self.rest.items() if rest.get("id")}
        taken = set(ids.values())
        targets = {target: None for links in self.links.values() for _, target in links if target not in ids}
        for target in targets:
            if target.number and numbered_id(target.number) not in taken:
                ids[target] = numbered_id(target.number)
                taken.add(ids[target])
        fresh = (name for name in map(numbered_id, count(1)) if name not in taken)
        return ids | {target: next(fresh) for target in targets if target not in ids}

    def document(self, name: str) -> Document:
        """All layers; those of the rows are left out where the file has a layer of that name."""
        layers = {SENTENCES: Layer(SENTENCES, self._sentences()), TOKENS: Layer(TOKENS, self._tokens())}
        for type, marks in self.body.marks.items():
            layers[layer_name(type)] = Layer(layer_name(type), map(self._annotation, marks))
        return Document(self.body.text, id=name, metadata=self.body.summaries, layers=layers)

    def _sentences(self) -> Iterator[Annotation]:
        for sentence in self.body.sentences:
            span = self._span(sentence, sentence)
            if self.body.text[span.start : span.end].strip():
                yield Annotation((span,), (), Features(sentence.values), SOURCE)

    def _tokens(self) -> Iterator[Annotation]:
        for token in self.body.tokens.values():
            span = self._span(token, token)
            text = self.body.text[span.start : span.end]
            if text not in (token.text, unescape_text(token.text, self.body.version)):
                raise InputError(
                    f"the token is {token.text[:30]!r}, but at {token.start}-{token.end} the text is {text[:30]!r}",
                    line=token.line,
                )
            # White space is no token: the writer fills the start of a text with it.
            if text.strip():
                yield Annotation((span,), (), source=SOURCE, id=self.ids.get(token, ""))

    def _annotation(self, mark: OpenMark) -> Annotation:
        """The whole annotation; a relation lies where its target lies."""
        links = [Link(role, self.ids[target]) for role, target in self.links[mark]]
        span = self._span(self.links[mark][1][1] if mark.type in self.relations else mark, mark)
        label = mark.values.pop(label_feature(mark.type), None)
        features: dict[str, Any] = {original(key): value for key, value in mark.values.items()}
        if mark.place_in_chain:
            features["chain"], features["link"] = mark.place_in_chain
        labels = () if label is None else (label,)
        native = Annotation((span,), labels, Features(features), SOURCE, self.ids.get(mark, ""), tuple(links))
        try:
            return restored(native, self.rest[mark])
        except DocumentError as error:
            raise InputError(str(error), line=mark.line) from None

    def _span(self, mark: OpenMark, cause: OpenMark) -> Span:
        try:
            return Span(self.offsets.points(mark.start), self.offsets.points(mark.end))
        except (ValueError, DocumentError) as error:
            raise InputError(str(error), line=cause.line) from None
