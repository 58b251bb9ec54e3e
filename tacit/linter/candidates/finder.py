"""All candidates of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from tacit.clarifications import lexicon
from tacit.clarifications.context import StepPassage, discourse
from tacit.clarifications.pages import Line, Page
from tacit.clarifications.task import Instruction, Phenomenon
from tacit.documents import Span
from tacit.language.analysis import analyse_many
from tacit.language.events import find_events
from tacit.language.parse import Parse
from tacit.linter.candidates.aspects import missing_aspects
from tacit.linter.candidates.compounds import general_nouns
from tacit.linter.candidates.heads import missing_nouns
from tacit.linter.candidates.mentions import MentionsSoFar
from tacit.linter.candidates.model import Candidate, LineView, Rule, Spot
from tacit.linter.candidates.objects import missing_objects
from tacit.linter.candidates.preferences import Preferences
from tacit.linter.candidates.procedures import SENTENCE_RULES, PageInventory, PageSpot, page_spots
from tacit.linter.candidates.pronouns import unclear_pronouns
from tacit.linter.candidates.wholes import missing_wholes
from tacit.linter.codes import CODES
from tacit.linter.verbs import VerbTable, shipped

RULES: tuple[Rule, ...] = (
    missing_objects,
    missing_wholes,
    unclear_pronouns,
    missing_nouns,
    general_nouns,
    missing_aspects,
)


Analyse = Callable[[Iterable[str]], Iterable[Parse]]
"""The parses of texts, in their order."""
_STOPS = (". ", "! ", "? ")


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
    preferences: Preferences | None = None,
    whole: Parse | None = None,
    analyse: Analyse = analyse_many,
    on_line: Callable[[], None] | None = None,
) -> list[Candidate]:
    """The unclear phrases of a page, in text order; headings only tell what the rest is about.

    Lines are parts of `whole`, the parse of the page's document, where it is given and has the same words.
    """
    verbs = verbs or shipped()
    rules = (*RULES, *SENTENCE_RULES) if any(code >= "TAC5" for code in codes) else RULES
    inventory = PageInventory() if any(code in codes for code in ("TAC603", "TAC604")) else None
    so_far = MentionsSoFar()
    passages: list[StepPassage] = []
    found: list[_Found] = []
    lines, title = page.lines, page.title
    for number, (line, parse) in enumerate(zip(lines, _line_parses(page, whole, analyse), strict=True)):
        passages.append(StepPassage(() if line.level else tuple(_sentences(parse)), line.marker))
        if line.level:
            so_far.begin_section()
            if inventory is not None:
                inventory.head(page.words_of(line))
        else:
            view = LineView(parse, tuple(find_events(parse)), so_far, verbs, title, preferences)
            around = _around(view, line)
            for rule in rules:
                found += (_found(spot, view, line, number, around) for spot in rule(view) if spot.code in codes)
            if inventory is not None:
                inventory.add(view, line, number)
            so_far.add(parse, view.commands)
        if on_line is not None:
            on_line()
    of_page = [*page_spots(page), *(inventory.spots() if inventory is not None else ())]
    found += (_found_on_page(each, page, passages) for each in of_page if each.code in codes)
    headings = _Headings(page)
    return [
        _candidate(each, page, passages, headings)
        for each in sorted(found, key=lambda each: (each.span, each.spot.code))
        if not page.is_shielded(each.span)
    ]


def _line_parses(page: Page, whole: Parse | None, analyse: Analyse) -> Iterator[Parse]:
    """The parse of each line; a line is parsed anew where a placeholder stands in it, or the whole has no such line."""
    texts = [page.prose[line.start : line.end] for line in page.lines]
    parts = [_part(whole, line, text) for line, text in zip(page.lines, texts, strict=True)]
    anew = iter(analyse(text for text, part in zip(texts, parts, strict=True) if part is None))
    for part in parts:
        yield next(anew) if part is None else part


def _part(whole: Parse | None, line: Line, text: str) -> Parse | None:
    # Pages have LF at all line ends, which is the same to the parser.
    if whole is None or whole.text[line.start : line.end].replace("\r\n", " \n") != text:
        return None
    part = whole.part(line.start, line.end)
    return None if part is None else replace(part, text=text)


def _sentences(parse: Parse) -> Iterator[str]:
    for start, end in parse.sentences:
        yield " ".join(parse.text_between(start, end).split())


def _around(view: LineView, line: Line) -> dict[str, float]:
    """What the ranker is told about the line, whatever the rule."""
    named = {each.lemma for each in view.discourse.mentions}
    return {
        "step": bool(line.marker),
        "numbered": line.marker[:1].isdigit(),
        "recipe": min(len(named & lexicon.FOOD), 6),
        "sentences before": min(view.discourse.sentences, 20),
        "sentences of the line": min(len(view.parse.sentences), 10),
    }


def _found(spot: Spot, view: LineView, line: Line, number: int, around: dict[str, float]) -> _Found:
    parse = view.parse
    span = Span(parse.starts[spot.start], parse.ends[spot.end - 1]).shifted(line.start)
    sentence = parse.sentence_of[spot.start]
    first, last = parse.sentences[sentence]
    before = parse.text[parse.starts[first] : spot.blank[0]]
    after = parse.text[spot.blank[1] : parse.ends[last - 1]]
    own = {
        "rule": spot.confidence,
        "readings": min(len(spot.readings), 5),
        "sentence length": min(last - first, 40),
        "commands": sum(first <= verb < last for verb in view.commands),
    }
    spot = replace(spot, features={**spot.features, **around, **own})
    return _Found(spot, span, number, sentence, _tidy(before) + spot.lead, spot.trail + _tidy(after))


def _found_on_page(spot: PageSpot, page: Page, passages: list[StepPassage]) -> _Found:
    """A spot that was found by its characters; its sentence is the part of its line up to the next full stop."""
    line = page.lines[spot.line]
    text = page.prose[line.start : line.end]
    place = spot.span.start - line.start
    first = max((text.rfind(stop, 0, place) + len(stop) for stop in _STOPS if stop in text[:place]), default=0)
    last = min((end + 1 for stop in _STOPS if (end := text.find(stop, spot.span.end - line.start)) >= 0), default=None)
    sentence = sum(text[:first].count(stop) for stop in _STOPS)
    end = spot.span.end - line.start
    own = Spot(
        spot.code, 0, 0, (end, end), spot.confidence, features=spot.features, suggestion=spot.suggestion,
        topic=page.text[spot.span.start : spot.span.end].lower(),
    )  # fmt: skip
    sentence = min(sentence, max(len(passages[spot.line].sentences) - 1, 0))
    return _Found(own, spot.span, spot.line, sentence, _tidy(text[first:end]), _tidy(text[end:last]))


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


def _candidate(found: _Found, page: Page, passages: list[StepPassage], headings: _Headings) -> Candidate:
    around = discourse(passages, found.line, found.sentence)
    spot = found.spot
    place = page.place_of(found.span.start)
    instruction = Instruction(
        id=f"{place[0]}:{place[1]}",
        phenomenon=CODES[spot.code].phenomenon or Phenomenon.IMPLICIT_REFERENCE,
        before=found.before,
        after=found.after,
        title=headings.title,
        section=headings.section(found.line),
        previous=around.previous,
        following=around.following,
    )
    blank = Span(*spot.blank).shifted(page.lines[found.line].start)
    return Candidate(
        spot.code,
        found.span,
        spot.confidence,
        instruction,
        blank,
        spot.readings,
        spot.lead,
        spot.trail,
        spot.features,
        spot.suggestion,
        spot.topic,
    )
