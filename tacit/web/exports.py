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
from tacit.web.rewriting import Change, rewritten
from tacit.web.worker import OnStep, Result

_BLOCKS: dict[str, type[capability.Block]] = {kind.__name__.lower(): kind for kind in get_args(capability.Block)}
_FORMATS = {"webanno": "text/tab-separated-values", "text": "text/plain"}


def export(request: bytes, on_step: OnStep) -> Result:
    """The file that `format` names."""
    on_step("export")
    asked = json.loads(request)
    document = rewritten(Document.from_dict(asked["document"]), (Change(**change) for change in asked["changes"]))
    kind = asked["format"]
    if kind in ("json", "html"):
        reading = Reading(document, tuple(map(_section, asked["sections"])), asked["kind"])
        if kind == "html":
            return Result(pages.page([reading]).encode(), "text/html; charset=utf-8")
        return Result(json.dumps(reading.to_dict(), ensure_ascii=False, indent=1).encode(), "application/json")
    if kind == "xmi":
        return Result(_cas(document), "application/zip")
    entry = formats.format_named("plain" if kind == "text" else kind)
    return Result(_written(entry, document).encode(), f"{_FORMATS[kind]}; charset=utf-8")


def _written(entry: formats.Format, document: Document) -> str:
    stream = io.StringIO(newline="")
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
