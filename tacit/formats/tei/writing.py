"""Documents as TEI files with stand-off annotations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from tacit.documents import Annotation, Document
from tacit.errors import OutputError
from tacit.formats.parts.remainder import remainder
from tacit.formats.recognition import TEI_NAMESPACE
from tacit.formats.tei.body import SOURCE
from tacit.formats.tei.reading import OWN
from tacit.values import thaw

_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TEXT = "text"
"""The `xml:id` of the text that all spans point into."""


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The one document as TEI."""
    for document in documents:
        _check(document)
        stream.writelines(_lines(document))


def _check(document: Document) -> None:
    for what, text in (("the text", document.text), *(("the name of a layer", name) for name in document.layers)):
        if wrong := _NOT_XML.search(text):
            raise OutputError(
                f"XML cannot hold the control character U+{ord(wrong[0]):04X}, which is character {wrong.start()} "
                f"of {what} ({document.id!r}); remove it or choose another format"
            )


def _lines(document: Document) -> Iterator[str]:
    own = json.dumps({"id": document.id, "metadata": thaw(document.metadata)})
    title = _NOT_XML.sub("\ufffd", document.id) or "text"
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<TEI xmlns="{TEI_NAMESPACE}">\n<teiHeader><fileDesc>\n'
    yield f"<titleStmt><title>{_escaped(title)}</title></titleStmt>\n"
    yield "<publicationStmt><p>Written by tacit.</p></publicationStmt>\n"
    yield f'<notesStmt><note type="{OWN}">{_escaped(own)}</note></notesStmt>\n'
    yield "<sourceDesc><p>The text is as tacit read it.</p></sourceDesc>\n</fileDesc></teiHeader>\n"
    if document.layers:
        yield "<standOff>\n"
        for name, layer in document.layers.items():
            yield f"<spanGrp type={quoteattr(name)}>\n"
            yield from map(_span, layer)
            yield "</spanGrp>\n"
        yield "</standOff>\n"
    text = f'<ab xml:id="{_TEXT}" xml:space="preserve">{_escaped(document.text)}</ab>'
    yield f"<text><body>{text}</body></text>\n</TEI>\n"


def _span(annotation: Annotation) -> str:
    """An annotation with its first label as text, and the rest as a note."""
    places = " ".join(f"#string-range({_TEXT},{span.start},{len(span)})" for span in annotation.spans)
    label = annotation.labels[0] if annotation.labels and not _NOT_XML.search(annotation.labels[0]) else ""
    native = Annotation(tuple(sorted(annotation.spans)), (label,) if label else (), source=SOURCE)
    rest = remainder(annotation, native)
    note = f'<note type="{OWN}">{_escaped(rest)}</note>'  # it also says that the label stands as it is
    return f'<span target="{places}">{_escaped(label)}{note}</span>\n'


def _escaped(text: str) -> str:
    return escape(text, {"\r": "&#13;"})  # else a parser makes it a line feed
