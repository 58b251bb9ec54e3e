"""Annotations as other tools export them: the label in a feature of any name, the text with other white space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.scenarios.layers import scenario_layer


def with_labels(documents: Sequence[Document], path: str | Path, feature: str | None = None) -> list[Document]:
    """One annotator's texts, with the labels of passages from `feature`, or from the only one with text in it.

    Where a passage has a label and no feature is named, nothing is changed. Where there is no label at all, and not
    one feature but none or several that could be it, that is an error that names them.
    """
    layers = [layer for layer in map(scenario_layer, documents) if layer is not None]
    passages = list(chain.from_iterable(layers))
    if not passages or (feature is None and any(passage.label for passage in passages)):
        return list(documents)
    name = feature if feature is not None else _label_feature(passages, path)
    if not any(_value(passage, name) for passage in passages):
        seen = ", ".join(_text_features(passages)) or "none"
        raise InputError(f"no passage has a feature {name!r} with text in it; features with text: {seen}", path=path)
    return [_labelled(document, name) for document in documents]


def _label_feature(passages: Sequence[Annotation], path: str | Path) -> str:
    names = _text_features(passages)
    if len(names) == 1:
        return names[0]
    seen = f"several features have text: {', '.join(names)}" if names else f"features: {_all_features(passages)}"
    raise InputError(
        f"none of the {len(passages)} passages has a label, and {seen}; name the one to take with `label_feature`",
        path=path,
    )


def _text_features(passages: Sequence[Annotation]) -> list[str]:
    return sorted({name for passage in passages for name in passage.features if _value(passage, name)})


def _all_features(passages: Sequence[Annotation]) -> str:
    return ", ".join(sorted({name for passage in passages for name in passage.features})) or "none"


def _value(passage: Annotation, name: str) -> str:
    value = passage.features.get(name)
    return value.strip() if isinstance(value, str) else ""


def _labelled(document: Document, name: str) -> Document:
    layer = scenario_layer(document)
    if layer is None:
        return document
    return document.with_layer(
        Layer(layer.name, (replace(each, labels=tuple(filter(None, [_value(each, name)]))) for each in layer))
    )


def without_space(text: str) -> str:
    """What two texts have in common that differ in white space only."""
    return "".join(text.split())


def rewrapped(document: Document, text: str) -> Document:
    """The same annotations on `text`, which differs from the document's in white space only.

    What covered nothing but white space is left out.

    >>> one = Document("I sat.\\n\\nI  ate.", layers=[Layer("x", [Annotation.of(8, 15, "eat", source="me")])])
    >>> other = rewrapped(one, "I sat. I ate.")
    >>> other.text_of(other.layer("x")[0])
    'I ate.'
    """
    old, new = _letters(document.text), _letters(text)
    before = [0] * (len(document.text) + 1)
    for place in old:
        before[place + 1] = 1
    for place in range(1, len(before)):
        before[place] += before[place - 1]

    def moved(span: Span) -> list[Span]:
        first, end = before[span.start], before[span.end]
        return [Span(new[first], new[end - 1] + 1)] if first < end else []

    layers = []
    for name, layer in document.layers.items():
        spans = ((each, tuple(place for span in each.spans for place in moved(span))) for each in layer)
        layers.append(Layer(name, (replace(each, spans=places) for each, places in spans if places)))
    return Document(text, document.id, document.metadata, layers)


def _letters(text: str) -> list[int]:
    return [place for place, sign in enumerate(text) if not sign.isspace()]
