"""What workers do for INCEpTION: read a CAS, and write it back with suggestions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from tacit import formats, reader
from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.formats.parts.uima import SENTENCE, TOKEN
from tacit.formats.xmi import load_cas
from tacit.web.worker import OnStep, Result

PREDICT, TRAIN = "predict", "train"
PREDICTED = "inception_internal_predicted"
"""The feature by which INCEpTION tells suggestions from what was annotated."""
SOURCES = {
    "scenarios": ("scenarios", "scenarios"),
    "events": ("language", "events"),
    "clarifications": ("clarifications", "clarifications"),
}
"""For each recommender the capability that reads, and its layer."""

Annotate: TypeAlias = Callable[[Document], Iterable[Annotation]]


def predict(request: bytes, on_step: OnStep) -> Result:
    """The CAS with suggestions, as `{"document": XMI}`."""
    asked = json.loads(request)
    capability, layer = SOURCES[asked["name"]]

    def annotate(document: Document) -> Iterable[Annotation]:
        return reader.read(document, only=[capability], on_step=on_step).document.layer(layer)

    return Result(json.dumps({"document": predictions(asked, annotate)}).encode())


def train(request: bytes, on_step: OnStep) -> Result:
    """Is this what a recommender could learn from? Nothing is kept."""
    asked = json.loads(request)
    for document in asked["documents"]:
        on_step("checking")
        _Request({**asked, "document": document})
    return Result(b"{}")


def predictions(asked: Mapping[str, Any], annotate: Annotate) -> str:
    """XMI of the document that was sent, with one suggestion for each annotation and place."""
    sent = _Request(asked)
    text = sent.cas.sofa_string
    if text is None:
        raise InputError("there is no text in the document")
    document = Document(text, "document", layers=[Layer(SENTENCES, map(_plain, sent.units(SENTENCE)))])
    for annotation in annotate(document) if text.strip() else ():
        for span in dict.fromkeys(place for whole in annotation.spans for place in sent.places(whole)):
            sent.add(annotation, span)
    return sent.written()


def _plain(span: Span) -> Annotation:
    return Annotation((span,), source="INCEpTION")


class _Request:
    """A CAS, and where and how suggestions are written into it."""

    def __init__(self, asked: Mapping[str, Any]) -> None:
        metadata = asked["metadata"]
        self.layer: str = metadata["layer"]
        self.feature: str = metadata["feature"]
        self.anchoring: str = metadata["anchoring"]
        self.across: bool = metadata["across"]
        self.cas = load_cas(_source("document.xmi", asked["document"]["xmi"]), _source("typeSystem", asked["types"]))
        if not self.cas.typesystem.contains_type(self.layer):
            raise InputError(f"the type system has no layer {self.layer!r}; it must be the layer to predict")
        self.type = self.cas.typesystem.get_type(self.layer)
        self.features = {feature.name: feature for feature in self.type.all_features}
        for name in (self.feature, "begin"):
            if name not in self.features:
                raise InputError(f"the layer {self.layer!r} has no feature {name!r}; recommenders are for span layers")
        self._tokens = self.units(TOKEN)
        self._sentences = self.units(SENTENCE)

    def units(self, type: str) -> list[Span]:
        """The tokens or sentences as INCEpTION has them; none where it sends none."""
        if not self.cas.typesystem.contains_type(type):
            return []
        length = len(self.cas.sofa_string or "")
        bounds = ((each.begin, each.end) for each in self.cas.select(type))
        return sorted({Span(*pair) for pair in bounds if None not in pair and 0 <= pair[0] < pair[1] <= length})

    def places(self, span: Span) -> Iterator[Span]:
        """What the layer lets one mark of a span: all of it, whole tokens or sentences, in each sentence apart."""
        if self.anchoring == "sentences":
            units = [each for each in self._sentences if each.overlaps(span)]
            yield from ([_hull(units)] if units and self.across else units)
            return
        inside = [span]
        if not self.across and self._sentences:
            inside = [_shared(each, span) for each in self._sentences if each.overlaps(span)]
        for part in inside:
            tokens = [each for each in self._tokens if each.overlaps(part)]
            if self.anchoring == "characters" or not self._tokens:
                yield part
            elif tokens:
                yield tokens[0] if self.anchoring == "singleToken" else _hull(tokens)

    def add(self, annotation: Annotation, span: Span) -> None:
        """A suggestion; what the layer has no feature for is left out."""
        label: Any = annotation.features.get(self.feature)
        label = label if isinstance(label, str) else annotation.label
        if self.features[self.feature].rangeType.name == "uima.cas.StringArray":
            label = self.cas.typesystem.get_type("uima.cas.StringArray")(elements=[label])
        wanted = {
            PREDICTED: True,
            self.feature: label,
            f"{self.feature}_score": _score(annotation),
            f"{self.feature}_score_explanation": _explanation(annotation),
        }
        known = {name: value for name, value in wanted.items() if name in self.features and value is not None}
        self.cas.add(self.type(begin=span.start, end=span.end, **known))

    def written(self) -> str:
        """The CAS as XMI."""
        try:
            return str(self.cas.to_xmi())
        except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
            raise InputError(f"not a CAS that can be written back ({error})") from None


def _source(name: str, xml: str) -> formats.Source:
    try:
        return formats.Source(name, xml.encode())
    except UnicodeEncodeError:
        raise InputError(f"{name}: half a character (a lone surrogate) stands in it") from None


def _score(annotation: Annotation) -> float | None:
    for name in ("probability", "confidence"):
        value = annotation.features.get(name)
        if isinstance(value, int | float):
            return float(value)
    return None


def _explanation(annotation: Annotation) -> str | None:
    """What the linter says of a phrase, or what else a passage may be about."""
    message = annotation.features.get("message")
    if isinstance(message, str):
        return message
    others = [f"{each['scenario']} ({each['probability']:.0%})" for each in annotation.features.get("alternatives", ())]
    return f"or else: {', '.join(others)}" if others else None


def _hull(spans: list[Span]) -> Span:
    return Span(spans[0].start, spans[-1].end)


def _shared(first: Span, second: Span) -> Span:
    return Span(max(first.start, second.start), min(first.end, second.end))
