"""The things that a text has mentioned so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from tacit.clarifications.candidates import lexicon
from tacit.language.parse import Parse

REMEMBERED = 10
"""Sentences back; no rule looks further."""
_NO_THINGS = lexicon.ABSTRACT | lexicon.PEOPLE


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase: its head, how it would be taken up again, and where it stands.

    `modifiers` are the nouns and adjectives before the head; `role` its relation, for objects of prepositions with
    the preposition (`pobj:into`); `sentence` counts from the first of the page.
    """

    lemma: str
    phrase: str
    plural: bool
    modifiers: tuple[str, ...]
    role: str
    sentence: int
    token: int


@dataclass
class Discourse:
    """The latest mentions in text order, how many sentences there were, and how many commands the last one had."""

    mentions: list[Mention] = field(default_factory=list)
    sentences: int = 0
    commands: int = 0

    def add(self, parse: Parse, commands: Collection[int] = ()) -> None:
        """Take in another line; what was mentioned long ago is forgotten, so that long pages take no longer."""
        self.mentions += mentions_of(parse, self.sentences)
        self.commands = sum(parse.sentence_of[verb] == len(parse.sentences) - 1 for verb in commands)
        self.sentences += len(parse.sentences)
        self.mentions = [each for each in self.mentions if each.sentence >= self.sentences - REMEMBERED]

    def begin_section(self) -> None:
        """Forget what was mentioned: under a new heading other things are meant."""
        self.mentions.clear()
        self.commands = 0


def mentions_of(parse: Parse, first_sentence: int) -> Iterator[Mention]:
    """The things that a line mentions; times, amounts and abstract nouns are none."""
    for token in range(len(parse)):
        if is_thing(parse, token):
            yield Mention(
                parse.lemmas[token].lower(),
                phrase_of(parse, token),
                parse.tags[token] in ("NNS", "NNPS"),
                modifiers_of(parse, token),
                _role(parse, token),
                first_sentence + parse.sentence_of[token],
                token,
            )


def is_thing(parse: Parse, token: int) -> bool:
    """Is it the head of a noun phrase that names something one could act on?"""
    if parse.pos[token] not in ("NOUN", "PROPN") or parse.deps[token] in ("compound", "npadvmod", "nmod", "amod"):
        return False
    if parse.entity_of[token] in lexicon.NO_THINGS or parse.lemmas[token].lower() in _NO_THINGS:
        return False
    of = parse.dependents(token, "prep")
    measured = parse.lemmas[token].lower() in lexicon.MEASURES and any(parse.words[each] == "of" for each in of)
    return not measured and parse.words[token][:1].isalpha()


def modifiers_of(parse: Parse, token: int) -> tuple[str, ...]:
    """The nouns and adjectives directly before a noun, in lower case."""
    return tuple(
        parse.words[child].lower()
        for child in parse.children[token]
        if child < token and parse.deps[child] in ("compound", "amod", "nmod") and parse.pos[child] != "NUM"
    )


def phrase_of(parse: Parse, token: int) -> str:
    """How a writer would take it up again: *the sealing ring*."""
    return " ".join(("the", *modifiers_of(parse, token), parse.words[token].lower()))


def _role(parse: Parse, token: int) -> str:
    while parse.deps[token] == "conj":
        token = parse.heads[token]
    role = parse.deps[token]
    return f"pobj:{parse.words[parse.heads[token]].lower()}" if role == "pobj" else role


def distinct(mentions: Iterable[Mention]) -> list[Mention]:
    """The latest mention of each thing, the most recent first."""
    latest: dict[tuple[str, bool], Mention] = {}
    for mention in mentions:
        latest.pop((mention.lemma, mention.plural), None)
        latest[mention.lemma, mention.plural] = mention
    return list(latest.values())[::-1]
