"""The things that a text has mentioned so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from tacit.clarifications import lexicon
from tacit.language.parse import Parse

REMEMBERED = 25
"""Sentences back; no rule looks further."""


@dataclass(frozen=True, slots=True)
class NounMention:
    """A noun phrase: its head, how it would be taken up again, and where it stands.

    `modifiers` are the nouns and adjectives before the head; `role` its relation, for objects of prepositions with
    the preposition (`pobj:into`); `sentence` counts from the first of the page; `joined` is the single thing that it,
    a single thing itself, is joined to; `verb` the verb that it belongs to, if any; `of` what it is a part of (*the
    lid of the jar*).
    """

    lemma: str
    phrase: str
    plural: bool
    modifiers: tuple[str, ...]
    role: str
    sentence: int
    token: int
    joined: int | None = None
    person: bool = False
    verb: int = -1
    of: str = ""
    alternative: bool = False
    """Is it the second of two that are joined by *or*?"""

    @property
    def is_after_preposition(self) -> bool:
        """Does it stand after a preposition, alone or with others?"""
        return self.role.startswith("pobj")

    def makes_pair_with(self, other: NounMention) -> bool:
        """Are they two single things joined by *and*, neither of them after a preposition?"""
        joined = self.joined == other.token and self.sentence == other.sentence
        return joined and not other.is_after_preposition


@dataclass
class MentionsSoFar:
    """The latest mentions in text order, how many sentences there were, and how many commands the last one had."""

    mentions: list[NounMention] = field(default_factory=list)
    sentences: int = 0
    commands: int = 0
    section: int = 0
    """The first sentence of the section."""
    pronouns: tuple[str, ...] = ()
    """Those of the last sentence."""

    def add(self, parse: Parse, commands: Collection[int] = ()) -> None:
        """Take in another line; what was mentioned long ago is forgotten, so that long pages take no longer."""
        self.mentions += mentions_of(parse, self.sentences)
        self.commands = sum(parse.sentence_of[verb] == len(parse.sentences) - 1 for verb in commands)
        if parse.sentences:
            start, end = parse.sentences[-1]
            self.pronouns = tuple(word.lower() for word in parse.words[start:end] if word.lower() in lexicon.PRONOUNS)
        self.sentences += len(parse.sentences)
        self.mentions = [each for each in self.mentions if each.sentence >= self.sentences - REMEMBERED]

    def begin_section(self) -> None:
        """Under a new heading other things are meant: most rules look no further back."""
        self.section = self.sentences
        self.commands = 0
        self.pronouns = ()


def mentions_of(parse: Parse, first_sentence: int) -> Iterator[NounMention]:
    """The things that a line mentions; times, amounts and abstract nouns are none."""
    for token in range(len(parse)):
        person = is_person(parse, token)
        noun = token if person or is_thing(parse, token) else _shared_noun(parse, token)
        if noun is not None:
            modifiers = modifiers_of(parse, token) if noun == token else (parse.words[token].lower(),)
            yield NounMention(
                parse.lemmas[noun].lower(),
                _taken_up(modifiers, parse.words[noun]),
                parse.tags[noun] in ("NNS", "NNPS"),
                modifiers,
                _role(parse, token),
                first_sentence + parse.sentence_of[token],
                token,
                _joined_to(parse, token),
                person,
                _verb_of(parse, token),
                _whole_of(parse, token),
                _is_alternative(parse, token),
            )


def _is_alternative(parse: Parse, token: int) -> bool:
    if parse.deps[token] != "conj":
        return False
    return any(parse.words[each].lower() == "or" for each in parse.dependents(parse.heads[token], "cc"))


def _verb_of(parse: Parse, token: int) -> int:
    """The verb that a noun belongs to, through prepositions and other nouns."""
    for _ in range(6):
        if parse.pos[token] in ("VERB", "AUX") or parse.heads[token] == token:
            break
        token = parse.heads[token]
    return token


def _whole_of(parse: Parse, token: int) -> str:
    """What it is a part of: *jar* for *the lid of the jar* and *the jar's lid*."""
    for child in parse.children[token]:
        if parse.deps[child] == "poss" and parse.pos[child] in ("NOUN", "PROPN"):
            return parse.words[child].lower()
        if parse.deps[child] == "prep" and parse.words[child].lower() == "of":
            objects = parse.dependents(child, "pobj")
            if objects and parse.pos[objects[0]] in ("NOUN", "PROPN"):
                return parse.words[objects[0]].lower()
    return ""


def is_person(parse: Parse, token: int) -> bool:
    """Does a noun name people?"""
    heads = parse.pos[token] in ("NOUN", "PROPN") and parse.deps[token] not in ("compound", "nmod", "amod")
    return heads and parse.lemmas[token].lower() in lexicon.PEOPLE


def _shared_noun(parse: Parse, token: int) -> int | None:
    """The noun of *a private and a public key* that *private* stands before too."""
    if parse.pos[token] != "ADJ" or not parse.dependents(token, "det"):
        return None
    nouns = [parse.heads[token]] if parse.deps[token] == "amod" else parse.dependents(token, "conj")
    return next((noun for noun in nouns if parse.tags[noun] == "NN" and is_thing(parse, noun)), None)


def _joined_to(parse: Parse, token: int) -> int | None:
    """The single thing that a single thing is joined to, both with an article: *the lid and a ring*."""
    pair = (token, parse.heads[token])
    if _is_alternative(parse, token):
        return None
    single = parse.deps[token] == "conj" and all(parse.tags[each] in ("NN", "NNP") for each in pair)
    return pair[1] if single and all(parse.dependents(each, "det", "poss") for each in pair) else None


def is_thing(parse: Parse, token: int) -> bool:
    """Is it the head of a noun phrase that names something one could act on?"""
    if parse.pos[token] not in ("NOUN", "PROPN") or parse.deps[token] in ("compound", "npadvmod", "nmod", "amod"):
        return False
    if parse.entity_of[token] in lexicon.NO_THINGS:
        return False
    if parse.lemmas[token].lower() in lexicon.NO_THING_NOUNS and not _is_thing_after_all(parse, token):
        return False
    of = parse.dependents(token, "prep")
    measured = parse.lemmas[token].lower() in lexicon.MEASURES and any(parse.words[each] == "of" for each in of)
    return not measured and parse.words[token][:1].isalpha()


def _is_thing_after_all(parse: Parse, token: int) -> bool:
    """*Lift the foot*, *sign the form*, *the ball end*: a word for amounts and manners that here is a thing."""
    if parse.lemmas[token].lower() in lexicon.PEOPLE:
        return False
    if parse.lemmas[token].lower() not in lexicon.THINGS_WITH_ARTICLE and not parse.dependents(token, "compound"):
        return False
    of = any(parse.words[each] == "of" for each in parse.dependents(token, "prep"))
    return not of and parse.tags[token] == "NN" and bool(parse.dependents(token, "det", "poss"))


def modifiers_of(parse: Parse, token: int) -> tuple[str, ...]:
    """The nouns and adjectives directly before a noun, in lower case."""
    return tuple(
        parse.words[child].lower()
        for child in parse.children[token]
        if child < token
        and parse.deps[child] in ("compound", "amod", "nmod")
        and parse.pos[child] != "NUM"
        and parse.tags[child] not in ("VBN", "VBD")
        and not parse.dependents(child, "det")
        and parse.words[child].lower() not in lexicon.NO_MODIFIERS
        and not _is_command(parse, child, token)
    )


def _is_command(parse: Parse, child: int, noun: int) -> bool:
    """*Toast quinoa …*: is the first word of the sentence, before a noun without an article, a command after all?"""
    first, _ = parse.sentences[parse.sentence_of[child]]
    return child == first and not parse.dependents(noun, "det", "poss", "nummod") and parse.tags[noun] != "NNP"


def _taken_up(modifiers: Iterable[str], noun: str) -> str:
    return " ".join(("the", *modifiers, noun.lower()))


def _role(parse: Parse, token: int) -> str:
    while parse.deps[token] == "conj":
        token = parse.heads[token]
    role = parse.deps[token]
    if role != "pobj":
        return role
    preposition = parse.heads[token]
    first = parse.heads[preposition]
    if parse.words[preposition].lower() == "of" and parse.words[first].lower() in ("out", "off", "inside", "outside"):
        preposition = first  # 'out of the mower'
    return f"pobj:{parse.words[preposition].lower()}"


def distinct(mentions: Iterable[NounMention]) -> list[NounMention]:
    """The latest mention of each thing, the most recent first."""
    latest: dict[tuple[str, bool], NounMention] = {}
    for mention in mentions:
        latest.pop((mention.lemma, mention.plural), None)
        latest[mention.lemma, mention.plural] = mention
    return list(latest.values())[::-1]
