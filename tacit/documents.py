"""A text with layers of stand-off annotation: what everything in tacit reads and returns.

A `Document` never changes. Whatever reads a text adds a `Layer` and gets a new document; the text and all
other layers are shared, not copied. Offsets count Unicode code points, as Python strings do.

>>> story = Document("Ann came in. She sat down.", id="ann")
>>> people = Layer("people", [Annotation.of(0, 3, "PERSON", source="me")])
>>> told = story.with_layer(people)
>>> [told.text_of(a) for a in told.layer("people")]
['Ann']
>>> told[0:12].text
'Ann came in.'
>>> Document.from_json(told.to_json()) == told
True
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, overload

from tacit.errors import DocumentError
from tacit.frames import FrameKind, frame, with_features
from tacit.layer_names import check_layer
from tacit.notebooks import shown
from tacit.values import NO_FEATURES, Features, abridged, check_unicode, checked, pairs, part, thaw

SENTENCES = "sentences"
TOKENS = "tokens"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` (exclusive) of a text; `start == end` is a place between two characters.

    >>> Span(2, 5).overlaps(Span(4, 9)), Span(2, 5).contains(Span(3, 4))
    (True, True)
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise DocumentError(f"a span must satisfy 0 <= start <= end, not {self.start} to {self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return True

    def contains(self, other: Span) -> bool:
        """Does the other span lie wholly inside this one?"""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Do the two share at least one character?"""
        return self.start < other.end and other.start < self.end and bool(len(self) and len(other))

    def shifted(self, by: int) -> Span:
        """The same span in a text that starts `by` characters earlier."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True)
class Link:
    """A named arrow from one annotation to another, which is found by its id."""

    role: str
    target: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one source says about one place of a text.

    `spans` are one or several (discontinuous) stretches in text order; `labels` none, one or several names;
    `features` anything else that is JSON; `source` the system or annotator; `id` a name that links of other
    annotations may point to, unique in the document.
    """

    spans: tuple[Span, ...]
    labels: tuple[str, ...] = ()
    features: Features = NO_FEATURES
    source: str = ""
    id: str = ""
    links: tuple[Link, ...] = ()

    def __post_init__(self) -> None:
        if not self.spans:
            raise DocumentError("an annotation needs at least one span")
        if any(a.end > b.start for a, b in zip(self.spans, self.spans[1:], strict=False)):
            raise DocumentError("the spans of one annotation must be in text order and must not overlap")

    @classmethod
    def of(
        cls,
        start: int,
        end: int,
        *labels: str,
        source: str,
        id: str = "",
        links: Iterable[Link] = (),
        **features: Any,
    ) -> Annotation:
        """A contiguous annotation, written short."""
        frozen = Features(features) if features else NO_FEATURES
        return cls((Span(start, end),), labels, frozen, source, id, tuple(links))

    @property
    def start(self) -> int:
        """Its first character."""
        return self.spans[0].start

    @property
    def end(self) -> int:
        """The character after its last."""
        return self.spans[-1].end

    @property
    def span(self) -> Span:
        """From the first character to the last, gaps included."""
        return self.spans[0] if len(self.spans) == 1 else Span(self.start, self.end)

    @property
    def label(self) -> str:
        """The first label, or nothing."""
        return self.labels[0] if self.labels else ""

    def shifted(self, by: int) -> Annotation:
        """The same annotation in a text that starts `by` characters earlier."""
        return replace(self, spans=tuple(span.shifted(by) for span in self.spans))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON; what is empty is left out."""
        plain: dict[str, Any] = {"spans": [[span.start, span.end] for span in self.spans]}
        if self.labels:
            plain["labels"] = list(self.labels)
        if self.features:
            plain["features"] = thaw(self.features)
        if self.source:
            plain["source"] = self.source
        if self.id:
            plain["id"] = self.id
        if self.links:
            plain["links"] = [[link.role, link.target] for link in self.links]
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Annotation:
        """The inverse of `to_dict`."""
        return cls(
            tuple(Span(start, end) for start, end in pairs(plain, "spans", int)),
            tuple(checked(label, "labels", str) for label in part(plain, "labels", list)),
            Features(part(plain, "features", dict)),
            part(plain, "source", str),
            part(plain, "id", str),
            tuple(Link(role, target) for role, target in pairs(plain, "links", str)),
        )


def _text_order(annotation: Annotation) -> tuple[int, int]:
    return annotation.start, -annotation.end


@dataclass(frozen=True)
class Layer:
    """Annotations of one kind, kept in text order (outer before inner); they may overlap, nest and repeat."""

    name: str
    annotations: tuple[Annotation, ...] = ()

    def __init__(self, name: str, annotations: Iterable[Annotation] = ()) -> None:
        if not name:
            raise DocumentError("a layer needs a name")
        check_unicode(name)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "annotations", tuple(sorted(annotations, key=_text_order)))

    def __len__(self) -> int:
        return len(self.annotations)

    def __iter__(self) -> Iterator[Annotation]:
        return iter(self.annotations)

    @overload
    def __getitem__(self, index: int) -> Annotation: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Annotation, ...]: ...
    def __getitem__(self, index: int | slice) -> Annotation | tuple[Annotation, ...]:
        return self.annotations[index]

    @cached_property
    def _starts(self) -> list[int]:
        return [annotation.start for annotation in self.annotations]

    @cached_property
    def _furthest_ends(self) -> list[int]:
        """The furthest end among each annotation and all before it: ascending, so it can be searched."""
        return list(accumulate((annotation.end for annotation in self.annotations), max))

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids in use; an id that stands twice is an error."""
        ids = [annotation.id for annotation in self.annotations if annotation.id]
        if len(ids) != len(set(ids)):
            twice = next(name for name, count in Counter(ids).items() if count > 1)
            raise DocumentError(f"layer {self.name!r}: the id {twice!r} stands twice")
        return frozenset(ids)

    def __repr__(self) -> str:
        names = ", ".join(dict.fromkeys(a.label for a in self.annotations if a.label))
        return f"<Layer {self.name!r} ({len(self)}){': ' * bool(names)}{abridged(names)}>"

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each annotation: start, end, label, source, id, and each feature in a column of its own.

        >>> Layer("people", [Annotation.of(0, 3, "PERSON", source="me", age=9)]).to_frame().columns.tolist()
        ['start', 'end', 'label', 'source', 'id', 'age']
        """
        return frame(with_features(self.annotations, ("start", "end", "label", "source", "id")), kind)

    def within(self, span: Span) -> Iterator[Annotation]:
        """Annotations that lie wholly inside the span, in text order."""
        first = bisect_left(self._starts, span.start)
        last = bisect_right(self._starts, span.end)
        return (a for a in self.annotations[first:last] if a.end <= span.end)

    def overlapping(self, span: Span) -> Iterator[Annotation]:
        """Annotations that share a character with the span, in text order."""
        first = bisect_right(self._furthest_ends, span.start)
        last = bisect_left(self._starts, span.end)
        return (a for a in self.annotations[first:last] if any(part.overlaps(span) for part in a.spans))


@dataclass(frozen=True)
class Document:
    """An immutable text with an id, metadata (any JSON) and named layers."""

    text: str
    id: str = ""
    metadata: Features = NO_FEATURES
    layers: Mapping[str, Layer] = field(default_factory=dict)

    def __init__(
        self,
        text: str,
        id: str = "",
        metadata: Mapping[str, Any] = NO_FEATURES,
        layers: Iterable[Layer] | Mapping[str, Layer] = (),
    ) -> None:
        check_unicode(text)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "metadata", metadata if isinstance(metadata, Features) else Features(metadata))
        named: dict[str, Layer] = {}
        for layer in layers.values() if isinstance(layers, Mapping) else layers:
            if layer.name in named:
                raise DocumentError(f"the document has two layers named {layer.name!r}")
            _check_fits(layer, len(text), named.values())
            named[layer.name] = layer
        object.__setattr__(self, "layers", named)

    __hash__ = None  # type: ignore[assignment]

    def with_layer(self, *layers: Layer) -> Document:
        """A new document that has these layers too; a layer of the same name is replaced."""
        named = dict(self.layers)
        for layer in layers:
            named.pop(layer.name, None)
            _check_fits(layer, len(self.text), named.values())
            named[layer.name] = layer
        return self._derived(layers=named)

    def without_layer(self, *names: str) -> Document:
        """A new document that lacks these layers."""
        return self._derived(layers={name: layer for name, layer in self.layers.items() if name not in names})

    def with_metadata(self, **metadata: Any) -> Document:
        """A new document with these metadata added or replaced."""
        return self._derived(metadata=Features({**self.metadata, **metadata}))

    def _derived(self, **changes: Any) -> Document:
        """A copy that shares what does not change and skips the checks that were already made."""
        copy = object.__new__(Document)
        for name in ("text", "id", "metadata", "layers"):
            object.__setattr__(copy, name, changes.get(name, getattr(self, name)))
        return copy

    def layer(self, name: str) -> Layer:
        """The layer of that name, empty where there is none; an error for what is neither here nor in `LAYERS`."""
        check_layer(name, self.layers)
        return self.layers.get(name) or Layer(name)

    @property
    def sentences(self) -> Layer:
        """The layer of that name, as almost everything needs it."""
        return self.layer(SENTENCES)

    @property
    def tokens(self) -> Layer:
        """The layer of that name, as almost everything needs it."""
        return self.layer(TOKENS)

    def text_of(self, place: Annotation | Span) -> str:
        """The characters of a span, or of an annotation with its gaps shown as ' … '."""
        spans = (place,) if isinstance(place, Span) else place.spans
        return " … ".join(self.text[span.start : span.end] for span in spans)

    def by_id(self) -> dict[str, Annotation]:
        """All annotations that links can point to."""
        return {a.id: a for layer in self.layers.values() for a in layer if a.id}

    def __len__(self) -> int:
        return len(self.text)

    def __repr__(self) -> str:
        layers = ", ".join(f"{name} {len(layer)}" for name, layer in self.layers.items())
        name = f" {self.id!r}" if self.id else ""
        return f"<Document{name}: {abridged(self.text)!r}{'; ' * bool(layers)}{abridged(layers, 240)}>"

    def _repr_html_(self) -> str:
        """The text with its layers in colour, for notebooks."""
        return shown("document", self)

    def __getitem__(self, part: slice) -> Document:
        """A part of the text as a document of its own, with the annotations that lie wholly inside it.

        Links to annotations that were left outside are dropped.
        """
        start, end, step = part.indices(len(self.text))
        if step != 1:
            raise DocumentError("a document can only be sliced with step 1")
        span = Span(start, max(start, end))
        kept = {name: list(layer.within(span)) for name, layer in self.layers.items()}
        ids = {a.id for annotations in kept.values() for a in annotations if a.id}
        layers = {
            name: Layer(name, (_without_lost_links(a, ids).shifted(-start) for a in annotations))
            for name, annotations in kept.items()
        }
        return self._derived(text=self.text[span.start : span.end], layers=layers)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON; keys in a fixed order."""
        return {
            "id": self.id,
            "text": self.text,
            "metadata": thaw(self.metadata),
            "layers": {name: [a.to_dict() for a in layer] for name, layer in self.layers.items()},
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Document:
        """The inverse of `to_dict`; raises `DocumentError` for anything that is not such an object."""
        try:
            layers = [
                Layer(name, map(Annotation.from_dict, part(plain["layers"], name, list)))
                for name in part(plain, "layers", dict)
            ]
            if "text" not in plain:
                raise TypeError("the key 'text' is missing")
            return cls(part(plain, "text", str), part(plain, "id", str), part(plain, "metadata", dict), layers)
        except (TypeError, RecursionError) as error:
            raise DocumentError(f"not a tacit document: {error}") from None

    def to_json(self) -> str:
        """One line of JSON, pure ASCII, lossless for any Unicode text."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Document:
        """The inverse of `to_json`."""
        try:
            plain = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DocumentError(f"not JSON: {error}") from None
        if not isinstance(plain, dict):
            raise DocumentError("not a tacit document: it must be a JSON object")
        return cls.from_dict(plain)


def _check_fits(layer: Layer, length: int, others: Iterable[Layer]) -> None:
    ids = layer.ids
    for other in others:
        if shared := ids & other.ids:
            raise DocumentError(f"the id {min(shared)!r} stands in the layers {layer.name!r} and {other.name!r}")
    for annotation in layer:
        if annotation.end > length:
            raise DocumentError(
                f"layer {layer.name!r}: an annotation ends at {annotation.end}, but the text has {length} characters"
            )


def _without_lost_links(annotation: Annotation, ids: set[str]) -> Annotation:
    if all(link.target in ids for link in annotation.links):
        return annotation
    return replace(annotation, links=tuple(link for link in annotation.links if link.target in ids))
