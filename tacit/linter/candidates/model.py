"""What a rule sees and what it returns."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tacit.clarifications import lexicon
from tacit.clarifications.task import Instruction
from tacit.documents import Span
from tacit.language.english.imperatives import BEFORE_A_STEP, commands_of
from tacit.language.events import Event
from tacit.language.parse import Parse
from tacit.linter.candidates.mentions import MentionsSoFar, NounMention, distinct, mentions_of
from tacit.linter.candidates.preferences import Preferences
from tacit.linter.verbs import VerbTable

_LEAST_COMMANDS = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """An unclear phrase within a line: tokens `start` to `end`, and the blank that would make it clear.

    `blank` is a stretch of the line's characters, empty where a filler would be inserted; `lead` and `trail` are the
    words that a filler needs around it (' of ').
    `readings` are fillers that the discourse offers, the likeliest first; `features` what the ranker is told about it;
    `suggestion` a rewrite for what no filler mends. `topic` is what the trouble is about, where a document may have
    the same trouble again.
    """

    code: str
    start: int
    end: int
    blank: tuple[int, int]
    confidence: float
    readings: tuple[str, ...] = ()
    lead: str = ""
    trail: str = ""
    features: Mapping[str, float] = field(default_factory=dict)
    suggestion: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An unclear phrase of a page: where it stands, how sure its rule (or the ranker) is, and the instruction with its
    blank.

    Putting a filler into the file at `blank`, with `lead` before and `trail` after it, makes the sentence explicit.
    """

    code: str
    span: Span
    confidence: float
    instruction: Instruction
    blank: Span
    readings: tuple[str, ...] = ()
    lead: str = ""
    trail: str = ""
    features: Mapping[str, float] = field(default_factory=dict)
    suggestion: str = ""
    topic: str = ""


@dataclass(frozen=True)
class LineView:
    """A parsed line with its events and what was mentioned before it."""

    parse: Parse
    events: tuple[Event, ...]
    discourse: MentionsSoFar
    verbs: VerbTable
    title: str = ""
    preferences: Preferences | None = None

    def is_topic(self, lemma: str) -> bool:
        """Does the title of the page name it?"""
        return lemma in re.findall(r"\w+", self.title.lower())

    @cached_property
    def commands(self) -> frozenset[int]:
        """The verbs that are commands."""
        return commands_of(self.parse, self.events)

    def commands_before(self, token: int) -> int:
        """How many commands the sentence before the token's has."""
        sentence = self.parse.sentence_of[token]
        if sentence == 0:
            return self.discourse.commands
        return sum(self.parse.sentence_of[verb] == sentence - 1 for verb in self.commands)

    def pronouns_before(self, token: int) -> list[str]:
        """The pronouns of the sentence before the token's."""
        sentence = self.parse.sentence_of[token]
        if sentence == 0:
            return list(self.discourse.pronouns)
        start, end = self.parse.sentences[sentence - 1]
        return [self.word(each) for each in range(start, end) if self.word(each) in lexicon.PRONOUNS]

    def mentioned(self, token: int, *, back: int, people: bool = False, across: bool = False) -> list[NounMention]:
        """What was mentioned before a token in its sentence and the `back` sentences before, in text order.

        No people unless so wanted, and nothing from before the last heading unless `across` headings.
        """
        here = self.sentence(token)
        earliest = here - back if across else max(here - back, self.discourse.section)
        first = bisect_left(self._mentions, earliest, key=_sentence_of)
        end = bisect_right(self._mentions, here, key=_sentence_of)
        earlier = len(self.discourse.mentions)
        return [
            mention
            for number, mention in enumerate(self._mentions[first:end], first)
            if (number < earlier or mention.token < token) and (people or not mention.person)
        ]

    def recent(self, token: int, *, back: int) -> list[NounMention]:
        """The same without repetitions, the most recent first."""
        return distinct(self.mentioned(token, back=back))

    def in_sentence(self, token: int, found: Iterable[NounMention]) -> list[NounMention]:
        """Those of the mentions that stand in the token's own sentence."""
        return [mention for mention in found if mention.sentence == self.sentence(token)]

    @cached_property
    def _mentions(self) -> list[NounMention]:
        return [*self.discourse.mentions, *mentions_of(self.parse, self.discourse.sentences)]

    def sentence(self, token: int) -> int:
        """Its number, counted from the first of the page."""
        return self.discourse.sentences + self.parse.sentence_of[token]

    def is_acted_on(self, token: int) -> bool:
        """Is the token the object of a command, alone or with others?"""
        while self.parse.deps[token] == "conj" and self.parse.heads[token] not in self.commands:
            token = self.parse.heads[token]
        return self.parse.deps[token] == "dobj" and self.parse.heads[token] in self.commands

    def begins_with_command(self, start: int) -> bool:
        """Is the first word of the sentence that starts there a command, whatever the parser took it for?"""
        first = start
        while first + 1 < len(self.parse) and self.parse.pos[first] in BEFORE_A_STEP:
            first += 1
        return self.parse.tags[first] == "VB" or self.is_usual_command(self.word(first))

    def is_usual_command(self, word: str) -> bool:
        """Is the word often a command?"""
        uses = self.verbs.commands.get(self.verbs.known_as(word, least=_LEAST_COMMANDS))
        often = uses is not None and uses.object + uses.bare >= _LEAST_COMMANDS
        return often or word in lexicon.TREATING or word in lexicon.SELDOM_SEEN

    def word(self, token: int) -> str:
        """A word in lower case; nothing beyond the ends."""
        return self.parse.words[token].lower() if 0 <= token < len(self.parse) else ""


def _sentence_of(mention: NounMention) -> int:
    return mention.sentence


Rule = Callable[[LineView], Iterator[Spot]]
