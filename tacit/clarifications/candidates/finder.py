"""All candidates of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from tacit.clarifications.candidates.aspects import missing_aspects
from tacit.clarifications.candidates.compounds import general_nouns
from tacit.clarifications.candidates.heads import missing_nouns
from tacit.clarifications.candidates.mentions import Discourse
from tacit.clarifications.candidates.model import Candidate, Rule, Spot, View
from tacit.clarifications.candidates.objects import missing_objects
from tacit.clarifications.candidates.pronouns import unclear_pronouns
from tacit.clarifications.candidates.wholes import missing_wholes
from tacit.clarifications.codes import CODES
from tacit.clarifications.context import Passage, discourse
from tacit.clarifications.pages import Line, Page
from tacit.clarifications.task import Instruction
from tacit.clarifications.verbs import VerbTable, shipped
from tacit.documents import Span
from tacit.language.analysis import analyse_many
from tacit.language.events import find_events
from tacit.language.parse import Parse

RULES: tuple[Rule, ...] = (
    missing_objects,
    missing_wholes,
    unclear_pronouns,
    missing_nouns,
    general_nouns,
    missing_aspects,
)


@dataclass(frozen=True, slots=True)
class _Found:
    """A spot with the line and sentence it stands in, and the sentence around its blank."""

    spot: Spot
    span: Span
    line: int
    sentence: int
    before: str
    after: str


def find_candidates(
    page: Page,
    *,
    codes: Collection[str] = CODES.keys(),
    verbs: VerbTable | None = None,
    on_line: Callable[[], None] | None = None,
) -> list[Candidate]:
    """The unclear phrases of a page, in text order; headings only tell what the rest is about."""
    verbs = verbs or shipped()
    so_far = Discourse()
    passages: list[Passage] = []
    found: list[_Found] = []
    lines, title = page.lines, page.title
    parses = analyse_many(page.prose[line.start : line.end] for line in lines)
    for number, (line, parse) in enumerate(zip(lines, parses, strict=True)):
        passages.append(Passage(() if line.level else tuple(_sentences(parse)), line.marker))
        if line.level:
            so_far.begin_section()
        else:
            view = View(parse, tuple(find_events(parse)), so_far, verbs, title)
            found += (_found(spot, parse, line, number) for rule in RULES for spot in rule(view) if spot.code in codes)
            so_far.add(parse, view.commands)
        if on_line is not None:
            on_line()
    headings = _Headings(page)
    return [
        _candidate(each, page, passages, headings)
        for each in sorted(found, key=lambda each: (each.span, each.spot.code))
        if not page.is_shielded(each.span)
    ]


def _sentences(parse: Parse) -> Iterator[str]:
    for start, end in parse.sentences:
        yield " ".join(parse.text_between(start, end).split())


def _found(spot: Spot, parse: Parse, line: Line, number: int) -> _Found:
    span = Span(parse.starts[spot.start], parse.ends[spot.end - 1]).shifted(line.start)
    sentence = parse.sentence_of[spot.start]
    first, last = parse.sentences[sentence]
    before = parse.text[parse.starts[first] : spot.blank[0]]
    after = parse.text[spot.blank[1] : parse.ends[last - 1]]
    return _Found(spot, span, number, sentence, _tidy(before) + spot.lead, spot.trail + _tidy(after))


def _tidy(text: str) -> str:
    """With single spaces, those at the ends included."""
    tidied = " ".join(text.split())
    return f"{' ' * text[:1].isspace()}{tidied}{' ' * (text[-1:].isspace() and bool(tidied))}"


class _Headings:
    """Title and section of each line of a page."""

    def __init__(self, page: Page) -> None:
        self.title = page.title
        self._sections: list[str] = []
        section = ""
        for line in page.lines:
            if line.level:
                section = page.words_of(line)
            self._sections.append("" if section == self.title else section)

    def section(self, line: int) -> str:
        """The heading that a line stands under, unless it is the title."""
        return self._sections[line]


def _candidate(found: _Found, page: Page, passages: list[Passage], headings: _Headings) -> Candidate:
    around = discourse(passages, found.line, found.sentence)
    spot = found.spot
    place = page.place_of(found.span.start)
    instruction = Instruction(
        id=f"{place[0]}:{place[1]}",
        phenomenon=CODES[spot.code].phenomenon,
        before=found.before,
        after=found.after,
        title=headings.title,
        section=headings.section(found.line),
        previous=around.previous,
        following=around.following,
    )
    blank = Span(*spot.blank).shifted(page.lines[found.line].start)
    return Candidate(spot.code, found.span, spot.confidence, instruction, blank, spot.readings, spot.lead, spot.trail)
