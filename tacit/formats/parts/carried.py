"""What a foreign format cannot say about a document, as one comment line of JSON.

A writer reads back what it wrote, the *native* document; `comment` says how the whole one differs from it and
`restored` undoes that, so a round trip loses nothing and a file that says it all carries no such comment.

>>> whole = Document("Ann sat", "ann", {"rating": 3})
>>> comment(whole, native=Document("Ann sat", "ann"))
'# tacit.document = {"metadata":{"rating":3}}\\n'
>>> restored(Document("Ann sat", "ann"), parsed('{"metadata":{"rating":3}}')) == whole
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tacit.documents import Annotation, Document, Layer
from tacit.errors import DocumentError
from tacit.values import thaw

KEY = "tacit.document"


def comment(document: Document, native: Document) -> str:
    """The comment line that makes the native document whole; nothing where it already is."""
    return _line(_difference(document, native))


def text_comment(document: Document, native: Document | None = None) -> str:
    """The comment line with the text, which the native document needed to be read, and what else it lacks."""
    return _line({"text": document.text, **(_difference(document, native) if native else {})})


def _line(difference: dict[str, Any]) -> str:
    return f"# {KEY} = {json.dumps(difference, separators=(',', ':'))}\n" if difference else ""


def _difference(document: Document, native: Document) -> dict[str, Any]:
    difference: dict[str, Any] = {}
    if document.id != native.id:
        difference["id"] = document.id
    if document.text != native.text:
        difference["text"] = document.text
    if document.metadata != native.metadata:
        difference["metadata"] = thaw(document.metadata)
    layers, sources = {}, {}
    for name, layer in document.layers.items():
        known = native.layers.get(name)
        if layer == known:
            continue
        source = layer[0].source if layer.annotations else ""
        if known is not None and _from(known, source) == layer:
            sources[name] = source
        else:
            layers[name] = [annotation.to_dict() for annotation in layer]
    absent = [name for name in native.layers if name not in document.layers]
    return difference | {k: v for k, v in (("layers", layers), ("sources", sources), ("absent", absent)) if v}


def parsed(value: str) -> dict[str, Any]:
    """The JSON of the comment; `DocumentError` if it is none that tacit wrote."""
    try:
        difference = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"the comment {KEY!r} is not JSON ({error})") from None
    if not (isinstance(difference, dict) and isinstance(difference.get("text", ""), str)):
        raise DocumentError(f"the comment {KEY!r} is not a JSON object as tacit writes it")
    return difference


def restored(native: Document, difference: Mapping[str, Any]) -> Document:
    """The whole document; `DocumentError` if the two do not fit."""
    if not difference:
        return native
    try:
        layers = {name: layer for name, layer in native.layers.items() if name not in difference.get("absent", ())}
        for name, source in difference.get("sources", {}).items():
            layers[name] = _from(layers[name], source)
        for name, rows in difference.get("layers", {}).items():
            layers[name] = Layer(name, map(Annotation.from_dict, rows))
        text, id = difference.get("text", native.text), difference.get("id", native.id)
        if not (isinstance(text, str) and isinstance(id, str)):
            raise TypeError("'text' and 'id' must be strings")
        return Document(text, id, difference.get("metadata", native.metadata), layers)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DocumentError(f"the comment {KEY!r} does not fit its document ({error})") from None


def _from(layer: Layer, source: str) -> Layer:
    """The same layer, said by another source."""
    return Layer(layer.name, (replace(annotation, source=source) for annotation in layer))
