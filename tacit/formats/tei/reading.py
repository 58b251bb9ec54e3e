"""TEI files as documents."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import DocumentError
from tacit.formats.parts.remainder import parsed, restored
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.formats.tei.body import SOURCE, XML, TeiBody, local
from tacit.values import Features

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

OWN = "tacit"
"""The type of a `<note>` with JSON of tacit's."""
_POINTER = re.compile(r"#(?:string-range\(\s*([^\s,()]+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)|([^\s()]+))")
_log = logging.getLogger(__name__)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document for each `<TEI>` that has a text."""
    root = _parsed(source)
    parts = [element for element in root.iter() if local(element) == "TEI"]
    if not parts:
        source.fail("there is no <TEI> in the file")
    found = 0
    for number, part in enumerate(parts, 1):
        name = source.stem if len(parts) == 1 else f"{source.stem}-{number}"
        try:
            document = _document(part, name)
        except RecursionError:
            source.fail("elements are nested too deeply")
        except (DocumentError, ValueError, TypeError) as error:
            source.fail(f"not TEI as it can be understood ({error})")
        if document is not None:
            found += 1
            yield document
    if not found:
        source.fail("there is no text in it")


def _parsed(source: Source) -> Element:
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", source.text(), count=1)  # it is decoded already
    try:
        root: Element = fromstring(text)
    except DefusedXmlException:
        source.fail("the XML declares entities, which can be used for attacks; remove them")
    except ParseError as error:
        source.fail(f"not well-formed XML ({error.msg})", error.position[0])
    except (ValueError, RecursionError) as error:
        source.fail(f"not well-formed XML ({error})")
    return root


def _document(root: Element, name: str) -> Document | None:
    main = _child(root, "text")
    if main is None:
        return None
    body = TeiBody(main)
    if not body.text.strip():
        return None
    header = _child(root, "teiHeader")
    own = _own(header)
    metadata = own.get("metadata", _metadata(header))
    found = {layer.name: list(layer) for layer in body.layers}
    for group in (element for element in root.iter() if local(element) == "spanGrp"):
        spans = (_annotation(span, body) for span in group if local(span) == "span")
        found.setdefault(group.get("type") or "spans", []).extend(each for each in spans if each is not None)
    layers = [Layer(name, annotations) for name, annotations in found.items()]
    return Document(body.text, own.get("id", name), metadata, layers)


def _annotation(span: Element, body: TeiBody) -> Annotation | None:
    """What a span says; nothing where it points to what cannot be found."""
    ends = span.get("from", ""), span.get("to", "")
    targets = span.get("target", "").split() if span.get("target") else [end for end in ends if end]
    # A pointer may have blanks after its commas.
    places = [_place(pointer, body) for pointer in _POINTER.finditer(" ".join(targets))]
    spans = [place for place in places if place is not None]
    if not spans or len(spans) < len(places):
        _log.warning("a <span> points to %r, which is not there", " ".join(targets))
        return None
    if not span.get("target"):
        spans = [Span(min(each.start for each in spans), max(each.end for each in spans))]
    label = span.text or ""
    note = next((child for child in span if local(child) == "note" and child.get("type") == OWN), None)
    if note is None:
        label = " ".join("".join(span.itertext()).split())
    features = Features({key: value for key in ("ana", "resp") if (value := span.get(key))})
    labels = (label,) if label else ()
    native = Annotation(tuple(sorted(spans)), labels, features, SOURCE, span.get(f"{XML}id", ""))
    return native if note is None else restored(native, parsed(note.text or ""))


def _place(pointer: re.Match[str], body: TeiBody) -> Span | None:
    ranged, offset, length, whole = pointer.groups()
    place = body.places.get(whole or ranged)
    if place is None or whole:
        return place
    start = place.start + int(offset)
    fits = ranged in body.exact and start + int(length) <= place.end
    return Span(start, start + int(length)) if fits else None


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local(child) == name), None)


def _own(header: Element | None) -> dict[str, Any]:
    """The id and metadata of a file that tacit wrote."""
    notes = [each for each in header.iter() if local(each) == "note"] if header is not None else []
    text = next((note.text for note in notes if note.get("type") == OWN), None)
    plain = json.loads(text) if text else {}
    if not isinstance(plain, dict) or not isinstance(plain.get("id", ""), str):
        raise DocumentError("the note of type 'tacit' in the header is not as tacit writes it")
    return plain


def _metadata(header: Element | None) -> dict[str, Any]:
    """Title and authors."""
    elements = header.iter() if header is not None else ()
    statement = next((each for each in elements if local(each) == "titleStmt"), None)
    if statement is None:
        return {}
    texts: dict[str, list[str]] = {}
    for each in statement:
        if words := " ".join("".join(each.itertext()).split()):
            texts.setdefault(local(each), []).append(words)
    title = {"title": texts["title"][0]} if "title" in texts else {}
    return {**title, **({"author": "; ".join(texts["author"])} if "author" in texts else {})}
