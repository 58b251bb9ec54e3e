"""Tasks for workers in tests: they load nothing and do what the text says."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import IO, Any

from web.samples import reading_of

from tacit.capability import Facts, Passages, Section, Table
from tacit.clarifications.pages import Page
from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError, MissingBackboneError
from tacit.linter import findings
from tacit.linter.config import LinterSettings
from tacit.linter.findings import Excerpt, Finding, Place
from tacit.reader import Reading
from tacit.web import proofing
from tacit.web.exports import export
from tacit.web.labelling import LABEL
from tacit.web.labelling import predictions as labelled
from tacit.web.messages import RESULT, Message
from tacit.web.recommending import PREDICT, TRAIN, predictions, train
from tacit.web.tasks import open_file
from tacit.web.worker import OnStep, Result


def prepare() -> None:
    marker = os.environ.get("TACIT_TEST_FAIL_TO_START", "")
    if marker and Path(marker).exists():
        raise SystemExit(3)
    time.sleep(float(os.environ.get("TACIT_TEST_LOADING", "0")))


def read(request: bytes, on_step: OnStep) -> Result:
    asked = json.loads(request)
    text: str = asked["text"] if asked.get("text") is not None else asked["document"]["text"]
    on_step("language")
    word, _, rest = text.partition(" ")
    if text.startswith("slow"):
        _tell(on_step, reading_of(text))
        time.sleep(60)
    if word == "sleep":
        time.sleep(float(rest))
    elif word == "steps":
        for number in range(int(rest)):
            time.sleep(0.05)
            on_step(f"step {number}")
    elif word == "call":
        on_step("x" * int(rest))
    elif word == "swell":
        return Result(b" " * int(rest))
    elif word == "babble":
        _Pipe(on_step).write(b"x" * int(rest) + b"\n")
    elif word == "boast":
        _Pipe(on_step).write(b'{"kind": "result", "length": %d}\n' % int(rest))
    elif word == "forge":
        _Pipe(on_step, pause=float(rest))
        return Result(3 * Message(RESULT, b"forged", {"media_type": "text/plain"}).packed())
    elif word == "die":
        os._exit(9)
    elif word == "refuse":
        raise InputError(rest)
    elif word == "miss":
        raise MissingBackboneError("the parser is not installed")
    elif word == "fail":
        raise ZeroDivisionError
    elif word == "print":
        print("a library that prints")
    on_step("scenarios")
    nearly = [{"scenario": "riding on a bus", "probability": 0.2, **_place(text, "Then she took the bus")}]
    more = {"least": 0.28, "nearly": nearly if "took the bus" in text else []} if asked.get("parts") else {}
    return Result(json.dumps({**_reading(text).to_dict(), **more}).encode())


def _tell(on_step: OnStep, reading: Reading) -> None:
    """What was read so far, as a part."""
    plain = reading.to_dict()
    layers = plain["document"].pop("layers")
    document = {**plain["document"], "layers": {}}
    part = {"kind": "story", "document": document, "layers": layers, "sections": plain["sections"]}
    on_step("part", json.dumps(part).encode())


def _place(text: str, words: str) -> dict[str, int]:
    start = max(0, text.find(words))
    return {"start": start, "end": start + len(words)}


def why(request: bytes, on_step: OnStep) -> Result:
    words = [{"word": "flour", "weight": 0.31}, {"word": "cake", "weight": 0.2}]
    return Result(json.dumps({"scenario": json.loads(request)["scenario"], "words": words}).encode())


def sections(request: bytes, on_step: OnStep) -> Result:
    document = Document.from_dict(json.loads(request)["document"])
    rows = tuple((document.text_of(each)[:12], each.label) for each in document.layer("scenarios"))
    section = Section("What it is about", (Passages("scenarios"), Table(("passage", "scenario"), rows)))
    return Result(json.dumps({"sections": [section.to_dict()]}).encode())


def script(request: bytes, on_step: OnStep) -> Result:
    names = ["mix ingredients", "heat oven", "bake it"]
    events = [{"name": name, "usual": "always", "after": [place - 1] * bool(place)} for place, name in enumerate(names)]
    plain = {"scenario": json.loads(request)["scenario"], "purpose": "to have a cake", "events": events}
    return Result(json.dumps(plain).encode())


class _Pipe:
    """The worker's way to the server, for words of our own and for one pause before the last bytes of an answer."""

    def __init__(self, on_step: OnStep, pause: float = 0) -> None:
        self._worker: Any = on_step.__self__  # type: ignore[attr-defined]
        self._answers: IO[bytes] = self._worker._answers
        self._pause = pause
        self._worker._answers = self

    def write(self, content: bytes) -> None:
        self._worker._answers = self._answers
        self._answers.write(content[:-10])
        self._answers.flush()
        time.sleep(self._pause)
        self._answers.write(content[-10:])
        self._answers.flush()

    def flush(self) -> None:
        """All is written."""


def _reading(text: str) -> Reading:
    if "\n" in text:
        return reading_of(text)
    document = Document(text, "text")
    if len(text) > 3:
        document = document.with_layer(Layer("scenarios", [Annotation.of(0, 3, "cooking pasta", source="fake")]))
    sections = (Section("What it is about", (Passages("scenarios"), Facts((("process", str(os.getpid())),)))),)
    return Reading(document, sections)


def endings(request: bytes, on_step: OnStep) -> Result:
    texts = json.loads(request)["endings"]
    listed = [{"text": text, "probability": 1 / len(texts)} for text in texts]
    return Result(json.dumps({"system": "fake", "chosen": 0, "endings": listed, "reasons": ["because"]}).encode())


def steps(request: bytes, on_step: OnStep) -> Result:
    asked = json.loads(request)["instruction"]
    both = ["Get a sieve.", asked]
    way = {"text": " ".join(both), "steps": both, "score": 0.5, "tools": ["sieve"], "actions": ["get"]}
    return Result(json.dumps({"instruction": asked, "expansions": [way]}).encode())


class _Rinser:
    """Finds that nobody knows what to rinse."""

    def check(self, page: Page, settings: LinterSettings | None = None) -> list[Finding]:
        start = page.text.find("Rinse")
        if start < 0 or "TAC101" not in (settings or LinterSettings()).codes:
            return []
        span = Span(start, start + 5)
        place = Place(*page.place_of(span.start), *page.place_of(span.end), span)
        readings = (findings.PhraseReading("the lid"), findings.PhraseReading("the valve"))
        blank, excerpt = Span(span.end, span.end), Excerpt(*page.lines_with(span))
        return [Finding("", place, "TAC101", "Rinse", "", 0.9, readings, blank=blank, lead=" ", excerpt=excerpt)]


def languagetool(request: bytes, on_step: OnStep) -> Result:
    return proofing.check(request, on_step, _Rinser())


def predict(request: bytes, on_step: OnStep) -> Result:
    """The first sentence, or else the first word, is about pasta."""

    def annotate(document: Document) -> list[Annotation]:
        ends = [sentence.end for sentence in document.sentences] or [len(document.text.split(" ")[0])]
        return [Annotation.of(0, ends[0], "cooking pasta", source="fake", probability=0.75, message="pasta is named")]

    return Result(json.dumps({"document": predictions(json.loads(request), annotate)}).encode())


def label(request: bytes, on_step: OnStep) -> Result:
    """Each text begins with pasta."""

    def annotate(document: Document) -> list[Annotation]:
        return [Annotation.of(0, min(9, len(document.text)), "cooking pasta", source="fake", probability=0.75)]

    return Result(json.dumps(labelled(json.loads(request), annotate)).encode())


TASKS = {
    LABEL: label,
    "read": read,
    "open": open_file,
    "export": export,
    "endings": endings,
    "steps": steps,
    "why": why,
    "sections": sections,
    "script": script,
    "languagetool": languagetool,
    PREDICT: predict,
    TRAIN: train,
}
