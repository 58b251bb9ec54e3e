"""Is it a command? The one answer, asked by events, the linter, steps and the kinds of text.

`opens_as_command` looks at the words alone, for texts that were not parsed. `is_command` is asked of each clause of a
parse and ends up as `Event.imperative`; `commands_of` adds commands that the parser joined to the clause before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from tacit.language.english.wordlists import word_list
from tacit.language.parse import Parse

if TYPE_CHECKING:
    from spacy.tokens import Token

BEFORE_A_STEP = frozenset({"PUNCT", "NUM", "X", "SYM"})
"""Parts of speech of what may stand before the first word of a step."""
SAME_IN_THE_PAST = word_list("commands", "same_in_the_past")
_BEFORE_A_COMMAND = frozenset({"PUNCT", "NUM", "X", "INTJ", "ADV"})
_OPENING_QUOTES = frozenset({'"', "“", "``", "'", "‘"})
_COMPLEMENT_CLAUSES = frozenset({"ccomp", "xcomp", "dep", "parataxis"})
_PLAIN = frozenset({"VB", "VBP", "VBD"})
"""Tags of a verb in its plain form; *put* and *set* look like the past."""
_COMPLEMENTS = frozenset({"dobj", "prep", "prt"})
_NOT_COMMANDS = word_list("commands", "not_a_command")
_CLAUSE_OPENERS = word_list("commands", "clause_opener")
_VERBS = word_list("commands", "verb")
_NUMBER = r"(?:\d+[.):]?\W*|step \d+\W*)?"
_ADVERBS = rf"(?:(?:{'|'.join(sorted(word_list('commands', 'before')))})\b\W*)*"
_OPENING = re.compile(rf"^\W*{_NUMBER}{_ADVERBS}", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")


class _Clause(Protocol):
    """What must be known of a clause: its verb, the verb's relation to what it hangs on, and the clause above."""

    verb: int
    label: str
    imperative: bool


class _Action(Protocol):
    """What must be known of an event."""

    @property
    def verb(self) -> int: ...
    @property
    def imperative(self) -> bool: ...
    @property
    def negated(self) -> bool: ...


def opens_as_command(sentence: str) -> bool:
    """Does a sentence, behind numbers and adverbs, open with a verb that instructions open with?

    >>> opens_as_command("3) Then rinse the brush."), opens_as_command("The brush was clean.")
    (True, False)
    """
    first = _WORD.search(_OPENING.sub("", sentence, count=1))
    return first is not None and first.group().lower().replace("’", "'") in _VERBS


def is_bare(parse: Parse, verb: int) -> bool:
    """Is it a base form with nothing before it that makes it an infinitive, finite or a question?

    'do' and 'do n't' may stand before an imperative.
    """
    word = parse.words[verb].lower()
    if parse.tags[verb] == "VBP" and word != parse.lemmas[verb].lower():
        return False
    if parse.tags[verb] not in ("VB", "VBP") and word not in SAME_IN_THE_PAST:
        return False
    auxiliaries = parse.dependents(verb, "aux", "auxpass")
    return all(parse.words[child].lower() in ("do", "don", "dont") for child in auxiliaries)


def is_command(parse: Parse, clause: _Clause, above: _Clause | None, speech: frozenset[str]) -> bool:
    """Does a clause without a subject tell the reader, or somebody in the text, to do something?

    `speech` are lemmas of verbs whose clause may be a command: *she said, sit down*.
    """
    verb = clause.verb
    if not is_bare(parse, verb) or parse.lemmas[verb] in _NOT_COMMANDS:
        return False
    if clause.label == "ROOT" or _opens_sentence(parse, verb):
        return True
    if clause.label not in _COMPLEMENT_CLAUSES:
        return False
    if above is None or _is_quoted(parse, verb):
        return True
    return clause.label != "xcomp" and (above.imperative or parse.lemmas[above.verb] in speech)


def commands_of(parse: Parse, events: Iterable[_Action]) -> frozenset[int]:
    """The verbs that are commands: *If the sky looks patchy, remove the filter*, *… two screws; use both*."""
    commands: set[int] = set()
    for event in sorted(events, key=lambda event: event.verb):
        if event.imperative or _begins_main_clause(parse, event.verb) or _goes_on(parse, event.verb, commands):
            commands.add(event.verb)
    return frozenset(commands)


def commanding_sentences(parse: Parse, events: Iterable[_Action]) -> frozenset[int]:
    """The numbers of the sentences that tell the reader to do something."""
    return frozenset(parse.sentence_of[event.verb] for event in events if event.imperative)


def complete_commands(parse: Parse, events: Iterable[_Action]) -> frozenset[int]:
    """The numbers of the sentences whose main verb is a command, not denied, that says what to do it with or where."""
    return frozenset(
        parse.sentence_of[event.verb]
        for event in events
        if event.imperative
        and not event.negated
        and parse.heads[event.verb] == event.verb
        and parse.dependents(event.verb, *_COMPLEMENTS)
    )


def opens_with_clause(parse: Parse, token: int) -> bool:
    """Does the token's sentence begin with a subordinate clause, or with what stands for one: *In hot weather, …*?"""
    first, _ = parse.sentences[parse.sentence_of[token]]
    return parse.words[first].lower() in _CLAUSE_OPENERS


def heads_command(verb: Token) -> bool:
    """Is a word of spaCy's, now that *Please* stands before it, a verb that something follows as only a verb has it?"""
    if verb.tag_ != "VB" or verb.dep_ != "ROOT":
        return False
    return any(
        child.dep_ in ("dobj", "prt", "advmod") or (child.dep_ == "conj" and child.tag_ == "VB")
        for child in verb.rights
    )


def _opens_sentence(parse: Parse, verb: int) -> bool:
    """Is it the first word, whatever the parser made of it?"""
    start = parse.sentences[parse.sentence_of[verb]][0]
    return all(parse.pos[token] in _BEFORE_A_COMMAND for token in range(start, verb))


def _is_quoted(parse: Parse, verb: int) -> bool:
    return verb > 0 and parse.words[verb - 1] in _OPENING_QUOTES


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
    return parse.tags[verb] in _PLAIN and parse.words[verb].lower() == parse.lemmas[verb].lower()


def _is_listed(parse: Parse, verb: int) -> bool:
    """*If you cut, sand or paint, …*: does it share the subject of a verb before it?"""
    head = parse.heads[verb]
    return parse.deps[verb] == "conj" and parse.tags[head] in ("VB", "VBP") and not parse.dependents(head, "aux")
