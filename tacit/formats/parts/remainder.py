"""What a foreign format has no place for, as one piece of JSON that travels with the annotation.

A writer works out which annotation a reader of its file would see, the *native* one; `remainder` says what it
lacks and `restored` puts the two together. What an annotator changes in the native part is so kept.

>>> from tacit.documents import Annotation
>>> whole = Annotation.of(0, 3, "PERSON", "HERO", source="me", age=7, name="Ann")
>>> native = Annotation.of(0, 3, "PERSON", source="webanno", name="Ann")
>>> remainder(whole, native)
'{"labels":["HERO"],"features":{"age":7},"source":"me"}'
>>> restored(native, parsed(remainder(whole, native))) == whole
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tacit.documents import Annotation
from tacit.errors import DocumentError
from tacit.values import thaw


def remainder(annotation: Annotation, native: Annotation) -> str:
    """JSON of what `native` lacks, or nothing. Its labels must be the first and its features some of the whole's."""
    lacking: dict[str, Any] = {}
    if annotation.spans != native.spans:
        lacking["spans"] = [[span.start, span.end] for span in annotation.spans]
    if labels := annotation.labels[len(native.labels) :]:
        lacking["labels"] = list(labels)
    if features := {key: thaw(value) for key, value in annotation.features.items() if key not in native.features}:
        lacking["features"] = features
    if annotation.source != native.source:
        lacking["source"] = annotation.source
    if annotation.id != native.id:
        lacking["id"] = annotation.id
    if annotation.links != native.links:
        lacking["links"] = [[link.role, link.target] for link in annotation.links]
    return json.dumps(lacking, separators=(",", ":")) if lacking else ""


def parsed(text: str) -> dict[str, Any]:
    """The remainder behind its JSON; `DocumentError` if it is none."""
    try:
        plain = json.loads(text) if text else {}
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"what is marked 'tacit' is not JSON ({error})") from None
    if not isinstance(plain, dict) or not all(isinstance(plain.get(key, ""), str) for key in ("source", "id")):
        raise DocumentError("what is marked 'tacit' is not a JSON object as tacit writes it")
    return plain


def restored(native: Annotation, lacking: Mapping[str, Any]) -> Annotation:
    """The whole annotation; `DocumentError` if the two do not fit."""
    if not lacking:
        return native
    plain = native.to_dict()
    try:
        whole = {
            **plain,
            **{key: lacking[key] for key in ("spans", "source", "id", "links") if key in lacking},
            "labels": [*plain.get("labels", ()), *lacking.get("labels", ())],
            "features": {**lacking.get("features", {}), **plain.get("features", {})},
        }
        return Annotation.from_dict(whole)
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
        raise DocumentError(f"what is marked 'tacit' is not as tacit writes it ({error})") from None
