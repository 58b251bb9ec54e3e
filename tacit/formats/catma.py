"""CATMA's annotation collections (its TEI, version 5), with the text in the .txt file of the same name beside them.

A layer is a tag set, a label a tag of it (without one, the name of the layer), an annotation a feature structure whose
places are the segments that name it; offsets count UTF-16 units, as CATMA does. The source is the annotator. Features
that are words or numbers are properties, for people to see; what CATMA has no place for is JSON in a property `tacit`,
from which everything comes back but metadata, empty layers and what stands in an empty text. Identifiers are made from
the content, so the same document gives the same file. Collections that CATMA exports are read with the text that was
exported with them.
"""

from __future__ import annotations

import json
import re
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import escape, quoteattr

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import DocumentError, OutputError
from tacit.formats.parts.remainder import parsed, remainder, restored
from tacit.formats.parts.utf16 import Utf16, utf16_length
from tacit.formats.recognition import TEI_NAMESPACE
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.values import Features

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

VERSION = 5
OWN = "tacit"
_UNNAMED = "unnamed"
"""Says that a tag is no label, but the name of its layer."""
AUTHOR, COLOUR, TIME = "catma_markupauthor", "catma_displaycolor", "catma_markuptimestamp"
_NAMES = {"tei": TEI_NAMESPACE}
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_NAMESPACE = uuid.UUID("6f3a5a4e-5d0b-4f6e-9d0a-7a1c17ac17ac")
_STAMP = "2024-01-01T00:00:00.000+0000"
"""CATMA wants a time; a fixed one keeps files the same."""
_COLOURS = (0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0x8C8C00, 0x6A51A3)
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_RANGE = re.compile(r"#char=(\d+),(\d+)$")


def companions(document: Document, stem: str) -> dict[str, str]:
    """The text, to be imported into CATMA before its annotations."""
    return {_text_of(stem): document.text}


def _text_of(stem: str) -> str:
    return f"{stem.removesuffix('.catma')}.txt"


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The one document's annotations as a collection."""
    for document in documents:
        for layer in document.layers:
            if wrong := _NOT_XML.search(layer):
                raise OutputError(
                    f"XML cannot hold U+{ord(wrong[0]):04X} in the name of a layer: choose another format"
                )
        stream.writelines(_Writing(document).lines())


def _identifier(*parts: object) -> str:
    return f"CATMA_{str(uuid.uuid5(_NAMESPACE, json.dumps(parts, default=str))).upper()}"


class _Writing:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.offsets = Utf16(document.text)
        self.name = _identifier("document", document.id, document.text)
        self.annotations = [
            (_identifier(self.name, layer, number), layer, each)
            for layer, found in document.layers.items()
            for number, each in enumerate(found)
            if document.text
        ]

    def lines(self) -> Iterator[str]:
        title = _clean(self.document.id or "text")
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="{TEI_NAMESPACE}" xml:lang="en">\n<teiHeader>\n'
        yield f"<fileDesc><titleStmt><title>{title}</title><author>{OWN}</author></titleStmt>\n"
        yield f"<publicationStmt><publisher>{OWN}</publisher></publicationStmt>\n"
        yield f"<sourceDesc><p>{title}</p><ab>"
        yield f'<fs xml:id="CATMA_TECH_DESC"><f name="version"><string>{VERSION}</string></f></fs></ab></sourceDesc>\n'
        yield "</fileDesc>\n<encodingDesc>\n"
        yield from self._tag_sets()
        yield '</encodingDesc>\n</teiHeader>\n<text>\n<body><ab type="catma">\n'
        yield from self._segments()
        yield "</ab></body>\n"
        for name, layer, each in self.annotations:
            yield from self._structure(name, layer, each)
        yield "</text>\n</TEI>\n"

    def _tag_sets(self) -> Iterator[str]:
        colour = 0
        for layer, found in self.document.layers.items():
            yield f'<fsdDecl xml:id="{_identifier("set", layer)}" n={quoteattr(f"{layer} {_STAMP}")}>\n'
            for tag in dict.fromkeys(_tag(layer, each) for each in found):
                name = _identifier("tag", layer, tag)
                own = sorted({key for each in found if _tag(layer, each) == tag for key, _ in _properties(each)})
                yield f'<fsDecl xml:id="{name}" n="{_STAMP}" type="{name}"><fsDescr>{_clean(tag)}</fsDescr>\n'
                yield _declared(name, AUTHOR, OWN) + _declared(name, COLOUR, str(_COLOURS[colour % len(_COLOURS)]))
                yield "".join(_declared(name, key) for key in (*own, OWN)) + "</fsDecl>\n"
                colour += 1
            yield "</fsdDecl>\n"

    def _segments(self) -> Iterator[str]:
        """The whole text in stretches under the same annotations."""
        begin, end = defaultdict(list), defaultdict(list)
        for number, (_, _, each) in enumerate(self.annotations):
            for span in _shown(each.spans, len(self.document.text)):
                begin[span.start].append(number)
                end[span.end].append(number)
        under: list[int] = []
        places = sorted({0, len(self.document.text), *begin, *end})
        for first, last in pairwise(places):
            for number in end[first]:
                under.remove(number)
            under += begin[first]
            pointer = f"{self.offsets.units(first)},{self.offsets.units(last)}"
            target = f'<ptr target="catma://{self.name}#char={pointer}" type="inclusion"/>'
            names = " ".join(f"#{self.annotations[number][0]}" for number in sorted(set(under)))
            yield (f'<seg ana="{names}">{target}</seg>' if names else target) + "\n"

    def _structure(self, name: str, layer: str, each: Annotation) -> Iterator[str]:
        tag = _tag(layer, each)
        is_named = tag in each.labels[:1]
        places = _shown(each.spans, len(self.document.text))
        native = _native(places, tag if is_named else "", each.source or OWN)
        rest = json.dumps({**parsed(remainder(each, native)), **({} if is_named else {_UNNAMED: True})})
        values = [(AUTHOR, each.source or OWN), (COLOUR, str(_COLOURS[0])), (TIME, _STAMP), *_properties(each)]
        yield f'<fs xml:id="{name}" type="{_identifier("tag", layer, tag)}">'
        yield "".join(_value(key, value) for key, value in values)
        yield _value(OWN, rest) + "</fs>\n"


def _tag(layer: str, each: Annotation) -> str:
    return each.labels[0] if each.labels and not _NOT_XML.search(each.labels[0]) else layer


def _native(spans: Iterable[Span], tag: str, author: str) -> Annotation:
    """What a reader of the file sees."""
    return Annotation(_joined(spans), (tag,) if tag else (), source=author)


def _shown(spans: Iterable[Span], length: int) -> tuple[Span, ...]:
    """The places that CATMA can point at: of an annotation that covers nothing, the character there, or the last."""
    first, *rest = sorted(spans)
    place = min(first.start, length - 1)
    return _joined(span for span in (first, *rest) if len(span)) or (Span(place, place + 1),)


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that touch as one: CATMA cuts where other annotations begin."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)


def _properties(each: Annotation) -> list[tuple[str, str]]:
    plain = ((key, value) for key, value in each.features.items() if isinstance(value, str | int | float))
    return [(key, str(value)) for key, value in plain if key != OWN and not key.startswith("catma_")]


def _declared(tag: str, key: str, *values: str) -> str:
    listed = "".join(f"<string>{_clean(value)}</string>" for value in values)
    name = _identifier("property", tag, key)
    return f'<fDecl xml:id="{name}" name={quoteattr(_bare(key))}><vRange><vColl>{listed}</vColl></vRange></fDecl>\n'


def _value(key: str, value: str) -> str:
    return f"<f name={quoteattr(_bare(key))}><string>{_clean(value)}</string></f>"


def _bare(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _clean(text: str) -> str:
    return escape(_bare(text), {"\r": "&#13;"})


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The collection's annotations on the text beside it."""
    beside = source.beside(_text_of(source.bare_name))
    if beside is None:
        source.fail(f"its text is missing: there must be a {_text_of(source.bare_name)} beside it")
    text = beside.text() if any(beside.chunks()) else ""
    try:
        root = fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", source.text(), count=1))
    except DefusedXmlException:
        source.fail("the XML declares entities, which can be used for attacks; remove them")
    except ParseError as error:
        source.fail(f"not well-formed XML ({error.msg})", error.position[0])
    except (ValueError, RecursionError) as error:
        source.fail(f"not well-formed XML ({error})")
    try:
        yield Document(text, source.stem.removesuffix(".catma"), layers=_layers(root, text))
    except (DocumentError, KeyError, ValueError, TypeError) as error:
        source.fail(f"not a collection of CATMA's for the text beside it ({error})")


def _layers(root: Element, text: str) -> list[Layer]:
    tags = {}
    for tag_set in root.iterfind(".//tei:fsdDecl", _NAMES):
        for tag in tag_set.iterfind("tei:fsDecl", _NAMES):
            description = tag.find("tei:fsDescr", _NAMES)
            words = "" if description is None else description.text or ""
            tags[tag.get(_ID)] = (tag_set.get("n", "").rpartition(" ")[0] or "catma", words)
    places = _places(root, text)
    layers: dict[str, list[Annotation]] = defaultdict(list)
    for structure in root.iterfind(".//tei:text/tei:fs", _NAMES):
        layer, label = tags[structure.get("type")]
        values = {
            field.get("name", ""): [each.text or "" for each in field.iterfind(".//tei:string", _NAMES)]
            for field in structure.iterfind("tei:f", _NAMES)
        }
        layers[layer].append(_annotation(label, places[structure.get(_ID, "")], values))
    return [Layer(name, found) for name, found in layers.items()]


def _annotation(label: str, spans: list[Span], values: dict[str, list[str]]) -> Annotation:
    author = next(iter(values.get(AUTHOR, ())), OWN)
    rest = parsed(next(iter(values.get(OWN, ())), ""))
    native = _native(spans, "" if rest.pop(_UNNAMED, False) else label, author)
    if OWN in values:
        return restored(native, rest)
    own = {key: each[0] if len(each) == 1 else each for key, each in values.items() if not key.startswith("catma_")}
    return Annotation(native.spans, native.labels, Features(own), author)


def _places(root: Element, text: str) -> dict[str, list[Span]]:
    offsets, length = Utf16(text), utf16_length(text)
    places: dict[str, list[Span]] = defaultdict(list)
    for segment in root.iterfind(".//tei:ab/tei:seg", _NAMES):
        for pointer in segment.iterfind("tei:ptr", _NAMES):
            found = _RANGE.search(pointer.get("target", ""))
            if found is None or int(found[2]) > length:
                raise ValueError("a segment points to no place in it")
            span = Span(offsets.points(int(found[1])), offsets.points(int(found[2])))
            for name in segment.get("ana", "").split():
                places[name.removeprefix("#")].append(span)
    return places
