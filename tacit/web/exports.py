"""A reading as a file: JSON, a page, WebAnno TSV, UIMA CAS, or the text alone."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from tacit import capability, formats
from tacit.documents import Document
from tacit.errors import InputError
from tacit.reader import Reading
from tacit.report import pages
from tacit.report.marking import marked
from tacit.web.limits import MEGABYTE
from tacit.web.messages import LARGEST_RESULT
from tacit.web.rewriting import Replacement, rewritten
from tacit.web.worker import OnStep, Result

_BLOCKS: dict[str, type[capability.Block]] = {kind.__name__.lower(): kind for kind in get_args(capability.Block)}
MOST_PASSAGES = 20
"""Times that a page repeats the text; a reading asks for four."""
MOST_MARKS = 20_000
MOST_COVERED = 3_000_000
"""Characters that annotations cover together; WebAnno repeats an annotation for each token in it."""
_FORMATS = {"webanno": "text/tab-separated-values", "text": "text/plain"}


def export(request: bytes, on_step: OnStep) -> Result:
    """The file that `format` names."""
    on_step("export")
    asked = json.loads(request)
    document = rewritten(Document.from_dict(asked["document"]), (Replacement(**change) for change in asked["changes"]))
    kind = asked["format"]
    if kind in ("json", "html"):
        reading = Reading(document, tuple(map(_section, asked["sections"])), asked["kind"])
        if kind == "html":
            _check_size(reading)
            return Result(pages.page([reading]).encode(), "text/html; charset=utf-8")
        return Result(json.dumps(reading.to_dict(), ensure_ascii=False, indent=1).encode(), "application/json")
    if kind == "xmi":
        return Result(_cas(document), "application/zip")
    if kind == "webanno":
        _check_cover(document)
    entry = formats.format_named("plain" if kind == "text" else kind)
    return Result(_written(entry, document).encode(), f"{_FORMATS[kind]}; charset=utf-8")


def _check_size(reading: Reading) -> None:
    """A page that would be much larger than what was sent is not written."""
    blocks = (block for section in reading.sections for block in section.blocks)
    passages = [block for block in blocks if isinstance(block, capability.Passages)]
    if len(passages) > MOST_PASSAGES:
        raise InputError(f"a page shows the text {MOST_PASSAGES} times at most; send fewer blocks of kind 'passages'")
    marks = sum(len(annotation.spans) for block in passages for annotation in marked(reading.document, block))
    if marks > MOST_MARKS:
        raise InputError(f"the page would have {marks:,} marks; at most {MOST_MARKS:,} are drawn")


def _check_cover(document: Document) -> None:
    covered = sum(len(span) for layer in document.layers.values() for annotation in layer for span in annotation.spans)
    if covered > MOST_COVERED:
        raise InputError(f"the annotations cover {covered:,} characters; WebAnno takes {MOST_COVERED:,} at most")


class _Bounded(io.StringIO):
    """Takes no more than a result may have."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > LARGEST_RESULT:
            raise InputError(f"the file would have more than {LARGEST_RESULT // MEGABYTE} MB; send less at once")
        return super().write(text)


def _written(entry: formats.Format, document: Document) -> str:
    stream = _Bounded(newline="")
    entry.module.write([document], stream)
    return stream.getvalue()


def _cas(document: Document) -> bytes:
    """An archive, as a CAS cannot be read without its type system."""
    entry = formats.format_named("xmi")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("reading.xmi", _written(entry, document))
        for name, text in entry.module.companions(document, "reading").items():
            archive.writestr(name, text)
    return packed.getvalue()


def _section(plain: Mapping[str, Any]) -> capability.Section:
    return capability.Section(plain["title"], tuple(_block(block) for block in plain["blocks"]))


def _block(plain: Mapping[str, Any]) -> capability.Block:
    """A block as the report knows it, from what a client sent back."""
    if plain["kind"] not in _BLOCKS:
        raise InputError(f"there is no block {plain['kind']!r}; there are {', '.join(_BLOCKS)}")
    kind = _BLOCKS[plain["kind"]]
    try:
        return TypeAdapter(kind).validate_python({name: value for name, value in plain.items() if name != "kind"})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"a block of kind {plain['kind']!r}: {place}: {first['msg']}") from None
