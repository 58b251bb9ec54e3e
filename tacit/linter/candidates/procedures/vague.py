"""TAC501 to TAC504: *Wait a while.* A vague amount, time, manner or place where a command needs a number or a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tacit.language.english.wordlists import words
from tacit.linter.candidates.model import LineView, Spot

QUANTITY, TIME, MANNER, PLACE = "TAC501", "TAC502", "TAC503", "TAC504"


@dataclass(frozen=True, slots=True)
class Cue:
    """A vague phrase, how sure it is that a reader asks, and what to write instead."""

    code: str
    name: str
    pattern: re.Pattern[str]
    confidence: float
    suggestion: str


def _cue(code: str, name: str, pattern: str, confidence: float, suggestion: str) -> Cue:
    return Cue(code, name, re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE), confidence, suggestion)


_NUMBER = "say how much: a number with its unit, or what one sees when it is enough"
_HOW_LONG = "say how long, or what one sees when it is over"
_HOW_OFTEN = "say how often, or what calls for it"
_TEST = "say what one checks, and what the result must be"
_WHERE = "say where: name the place or the side"
_STATES = "done|ready|cured|set|cool|cooled|dry|dried|rooted|soft|finished|healed|hardened|settled"
CUES = (
    _cue(QUANTITY, "a couple", r"a couple(?: of \w+)?|a few (?!minutes|seconds|hours|days|times)\w+", 0.3, _NUMBER),
    _cue(QUANTITY, "a little", r"a (?:little|bit|touch|tad) (?:of )?(?!more|less|longer|later|while)\w+", 0.45,
         _NUMBER),
    _cue(QUANTITY, "more and less", r"a (?:little|bit|touch|tad) (?:more|less)|(?:slightly|somewhat) (?:more|less)",
         0.45, _NUMBER),
    _cue(QUANTITY, "measure", r"a (?:spoonful|splash|dash|handful|drizzle|knob|blob|small amount) of \w+", 0.3,
         _NUMBER),
    _cue(QUANTITY, "enough", r"enough (?!to|for|that|so)\w+|plenty of \w+|"
         r"a (?:large|good|small|fair|suitable) (?:amount|number) of \w+", 0.3, _NUMBER),
    _cue(QUANTITY, "not too much", r"not too (?:much|many|thick|thin|tight|hot)|"
         r"as (?:much|many) as (?:needed|necessary)|depending on (?:its|the|their) \w+", 0.5, _NUMBER),
    _cue(QUANTITY, "normal", r"back to normal|(?:more|less|higher|lower) than (?:usual|normal)|"
         r"(?:too|very) (?:high|low|large|small)|the right amount(?: of \w+)?|to taste", 0.55, _NUMBER),
    _cue(QUANTITY, "some", r"some(?! (?:people|of|more|time|other|cases|models|reason|sort|kind|point|day))(?: \w+)?",
         0.35, _NUMBER),
    _cue(TIME, "a while", r"(?:for )?(?:a (?:little |short |long )?while|(?<!take )(?<!takes )some time|a moment|"
         r"a (?:bit|little) longer)",
         0.6, _HOW_LONG),
    _cue(TIME, "until a state", rf"until (?:it|they|it's|they're|this|the \w+)(?: is| are| has| have|'s|'ve)?(?: \w+)? "
         rf"(?:{_STATES})(?! \w+s\b)|until (?:{_STATES})(?! \w+s\b)", 0.4, _HOW_LONG),
    _cue(TIME, "now and then", r"(?:every )?(?:now and (?:then|again)|once in a while|so often)|from time to time|"
         r"regularly|periodically|occasionally|frequently|at regular intervals", 0.35, _HOW_OFTEN),
    _cue(TIME, "soon", r"soon(?:er)?(?! as)|shortly|before long|in good time|in a timely manner|for too long|"
         r"as soon as possible", 0.3, _HOW_LONG),
    _cue(MANNER, "as needed", r"(?:as|if|when|where|wherever) (?:needed|necessary|required|appropriate|"
         r"applicable)|where(?:ver)? (?:that|it) makes sense|as you see fit", 0.55, _TEST),
    _cue(MANNER, "properly", r"properly|correctly|appropriately|adequately|suitably|sufficiently|accordingly|"
         r"reasonably|in the (?:usual|normal|right) way|as usual|as appropriate", 0.45, _TEST),
    _cue(MANNER, "suitable", r"(?:a|an|the) (?:suitable|appropriate|adequate|proper|reasonable) \w+", 0.45,
         _TEST),
    _cue(PLACE, "somewhere", r"somewhere(?: \w+)?|nearby|in a safe place|at (?:a|the) (?:right|suitable) (?:place|"
         r"spot)|out of the way|to one side|on the (?:other|opposite) side|the other way(?: round)?", 0.4, _WHERE),
    _cue(PLACE, "sides", r"towards? the (?:outside|inside|back|front)|underneath(?=[.,;:]|$)|"
         r"(?:in|at) the usual place", 0.4, _WHERE),
)  # fmt: skip
"""Vague phrases; of those that begin at the same place the first counts."""
_WAIT = _cue(TIME, "wait", "wait", 0.6, _HOW_LONG)
_HOW_LONG_SAID = words("for until till a an some about at to while")
_PEOPLE = words("people users readers customers recipes models versions")


def vague_words(view: LineView) -> Iterator[Spot]:
    """Vague phrases in sentences that tell the reader to do something."""
    parse = view.parse
    for number, (start, end) in enumerate(parse.sentences):
        if not any(parse.sentence_of[verb] == number for verb in view.commands) and not view.begins_with_command(start):
            continue
        yield from _bare_waits(view, start, end)
        yield from _cued(view, start, end)


def _cued(view: LineView, start: int, end: int) -> Iterator[Spot]:
    parse = view.parse
    text = parse.text_between(start, end)
    offset, taken = parse.starts[start], 0
    found = [(match.start(), rank, match, cue) for rank, cue in enumerate(CUES) for match in cue.pattern.finditer(text)]
    for place, _, match, cue in sorted(found, key=lambda each: each[:2]):
        if place < taken or _PEOPLE.intersection(match[0].lower().split()):
            continue
        taken = match.end()
        yield from _spot(view, cue, offset + match.start(), offset + match.end())


def _spot(view: LineView, cue: Cue, first: int, last: int) -> Iterator[Spot]:
    """The tokens between two characters of the line."""
    parse = view.parse
    inside = [token for token in range(len(parse)) if parse.starts[token] < last and parse.ends[token] > first]
    if inside:
        place = (parse.ends[inside[-1]],) * 2
        features = {f"cue {cue.name}": 1.0, "acted on": any(map(view.is_acted_on, inside))}
        topic = parse.text[first:last].lower()
        yield Spot(cue.code, inside[0], inside[-1] + 1, place, cue.confidence, features=features,
                   suggestion=cue.suggestion, topic=topic)  # fmt: skip


def _bare_waits(view: LineView, start: int, end: int) -> Iterator[Spot]:
    """*Wait, then dip it*: for how long?"""
    parse = view.parse
    for token in range(start, end):
        if view.word(token) != "wait" or parse.dependents(token, "aux", "dobj", "npadvmod"):
            continue
        after = view.word(token + 1)
        if after not in _HOW_LONG_SAID and not after[:1].isdigit() and (after in (",", ".", ";", "and", "") or
                                                                        token + 1 >= end):  # fmt: skip
            yield from _spot(view, _WAIT, parse.starts[token], parse.ends[token])
