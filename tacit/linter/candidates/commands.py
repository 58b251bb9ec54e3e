"""Commands without an object, those included that the parser took for nouns and adjectives.

Parsers were trained on news and read *Rinse before reassembling* and *lock the arm and clean with a brush* without
commands. Where a word that is often a command stands where only a command can, it is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tacit.backbones import parser
from tacit.clarifications import lexicon
from tacit.language.english.imperatives import BEFORE_A_STEP, opens_with_clause
from tacit.language.english.wordlists import words
from tacit.linter.candidates.model import LineView
from tacit.linter.verbs import BARE, use_of

_OBJECT_TAGS = frozenset({"DT", "PDT", "PRP", "PRP$", "CD", "NN", "NNS", "NNP", "JJ", "WP"})
"""What stands right after a verb is its object, whatever the parser says."""
_MISREAD = frozenset({"NOUN", "PROPN", "ADJ", "INTJ"})
_AFTER_A_COMMAND = words("before after until with in into on to well again when if while as without by")
_IN_A_SENTENCE = words("under along for at through from over against every")
"""The same in a sentence that ends as one: *Oil for frying* is what a list needs."""
_PARTICLES = words("off out up down away over back")
_MOVED = {
    "in": words(
        "fill pour feed stir mix beat whisk fold rub sprinkle drop spoon blend toss push screw slide plug clip tap run "
        "pack"
    ),
    "on": words("brush spread paint put rub spray dab roll sew slip"),
}
"""What stands after these words is what such a verb moves: *pour in the milk*, *brush on a coat*."""
_PHRASAL = frozenset(
    {"plug in", "switch on", "type in", "key in", "rub in", "screw on", "clip on", "snap on", "log in"}
)
_SELDOM_NOUNS = words("remove rinse wipe wash stir shake squeeze trim revise drain smooth chill")
_QUOTES = frozenset("\"'`“‘«„*_")
_ARTICLES = words("the a an each every your one")


class Command(NamedTuple):
    """A verb, its particle if it has one, and their lemma."""

    verb: int
    particle: int | None
    lemma: str


def bare_commands(view: LineView) -> Iterator[Command]:
    """Commands with neither object nor clause, in no particular order."""
    parse = view.parse
    verbs = set()
    for event in view.events:
        verbs.add(event.verb)
        bare = event.verb in view.commands and not event.negated and use_of(parse, event) == BARE
        if (
            bare
            and not _object_follows(view, event.verb, event.particle)
            and not _leads_somewhere(view, event.particle)
            and view.word(event.verb - 1) not in _ARTICLES
        ):
            yield Command(event.verb, event.particle, event.lemma)
    for start, end in parse.sentences:
        for token in range(start, end):
            if token not in verbs and _is_misread(view, token, start, end) and not _object_follows(view, token, None):
                yield Command(token, None, view.word(token))


def _leads_somewhere(view: LineView, particle: int | None) -> bool:
    """*Sew up to the top*: is the particle the first word of where to?"""
    after = len(view.parse) if particle is None else particle + 1
    return view.word(after) == "to" and view.parse.tags[after] == "IN"


def _object_follows(view: LineView, verb: int, particle: int | None) -> bool:
    after = verb + 1
    if particle == after:
        after += 1
    parse = view.parse
    joined = f"{view.word(verb)} {view.word(after)}"
    moved = view.word(after) in _MOVED and view.word(verb) in _MOVED[view.word(after)]
    if view.word(after) in _PARTICLES or moved or joined in _PHRASAL or view.verbs.seen(joined):
        after += 1  # 'peel off the film': a particle that was read as a preposition
        after += moved and view.word(after) in ("just", "only", "about")
    if after >= len(parse) or _says_when(view, after):
        return False
    gerund = parse.tags[after] == "VBG" and parse.tags[after + 1 : after + 2] in (["NN"], ["NNS"])
    return (
        gerund or parse.tags[after] in _OBJECT_TAGS or view.word(after) in lexicon.FUSED or view.word(after) in _QUOTES
    )


def _says_when(view: LineView, token: int) -> bool:
    """*Clean each year*: does a phrase begin there that is no object?"""
    parse = view.parse
    head = parse.heads[token]
    time = parse.lemmas[head].lower() in lexicon.ABSTRACT
    return time and parse.deps[token] in ("det", "nummod", "amod") and parse.deps[head] == "npadvmod"


def _is_misread(view: LineView, token: int, start: int, end: int) -> bool:
    """Is it a command that was read as something else: the first word of a clause, or one after another command?"""
    parse = view.parse
    if parse.pos[token] not in _MISREAD or not view.is_usual_command(view.word(token)) or token + 1 >= end:
        return False
    goes_on = _goes_on(view, token, end)
    if _begins_clause(view, token, start):
        joined = view.word(token + 1) == "and" and (_is_bare(view, token + 2) or not _is_noun(view.word(token)))
        return goes_on or joined
    if not _follows_command(view, token, start) or _is_one_of_two_nouns(view, token):
        return False
    surely = view.word(token - 1) == "then" or parse.tags[token] == "JJ" or not _is_noun(view.word(token))
    return goes_on or (surely and parse.pos[token + 1] == "PUNCT")


def _is_bare(view: LineView, token: int) -> bool:
    """Is it a command for itself: *rinse and dry*, but not *clean and oil the pump*?"""
    return view.is_usual_command(view.word(token)) and not _object_follows(view, token, None)


def _goes_on(view: LineView, token: int, end: int) -> bool:
    """Is what comes next something that says how, where or when?"""
    parse, follows = view.parse, view.word(token + 1)
    is_sentence = parse.words[end - 1] in (".", "!")
    return (
        follows in _AFTER_A_COMMAND
        or parse.tags[token + 1] in ("RB", "RBR")
        or (is_sentence and follows in _IN_A_SENTENCE)
    )


def _begins_clause(view: LineView, token: int, start: int) -> bool:
    if all(view.parse.pos[each] in BEFORE_A_STEP for each in range(start, token)):
        return True
    before = view.word(token - 1)
    return before == ";" or (before == "," and opens_with_clause(view.parse, token))


def _is_one_of_two_nouns(view: LineView, token: int) -> bool:
    """*Mix vinegar and water in a jug*: nouns without articles stand side by side."""
    parse = view.parse
    head = parse.heads[token]
    bare = parse.pos[head] == "NOUN" and not parse.dependents(head, "det", "poss", "nummod")
    return parse.deps[token] == "conj" and bare and parse.tags[head] == "NN"


def _follows_command(view: LineView, token: int, start: int) -> bool:
    if view.word(token - 1) not in ("and", "then"):
        return False
    return any(verb in view.commands for verb in range(start, token)) or view.begins_with_command(start)


def _is_noun(word: str) -> bool:
    return word in nouns() and word not in _SELDOM_NOUNS


@cache
def nouns() -> frozenset[str]:
    """The nouns that the parser's dictionary has; *replace* is none."""
    nlp = parser.load()
    lookups = getattr(nlp.get_pipe("lemmatizer"), "lookups", None) if nlp.has_pipe("lemmatizer") else None
    if lookups is None or not lookups.has_table("lemma_index"):
        return frozenset()
    return frozenset(lookups.get_table("lemma_index").get("noun", ()))
