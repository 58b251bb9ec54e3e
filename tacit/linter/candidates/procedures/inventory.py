"""TAC603 and TAC604: things that are used and were never introduced, and listed things that are never used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tacit.clarifications import lexicon
from tacit.clarifications.pages import Line
from tacit.documents import Span
from tacit.language.english.wordlists import words
from tacit.linter.candidates.antecedents import likeness
from tacit.linter.candidates.mentions import is_thing
from tacit.linter.candidates.model import LineView
from tacit.linter.candidates.procedures.page import PageSpot

UNINTRODUCED, UNUSED = "TAC603", "TAC604"
_NAMES = "what you(?:'ll| will)? need|things? (?:you need|needed)|materials|ingredients|tools|equipment|supplies"
_HEADING = re.compile(rf"\b(?:{_NAMES}|you(?:'ll| will)? need|shopping list)\b", re.IGNORECASE)
_ANNOUNCES = re.compile(
    rf"\W*(?:(?:{_NAMES}|you(?:'ll| will)?(?: also)? (?:need|want|require))(?: \w+){{0,3}}:|"
    rf"you(?:'ll| will)?(?: also)? (?:need|want|require) (?!to\b))",
    re.IGNORECASE,
)
_ALL = words("everything ingredient ingredients all tools parts materials rest remaining supplies stuff kit both")
"""Where the text speaks of all of it, each is used."""
_KNOWN = words(
    "water sink tap floor wall table door house window hand finger oven fridge freezer stove hob kitchen bathroom "
    "street sun weather wind rain air ground world internet computer screen keyboard mouse power electricity light "
    "dark bin dishwasher garden car bus day surface result process procedure area edge user system file "
    "page name address text code version number line problem question answer"
)
"""What every reader has or knows."""
_USING = words("use run consult watch get fetch grab attach fit insert fill read see ask call follow")
"""What one does with a thing that one must have or find first."""
_ALIKE = 0.62
_MANY = 1500
"""Words of a page, beyond which nobody looks for another name of a thing: it would take too long."""
_NEEDED, _LOOSE = 0.5, 0.35
_INTRODUCE = "say what and where it is, or put it on the list of what is needed"
_DROP = "use it in a step, or take it off the list"


@dataclass(frozen=True, slots=True)
class _Listed:
    lemma: str
    words: frozenset[str]
    span: Span
    line: int


@dataclass
class PageInventory:
    """What a page lists and mentions, line by line."""

    title: str = ""
    listed: list[_Listed] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    first: list[PageSpot] = field(default_factory=list)
    _in_list: bool = False

    def head(self, text: str) -> None:
        """Take in a heading."""
        self._in_list = bool(_HEADING.search(text)) and len(text.split()) <= _SHORT
        self.named.update(re.findall(r"\w+", text.lower()))

    def add(self, view: LineView, line: Line, number: int) -> None:
        """Take in a line."""
        parse = view.parse
        announces = _ANNOUNCES.match(parse.text) is not None
        lists = announces or (self._in_list and not view.commands)
        if not lists:
            self._in_list = False
            self.used.update(word.lower() for word in (*parse.words, *parse.lemmas))
        for token in range(len(parse)):
            if parse.pos[token] in ("NOUN", "PROPN"):
                (self._list if lists else self._use)(view, token, line, number)
                self.named.update((parse.lemmas[token].lower(), view.word(token)))
        if announces and parse.text.rstrip().endswith(":"):
            self._in_list = True

    def _list(self, view: LineView, token: int, line: Line, number: int) -> None:
        parse, lemma = view.parse, view.parse.lemmas[token].lower()
        if _is_item(view, token) and lemma not in _NO_PARTS:
            span = Span(parse.starts[token], parse.ends[token]).shifted(line.start)
            parts = {view.word(each) for each in (*parse.children[token], token) if len(view.word(each)) > _SHORTEST}
            self.listed.append(_Listed(lemma, frozenset(parts), span, number))

    def _use(self, view: LineView, token: int, line: Line, number: int) -> None:
        if view.word(token - 1) == "the" and self._is_new(view, token):
            span = Span(view.parse.starts[token - 1], view.parse.ends[token]).shifted(line.start)
            self.first.append(PageSpot(UNINTRODUCED, span, number, _NEEDED if self.listed else _LOOSE, _INTRODUCE))

    def _is_new(self, view: LineView, token: int) -> bool:
        """Is it a thing that one acts on or with, never named before, and nothing that everyone has?"""
        parse, lemma = view.parse, view.parse.lemmas[token].lower()
        if not is_thing(parse, token) or lemma in self.named or lemma in _KNOWN | lexicon.PARTS | lexicon.FITTINGS:
            return False
        if any(parse.deps[child] in ("prep", "relcl", "acl", "poss", "amod") for child in parse.children[token]):
            return False
        verb = parse.heads[token]
        with_it = parse.deps[token] == "pobj" and view.word(verb) in ("with", "using")
        used = view.is_acted_on(token) and parse.lemmas[verb].lower() in _USING
        if not (with_it or used):
            return False
        return len(self.named) > _MANY or all(likeness(lemma, each) < _ALIKE for each in sorted(self.named))

    def spots(self) -> Iterator[PageSpot]:
        """What was found once the whole page was read."""
        yield from self.first
        if not self.used or self.used & _ALL:
            return
        for each in self.listed:
            if each.lemma not in self.used and not each.words & self.used and not self._is_used(each.lemma):
                yield PageSpot(UNUSED, each.span, each.line, _NEEDED, _DROP)

    def _is_used(self, lemma: str) -> bool:
        """By another name?"""
        return len(self.used) > _MANY or any(likeness(lemma, word) >= _ALIKE for word in sorted(self.used))


def _is_item(view: LineView, token: int) -> bool:
    """Is it a thing on the list: the last noun of an entry, and no remark in brackets or after a preposition?"""
    parse = view.parse
    if not is_thing(parse, token) or parse.deps[token] == "pobj" or view.word(token) != parse.words[token]:
        return False
    before = parse.text[: parse.starts[token]]
    after = view.word(token + 1)
    ends = after in ("", ",", ".", ";", "and", "or", "(", "for", "to", "of", "in", "with") or not after.isalpha()
    return ends and before.count("(") == before.count(")")


_SHORT, _SHORTEST = 6, 3
"""Words of a heading; letters of a word that may name a thing alone."""
_NO_PARTS = words("pack packet tin jar bag box tube bottle size handful list step recipe ingredient tool material")
