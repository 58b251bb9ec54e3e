"""What the worker processes do: read a text, open a file, compare endings, expand an instruction, write a file."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from tacit import formats, reader
from tacit.documents import Document
from tacit.errors import InputError, TacitError
from tacit.web.asking import asked_model
from tacit.web.exports import export
from tacit.web.limits import MEGABYTE
from tacit.web.optional import compare_endings, expand_instruction
from tacit.web.proofing import check
from tacit.web.recommending import PREDICT, TRAIN, predict, train
from tacit.web.worker import OnStep, Result, Task

MOST_DOCUMENTS = 50
"""Of an uploaded file with many documents, so many are offered."""
_WARM_UP = (
    "Ann went to the shop and bought bread. Then she walked home. She was tired, so she made tea and sat down.",
    "1. Open the lid.\n2. Rinse the pot and dry it.\n3. Pour in the water.",
)
"""A story and instructions, so that everything is loaded."""
_log = logging.getLogger(__name__)


def prepare() -> None:
    """Load what a reading needs; what is missing is reported to those who ask for it."""
    for text in _WARM_UP:
        try:
            reader.read(text)
        except TacitError as error:
            _log.warning("%s", error)


def read(request: bytes, on_step: OnStep) -> Result:
    """All capabilities on one text."""
    asked = json.loads(request)
    document = Document.from_dict(asked["document"]) if asked.get("document") else _pasted(asked["text"])
    layout = asked.get("format", "auto")
    with asked_model(asked) as model:
        reading = reader.read(document, only=asked.get("only"), layout=layout, on_step=on_step, model=model)
    return _json(reading.to_dict() if model is None else {**reading.to_dict(), "llm": model.costs.to_dict()})


def _pasted(text: str) -> Document:
    """A pasted text as a document."""
    if not text.strip():
        raise InputError("there is no text, only blanks; send a sentence or more")
    return Document(text, "text")


class _Upload(formats.Source):
    """An uploaded file that unpacks to no more than `most` bytes."""

    def __init__(self, ending: str, content: bytes, most: int) -> None:
        super().__init__(f"upload{ending}", content)
        self._most = self.largest = most

    def chunks(self) -> Iterator[bytes]:
        total = 0
        for chunk in super().chunks():
            total += len(chunk)
            if total > self._most:
                self.fail(f"the file unpacks to more than {self._most / MEGABYTE:g} MB; split it")
            yield chunk


def open_file(request: bytes, on_step: OnStep) -> Result:
    """The documents of an uploaded file; a line with its ending and what it may unpack to, then its content."""
    head, _, content = request.partition(b"\n")
    ending, _, most = head.decode().partition(" ")
    source = _Upload(ending, content, int(most))
    try:
        entry = formats.recognise(source)
        documents = formats.open_source(source, format=entry.name)
        shown = list(islice(documents, MOST_DOCUMENTS))
        more = sum(1 for _ in documents)
    except InputError as error:
        raise InputError(error.message, line=error.line) from None  # the name is ours, so it says nothing
    if not shown:
        raise InputError("there is no text in the file")
    plain = [document.to_dict() for document in shown]
    return _json({"format": entry.name, "documents": plain, "more": more})


def _json(plain: Any) -> Result:
    return Result(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode())


def _quick(work: Callable[[Mapping[str, Any]], Mapping[str, Any]], name: str) -> Task:
    """A task of a single step."""

    def task(request: bytes, on_step: OnStep) -> Result:
        on_step(name)
        return _json(work(json.loads(request)))

    return task


TASKS: dict[str, Task] = {
    "read": read,
    "open": open_file,
    "export": export,
    "endings": _quick(compare_endings, "endings"),
    "steps": _quick(expand_instruction, "steps"),
    "languagetool": check,
    PREDICT: predict,
    TRAIN: train,
}
