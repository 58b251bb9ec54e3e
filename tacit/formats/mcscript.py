"""MCScript and MCScript 2: everyday narratives with questions about them.

Each `<instance id scenario>` is a document; metadata are `scenario` and `questions`, each with its `text`, `type`
(text or commonsense) and `answers` (`text`, `correct`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tacit.documents import Document
from tacit.formats.parts.xml_stream import elements
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document an instance."""
    found = False
    for line, instance in elements(source, "instance"):
        found = True
        name = instance.get("id")
        if name is None:
            source.fail("an <instance> needs an id", line)
        text = "".join(part for node in instance.iterfind("text") for part in node.itertext()).strip()
        if not text:
            source.fail(f"the instance {name!r} has no <text>", line)
        metadata: dict[str, Any] = {"questions": [_question(node) for node in instance.iter("question")]}
        if scenario := instance.get("scenario", "").strip():
            metadata["scenario"] = scenario
        yield Document(text, f"{source.stem}-{name}", metadata)
    if not found:
        source.fail("there is no <instance> in the file")


def _question(question: Element) -> dict[str, Any]:
    return {
        "id": question.get("id", ""),
        "text": question.get("text", ""),
        "type": question.get("type", ""),
        "answers": [
            {"text": answer.get("text", ""), "correct": answer.get("correct", "").strip().lower() == "true"}
            for answer in question.iter("answer")
        ],
    }
