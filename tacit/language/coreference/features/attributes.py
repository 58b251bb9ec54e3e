"""What can be said of each mention by itself: kind, number, gender, animacy, entity type, words, place.

Parallel lists, as in `Parse`: the rules read single entries, the ranker turns whole lists into arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tacit.language.coreference.features import lexicon
from tacit.language.coreference.task import Mention
from tacit.language.parse import Parse


class MentionKind(IntEnum):
    """What sort of phrase a mention is."""

    SPEECH_PRONOUN = 0  # I, you, we
    PERSONAL_PRONOUN = 1  # he, she, it, they
    DEMONSTRATIVE = 2  # this, those, here
    PROPER = 3
    DEFINITE = 4
    INDEFINITE = 5
    BARE = 6
    COORDINATION = 7


PRONOUN_KINDS = frozenset({MentionKind.SPEECH_PRONOUN, MentionKind.PERSONAL_PRONOUN, MentionKind.DEMONSTRATIVE})


class EntityType(IntEnum):
    """What sort of thing a named entity is."""

    NONE = 0
    PERSON = 1
    GROUP = 2
    PLACE = 3
    TIME = 4
    THING = 5
    QUANTITY = 6


class Determiner(IntEnum):
    """How a noun phrase begins."""

    NONE = 0
    THE = 1
    A = 2
    THIS = 3
    THAT = 4
    QUANTIFIER = 5
    PRONOUN = 6  # my, your
    SUCH = 7
    POSSESSOR = 8  # Ann's
    NUMERAL = 9


_ENTITY_TYPES = {
    "PERSON": EntityType.PERSON,
    **dict.fromkeys(("ORG", "NORP"), EntityType.GROUP),
    **dict.fromkeys(("GPE", "LOC", "FAC"), EntityType.PLACE),
    **dict.fromkeys(("DATE", "TIME"), EntityType.TIME),
    **dict.fromkeys(("PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"), EntityType.THING),
    **dict.fromkeys(("CARDINAL", "ORDINAL", "PERCENT", "MONEY", "QUANTITY"), EntityType.QUANTITY),
}
_DETERMINERS = {
    word: determiner
    for determiner, words in (
        (Determiner.THE, "the"),
        (Determiner.A, "a an another"),
        (Determiner.THIS, "this these"),
        (Determiner.THAT, "that those"),
        (Determiner.QUANTIFIER, "some any many several few much more most all both each every no"),
        (Determiner.PRONOUN, "my your his her its our their"),
        (Determiner.SUCH, "such what which"),
    )
    for word in words.split()
}
_DEFINITE = frozenset({Determiner.THE, Determiner.THIS, Determiner.THAT, Determiner.PRONOUN, Determiner.POSSESSOR})
_NOT_PART_OF_THE_NAME = frozenset(
    {
        Determiner.THE,
        Determiner.A,
        Determiner.THIS,
        Determiner.THAT,
        Determiner.QUANTIFIER,
        Determiner.PRONOUN,
    }
)
_POINTING_WORDS = frozenset({"this", "that", "these", "those", "here", "there"})
_NOT_CONTENT = frozenset({"DET", "PUNCT", "ADP", "PART", "SPACE", "CCONJ", "AUX", "SCONJ", "SYM"})


@dataclass(frozen=True, slots=True)
class Attributes:
    """One entry a mention in every list; see `describe`."""

    mentions: list[Mention]
    kinds: list[MentionKind]
    pronouns: list[int]  # number in `lexicon.PRONOUN_NUMBERS`, 0 for none
    persons: list[int]
    numbers: list[int]
    genders: list[int]
    animacies: list[int]
    entities: list[EntityType]
    determiners: list[Determiner]
    heads: list[str]  # head lemma, lower case
    strings: list[str]  # the mention without determiner and possessive clitic, lower case
    contents: list[frozenset[str]]  # its content words, lower case, up to the first clause that modifies it

    def __len__(self) -> int:
        return len(self.mentions)

    def is_pronoun(self, index: int) -> bool:
        """Is the mention a personal, demonstrative or possessive pronoun?"""
        return self.kinds[index] in PRONOUN_KINDS


def describe(parse: Parse, mentions: list[Mention]) -> Attributes:
    """The attributes of all mentions."""
    lower = [word.lower() for word in parse.words]
    table = Attributes(mentions, [], [], [], [], [], [], [], [], [], [], [])
    for mention in mentions:
        word = lower[mention.head]
        pronoun = lexicon.PRONOUNS.get(word) if mention.end - mention.start <= 2 else None
        if pronoun is not None and parse.tags[mention.head] not in ("NN", "CD", "NNP"):
            _append_pronoun(table, pronoun, word)
        else:
            _append_noun_phrase(table, parse, mention, lower)
    return table


def _append_pronoun(table: Attributes, pronoun: lexicon.Pronoun, word: str) -> None:
    if pronoun.person != lexicon.THIRD:
        kind = MentionKind.SPEECH_PRONOUN
    else:
        kind = MentionKind.DEMONSTRATIVE if word in _POINTING_WORDS else MentionKind.PERSONAL_PRONOUN
    table.kinds.append(kind)
    table.pronouns.append(lexicon.PRONOUN_NUMBERS[word])
    table.persons.append(pronoun.person)
    table.numbers.append(pronoun.number)
    table.genders.append(pronoun.gender)
    table.animacies.append(pronoun.animacy)
    table.entities.append(EntityType.NONE)
    table.determiners.append(Determiner.NONE)
    table.heads.append(word)
    table.strings.append(word)
    table.contents.append(frozenset({word}) if kind == MentionKind.SPEECH_PRONOUN else frozenset())


def _append_noun_phrase(table: Attributes, parse: Parse, mention: Mention, lower: list[str]) -> None:
    start, end, head = mention.start, mention.end, mention.head
    coordinated = _is_coordination(parse, mention)
    determiner = _determiner(parse, mention, lower)
    entity = _ENTITY_TYPES.get(parse.entity_of[head], EntityType.NONE)
    proper = parse.pos[head] == "PROPN"
    animacy = _animacy(parse, head, entity)
    table.kinds.append(_kind(coordinated, proper, determiner))
    table.pronouns.append(0)
    table.persons.append(lexicon.THIRD)
    table.numbers.append(lexicon.PLURAL if coordinated else _number(parse, head, entity))
    table.genders.append(lexicon.UNKNOWN if coordinated else _gender(parse, mention, lower, animacy))
    table.animacies.append(animacy)
    table.entities.append(entity)
    table.determiners.append(determiner)
    table.heads.append(lower[head] if proper else parse.lemmas[head].lower())
    first = start + 1 if determiner in _NOT_PART_OF_THE_NAME and start < head else start
    last = end - 1 if parse.tags[end - 1] == "POS" and end - 1 > head else end
    string = " ".join(lower[first:last])
    table.strings.append(lexicon.ALIASES.get(string, string) if proper else string)
    # Stop at a relative clause, a long tail: its words say little about which thing is meant.
    stop = min(last, head + 6)
    content = {
        lower[token] if parse.pos[token] == "PROPN" else parse.lemmas[token].lower()
        for token in range(first, stop)
        if parse.pos[token] not in _NOT_CONTENT
    }
    if proper:
        content |= _other_names(parse.words[first:last], table.strings[-1])
    table.contents.append(frozenset(content))


def _other_names(words: list[str], alias: str) -> set[str]:
    """What a name shares with its short form or alias: 'WHO' and 'World Health Organization', 'US' and 'America'."""
    short = words[0] if len(words) == 1 and words[0].isupper() else lexicon.acronym(" ".join(words))
    shared = {short.replace(".", "").lower()} if len(short) > 1 else set()
    return shared | {alias} if alias in lexicon.ALIASES.values() else shared


def _is_coordination(parse: Parse, mention: Mention) -> bool:
    return any(mention.head < c < mention.end for c in parse.dependents(mention.head, "conj"))


def _kind(coordinated: bool, proper: bool, determiner: Determiner) -> MentionKind:
    if coordinated:
        return MentionKind.COORDINATION
    if proper:
        return MentionKind.PROPER
    if determiner in _DEFINITE:
        return MentionKind.DEFINITE
    return MentionKind.INDEFINITE if determiner else MentionKind.BARE


def _determiner(parse: Parse, mention: Mention, lower: list[str]) -> Determiner:
    first = mention.start
    if first == mention.head:
        return Determiner.NONE
    if (determiner := _DETERMINERS.get(lower[first])) is not None:
        return determiner
    if parse.tags[first] == "CD":
        return Determiner.NUMERAL
    possessed = any(parse.deps[child] == "poss" for child in parse.children[mention.head])
    return Determiner.POSSESSOR if possessed else Determiner.NONE


def _number(parse: Parse, head: int, entity: EntityType) -> int:
    tag = parse.tags[head]
    if tag in ("NNS", "NNPS"):
        return lexicon.PLURAL
    if parse.lemmas[head] in lexicon.PLURAL_NOUNS or entity == EntityType.GROUP:
        return lexicon.UNKNOWN
    return lexicon.SINGULAR if tag in ("NN", "NNP") else lexicon.UNKNOWN


def _gender(parse: Parse, mention: Mention, lower: list[str], animacy: int) -> int:
    if animacy == lexicon.INANIMATE:
        return lexicon.NEUTER
    for word in (lower[mention.head], lower[mention.start], parse.lemmas[mention.head]):
        if gender := lexicon.gender_of(word):
            return gender
    if parse.pos[mention.head] == "PROPN":
        for token in range(mention.start, mention.head):
            if gender := lexicon.gender_of(lower[token]):
                return gender
    return lexicon.UNKNOWN


def _animacy(parse: Parse, head: int, entity: EntityType) -> int:
    if entity == EntityType.PERSON:
        return lexicon.ANIMATE
    if entity > EntityType.GROUP:
        return lexicon.INANIMATE
    if lexicon.is_person_noun(parse.lemmas[head].lower()):
        return lexicon.ANIMATE
    return lexicon.UNKNOWN
