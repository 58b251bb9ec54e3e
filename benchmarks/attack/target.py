"""The server that is attacked: `tacit serve` as it is, but for models, which are not loaded.

python -m benchmarks.attack.target TOKEN
"""

from __future__ import annotations

import json
import sys

from tacit.clarifications.pages import Page
from tacit.documents import Annotation, Document, Span
from tacit.linter.config import LinterSettings
from tacit.linter.findings import Excerpt, Finding, PhraseReading, Place
from tacit.web import labelling, proofing, recommending
from tacit.web.exports import export
from tacit.web.reading import QUICK
from tacit.web.tasks import open_file
from tacit.web.worker import OnStep, Result


def prepare() -> None:
    """Nothing is loaded."""


def _read(request: bytes, on_step: OnStep) -> Result:
    on_step("language")
    asked = json.loads(request)
    document = Document.from_dict(asked["document"]) if asked.get("document") else Document(asked["text"], "text")
    return Result(json.dumps({"kind": "", "document": document.to_dict(), "sections": []}).encode())


def _echo(request: bytes, on_step: OnStep) -> Result:
    return Result(request)


def _annotated(document: Document) -> list[Annotation]:
    """Something is found in the first and in the last character, whatever the text."""
    places = {(0, 1), (len(document.text) - 1, len(document.text))}
    return [Annotation.of(*place, "cooking pasta", source="made", probability=0.5) for place in sorted(places)]


class _Finder:
    """Finds one thing in every text, from its first to its last word."""

    def check(self, page: Page, settings: LinterSettings | None = None) -> list[Finding]:
        span = Span(0, len(page.text))
        place = Place(*page.place_of(span.start), *page.place_of(span.end), span)
        excerpt, blank = Excerpt(*page.lines_with(span)), Span(span.end, span.end)
        return [Finding("", place, "TAC103", page.text, "", 0.5, (PhraseReading("{0}"),), blank=blank, excerpt=excerpt)]


def _check(request: bytes, on_step: OnStep) -> Result:
    return proofing.check(request, on_step, _Finder())


def _predict(request: bytes, on_step: OnStep) -> Result:
    return Result(json.dumps({"document": recommending.predictions(json.loads(request), _annotated)}).encode())


def _label(request: bytes, on_step: OnStep) -> Result:
    return Result(json.dumps(labelling.predictions(json.loads(request), _annotated)).encode())


TASKS = {
    "read": _read,
    "open": open_file,
    "export": export,
    "endings": _echo,
    "steps": _echo,
    **dict.fromkeys(QUICK, _echo),
    "languagetool": _check,
    "predict": _predict,
    "train": recommending.train,
    "label": _label,
}


def main(token: str) -> None:
    from tacit.web.app import create_app
    from tacit.web.limits import Limits
    from tacit.web.serving import Impatient, Server, listen, server

    app = create_app(Limits(workers=1, seconds=20, arrival=2), tasks="benchmarks.attack.target", token=token)
    Impatient.patience = 1.0
    Server.farewell = 2.0
    with listen("127.0.0.1", 0) as (socket, address):
        print(address, flush=True)
        server(app, "error").run(sockets=[socket])


if __name__ == "__main__":
    main(sys.argv[1])
