"""Documents as brat files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any, TextIO

from tacit.documents import Annotation, Document, Span
from tacit.formats.brat.reading import ENTITIES, EQUIVALENCES, EVENTS, NOTE, RELATIONS, SOURCE
from tacit.formats.parts.remainder import remainder
from tacit.values import Features

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_VALUE = re.compile(r"[!-~]+")
_ONE_LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]*")
_LIST_FEATURES = {"notes": 2, "normalisations": 3}


def companions(document: Document, stem: str) -> dict[str, str]:
    """The text, in the file that the .ann file needs beside it."""
    # A reader takes a first byte order mark for no part of the text.
    return {f"{stem}.txt": "\ufeff" * document.text.startswith("\ufeff") + document.text}


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The annotations of the one document."""
    for document in documents:
        for line in _Writing(document).lines():
            stream.write(line + "\n")


class _Writing:
    """One document on its way out: which line each annotation becomes, and under which id."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self.items = [(name, annotation) for name, layer in document.layers.items() for annotation in layer]
        self.by_id = {annotation.id: (name, annotation) for name, annotation in self.items if annotation.id}
        self.letters = [self._letter(name, annotation) for name, annotation in self.items]
        self.line_ids = self._line_ids()
        self.line_of = {a.id: line for line, (_, a) in zip(self.line_ids, self.items, strict=True) if a.id}
        self.numbers = {letter: count(1) for letter in "AN#"}

    def _letter(self, layer: str, annotation: Annotation) -> str:
        """E, R or * where brat has just that; T for all else."""
        letter = {EVENTS: "E", RELATIONS: "R", EQUIVALENCES: "*"}.get(layer, "T")
        roles = [link.role for link in annotation.links]
        homes = [self.by_id[link.target][0] if link.target in self.by_id else "" for link in annotation.links]
        if not roles or not all(map(_is_name, (annotation.label, *roles))):
            return "T"
        if {"", RELATIONS, EQUIVALENCES} & set(homes):
            return "T"
        fits = {
            "T": True,
            "E": roles[0] == "trigger" and homes[0] != EVENTS,
            "R": len(roles) > 1,
            "*": set(roles) == {"member"} and annotation == self._equivalence(annotation),
        }
        return letter if fits[letter] else "T"

    def _equivalence(self, annotation: Annotation) -> Annotation:
        """All that brat can say of one."""
        spans = self._spans("*", annotation)
        return Annotation(spans, annotation.labels[:1], source=SOURCE, links=annotation.links)

    def _spans(self, letter: str, annotation: Annotation) -> tuple[Span, ...]:
        """Where a reader sees it: one stretch a line, or where the first that it is linked to is."""
        if letter != "T":
            layer, target = self.by_id[annotation.links[0].target]
            return self._spans(self._letter(layer, target), target)
        return tuple(_by_line(self.text, annotation.spans)) or annotation.spans

    def _line_ids(self) -> list[str]:
        """The annotation's own id where it is one of brat's; else the next free one."""
        own = [a.id if re.fullmatch(f"[{letter}][1-9][0-9]*", a.id) else "" for letter, (_, a) in self._lettered()]
        taken = set(own)
        fresh = {
            letter: (name for name in map(f"{letter}{{}}".format, count(1)) if name not in taken) for letter in "TER"
        }
        return [
            id or ("*" if letter == "*" else next(fresh[letter])) for id, letter in zip(own, self.letters, strict=True)
        ]

    def _lettered(self) -> Iterator[tuple[str, tuple[str, Annotation]]]:
        return zip(self.letters, self.items, strict=True)

    def lines(self) -> Iterator[str]:
        """The .ann file, line by line."""
        for line_id, (letter, (layer, annotation)) in zip(self.line_ids, self._lettered(), strict=True):
            native = self._native(letter, line_id, annotation)
            type = native.label or _as_name(annotation.label or layer)
            yield f"{line_id}\t{self._body(letter, type, native)}"
            yield from self._additions(line_id, native.features)
            home = {"E": EVENTS, "R": RELATIONS, "*": EQUIVALENCES, "T": ENTITIES}[letter]
            rest: dict[str, Any] = {} if layer == home else {"layer": layer}
            rest |= {} if native.labels else {"unnamed": True}
            rest |= json.loads(remainder(annotation, native) or "{}")
            if rest:
                yield f"#{next(self.numbers['#'])}\t{NOTE} {line_id}\t{json.dumps(rest, separators=(',', ':'))}"

    def _native(self, letter: str, line_id: str, annotation: Annotation) -> Annotation:
        """What a reader sees without the note of tacit."""
        labels = annotation.labels[:1] if _is_name(annotation.label) else ()
        features = Features({key: value for key, value in annotation.features.items() if _is_native(key, value)})
        links = () if letter == "T" else annotation.links
        id = "" if letter == "*" else line_id
        return Annotation(self._spans(letter, annotation), labels, features, SOURCE, id, links)

    def _body(self, letter: str, type: str, native: Annotation) -> str:
        if letter == "T":
            places = ";".join(f"{span.start} {span.end}" for span in native.spans)
            text = " ".join(self.text[span.start : span.end] for span in native.spans)
            return f"{type} {places}\t" + re.sub(r"[\t\n\r]", " ", text)
        targets = [self.line_of[link.target] for link in native.links]
        if letter == "*":
            return " ".join([type, *targets])
        arguments = [f"{link.role}:{target}" for link, target in zip(native.links, targets, strict=True)]
        return " ".join([f"{type}:{targets[0]}", *arguments[1:]] if letter == "E" else [type, *arguments])

    def _additions(self, line_id: str, features: Mapping[str, Any]) -> Iterator[str]:
        for key, value in features.items():
            if key == "notes":
                for type, text in value:
                    yield f"#{next(self.numbers['#'])}\t{type} {line_id}\t{text}"
            elif key == "normalisations":
                for type, reference, text in value:
                    yield f"N{next(self.numbers['N'])}\t{type} {line_id} {reference}\t{text}"
            else:
                yield f"A{next(self.numbers['A'])}\t{key} {line_id}" + ("" if value is True else f" {value}")


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def _as_name(name: str) -> str:
    return re.sub("[^A-Za-z0-9_-]+", "_", name)


def _is_native(key: str, value: Any) -> bool:
    """Can attributes, notes or normalisations say it?"""
    if key in _LIST_FEATURES:
        return (
            isinstance(value, tuple) and bool(value) and all(_is_entry(entry, _LIST_FEATURES[key]) for entry in value)
        )
    return _is_name(key) and (value is True or (isinstance(value, str) and _VALUE.fullmatch(value) is not None))


def _is_entry(entry: Any, size: int) -> bool:
    return (
        isinstance(entry, tuple)
        and len(entry) == size
        and all(isinstance(part, str) for part in entry)
        and all(_VALUE.fullmatch(part) for part in entry[:-1])
        and entry[0] != NOTE
        and _ONE_LINE.fullmatch(entry[-1]) is not None
    )


def _by_line(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The stretches without the line ends that they cross."""
    for span in spans:
        for piece in re.finditer(r"[^\r\n]+", text[span.start : span.end]):
            yield Span(*piece.span()).shifted(span.start)
