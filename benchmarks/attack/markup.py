"""Markup in every text of a page, drawing or table: labels, features, titles, ids. It must show, and do nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from html.parser import HTMLParser

from benchmarks.attack.tally import Attempt, Tally
from benchmarks.attack.victim import Harm, Victim

MARK = "taken1234"
PAYLOADS = (
    f"<img src=x onerror={MARK}>",
    f'"><svg onload={MARK}>',
    f"' onmouseover='{MARK}",
    f"</title></style></script><script>{MARK}</script>",
    f"]]><a href=javascript:{MARK}>x</a>",
    f"--><b onclick={MARK}>{{{{{MARK}}}}}<!--",
    f"</svg></text><iframe src=javascript:{MARK}>",
    f"<base href=//{MARK}>&lt;script&gt;{MARK}&lt;/script&gt;",
)


class _Page(HTMLParser):
    """Looks for the mark where a browser would act on it: in names, in handlers, in addresses, in scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """A tag with its attributes."""
        self._inside = tag
        for name, value in attributes:
            acts = name.startswith("on") or name in ("href", "src", "style", "xlink:href", "action", "content")
            if MARK in name or (acts and MARK in (value or "")) or (name == "src" and value == "x"):
                self.found.append(f"<{tag} {name}={(value or '')[:80]!r}>")
            if name == "srcdoc":
                self.found += found_in(value or "")

    def handle_endtag(self, tag: str) -> None:
        """The end of one."""
        self._inside = ""

    def handle_data(self, data: str) -> None:
        """What a browser shows, unless it stands in a script or style."""
        if self._inside in ("script", "style") and MARK in data:
            self.found.append(f"<{self._inside}> holds the mark")


def found_in(page: str) -> list[str]:
    """What a browser would act on."""
    parser = _Page()
    parser.feed(page)
    parser.close()
    return parser.found


def _reading(text: Callable[[], str]) -> list[str]:
    from tacit.capability import Facts, Passages, Section, Table
    from tacit.documents import Annotation, Document, Layer
    from tacit.reader import Reading
    from tacit.report.pages import embedded, page

    words = " ".join(text() for _ in range(3))
    layers = [
        Layer(
            name, [Annotation.of(n, n + 9, text(), source=text(), id=f"{text()}{name}{n}", kind=text()) for n in (0, 4)]
        )
        for name in ("scenarios", "events")
    ]
    document = Document(words, text(), {text(): text()}, layers)
    table = Table((text(), text()), ((text(), text()),), text())
    blocks = (Facts(((text(), text()),)), table, Passages("scenarios", text()), Passages("events"))
    reading = Reading(document, (Section(text(), blocks),), text())
    return [page([reading]), page([reading, reading]), embedded(reading)]


def _tables(text: Callable[[], str]) -> list[str]:
    from tacit.views import EntityRecord, View

    return [View(text(), EntityRecord, [EntityRecord(text(), text(), 0, 3)])._repr_html_()]


def _schemas(text: Callable[[], str]) -> list[str]:
    from tacit.report.schemas.drawing import drawing
    from tacit.report.schemas.pages import page
    from tacit.schemas.evidence import EvidenceQuote
    from tacit.schemas.task import Schema

    one, other = text(), text() + "x"
    chain = {"slots": [[one, "SUBJ"], [other, "OBJ"]], "types": {text(): 2.0}}
    plain = {"events": [one, other], "scores": [1.0, 0.5], "chains": [chain], "documents": [text()], "name": text()}
    schema = Schema.from_dict(plain)
    quotes = {one: (EvidenceQuote(text(), text(), 0, 3, True),)}
    return [drawing([(1, schema)]), page([(1, schema)], settings={text(): text()}, evidence=[quotes])]


def _scripts(text: Callable[[], str]) -> list[str]:
    from tacit.report.scripts.drawing import drawing
    from tacit.scripts.task import Form, Script, ScriptEvent

    forms = {Form(text(), text(), text()): 2}
    events = tuple(ScriptEvent(text() + str(n), forms, {text(): {text(): 2}}, text()) for n in range(3))
    return [drawing(Script(text(), events, ((0, 1, 2),) * 5))]


def _alignments(text: Callable[[], str]) -> list[str]:
    from tacit.report.alignment.drawing import drawing
    from tacit.steps.task import Pair

    return [drawing(Pair((text(), text()), (text(), text(), text())), (0, 1, 1))]


def _ratings(text: Callable[[], str]) -> list[str]:
    from tacit.clarifications.rating import sheets
    from tacit.clarifications.task import Filler, Instruction, Phenomenon
    from tacit.report.rating.pages import page

    fillers = (Filler(text()), Filler(text()))
    around = [text() for _ in range(4)]
    about = Instruction(text(), Phenomenon.FUSED_HEAD, text(), text(), fillers, *around)
    return [page(items, sheet=text()) for items in sheets([about], [], count=1, ratings=1)]


PAGES = {
    "reading": _reading,
    "tables": _tables,
    "schemas": _schemas,
    "scripts": _scripts,
    "alignments": _alignments,
    "ratings": _ratings,
}


def attack(attempt: Attempt) -> Tally:
    """One page after the other."""
    tally = Tally("markup in texts")
    with Victim("benchmarks.attack.markup", "show") as victim:
        while attempt.goes_on:
            name, seed = attempt.chance.choice(sorted(PAGES)), attempt.chance.randrange(1 << 30)
            harm, what = victim.outcome(name, seed)
            tally.count(harm, f"{name}, seed {seed}: {what}")
    return tally


def show(name: str, seed: int) -> str:
    """In the victim: make a page of hostile texts and look at it as a browser does."""
    chance = random.Random(seed)
    for page in PAGES[name](lambda: chance.choice(PAYLOADS)):
        if MARK not in page:
            raise Harm("lost", "the page does not show what it is about")
        if found := found_in(page):
            raise Harm("leaked", "; ".join(found[:3]))
    return ""
