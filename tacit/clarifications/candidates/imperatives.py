"""Which verbs are commands, those included that the parser joined to the clause before them."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.clarifications.wordlists import words
from tacit.language.events import Event
from tacit.language.parse import Parse

OPENERS = words(
    "if when while once after before as should until unless because since whenever where although "
    "in at on for to with during without from every"
)
"""Words that open a sentence whose main clause comes after a comma."""
_BARE = frozenset({"VB", "VBP", "VBD"})
"""Tags of a verb in its plain form; *put* and *set* look like the past."""


def commands_of(parse: Parse, events: Iterable[Event]) -> frozenset[int]:
    """The verbs that are commands: *If the sky looks patchy, remove the filter*, *… two screws; use both*."""
    commands: set[int] = set()
    for event in sorted(events, key=lambda event: event.verb):
        if event.imperative or _begins_main_clause(parse, event.verb) or _goes_on(parse, event.verb, commands):
            commands.add(event.verb)
    return frozenset(commands)


def opens_with_clause(parse: Parse, token: int) -> bool:
    """Does the token's sentence begin with a subordinate clause, or with what stands for one: *In hot weather, …*?"""
    first, _ = parse.sentences[parse.sentence_of[token]]
    return parse.words[first].lower() in OPENERS


def _begins_main_clause(parse: Parse, verb: int) -> bool:
    """A plain verb right after a semicolon, or after the comma of a clause that opens the sentence, has no subject."""
    if verb == 0 or not _is_plain(parse, verb):
        return False
    before = parse.words[verb - 1]
    return before == ";" or (before == "," and opens_with_clause(parse, verb) and not _is_listed(parse, verb))


def _goes_on(parse: Parse, verb: int, commands: set[int]) -> bool:
    """*…, open the lid and remove the filter*: does it follow a command by *and*?"""
    joined = parse.deps[verb] == "conj" and parse.heads[verb] in commands
    return joined and _is_plain(parse, verb) and parse.words[verb - 1].lower() in ("and", "then", "or", ",")


def _is_plain(parse: Parse, verb: int) -> bool:
    return parse.tags[verb] in _BARE and parse.words[verb].lower() == parse.lemmas[verb].lower()


def _is_listed(parse: Parse, verb: int) -> bool:
    """*If you cut, sand or paint, …*: does it share the subject of a verb before it?"""
    head = parse.heads[verb]
    return parse.deps[verb] == "conj" and parse.tags[head] in ("VB", "VBP") and not parse.dependents(head, "aux")
