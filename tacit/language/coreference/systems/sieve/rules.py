"""The rules of the sieve: may this mention be linked to that earlier one?"""

from __future__ import annotations

from tacit.language.coreference.features.attributes import Attributes, EntityType, MentionKind
from tacit.language.coreference.features.lexicon import ANIMATE, FEMALE, FIRST, MALE, REFLEXIVES, SINGULAR
from tacit.language.coreference.systems.sieve.entities import Entities
from tacit.language.coreference.systems.sieve.text import SieveText

_SEXES = (MALE, FEMALE)


def same_speaker(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """'I' and 'I', 'you' and 'you' of one quotation, or 'I' and who is said to speak."""
    table = text.table
    here, there = text.quotes[text.head(mention)], text.quotes[text.head(candidate)]
    if table.kinds[mention] == MentionKind.SPEECH_PRONOUN and table.kinds[candidate] == MentionKind.SPEECH_PRONOUN:
        return here == there and _speech_part(table, mention) == _speech_part(table, candidate)
    if here and table.persons[mention] == FIRST and table.numbers[mention] == SINGULAR:
        return text.speakers.get(here) == text.head(candidate)
    if there and table.persons[candidate] == FIRST and table.numbers[candidate] == SINGULAR:
        return text.speakers.get(there) == text.head(mention)
    return False


def _speech_part(table: Attributes, index: int) -> tuple[int, int]:
    return table.persons[index], table.numbers[index] if table.persons[index] == FIRST else 0


def exact_string(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """The same words, determiner aside."""
    return (
        _both_nominal(text, mention, candidate)
        and _is_specific(text, mention)
        and (text.table.strings[mention] == text.table.strings[candidate])
    )


def relaxed_string(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """The same words up to the head."""
    return (
        _both_nominal(text, mention, candidate)
        and _is_specific(text, mention)
        and not text.nested(mention, candidate)
        and _up_to_head(text, mention) == _up_to_head(text, candidate)
    )


def precise_construct(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """Apposition, predicate nominative or acronym."""
    if not _both_nominal(text, mention, candidate) or not entities.agree(mention, candidate):
        return False
    parse, head, other = text.parse, text.head(mention), text.head(candidate)
    if parse.deps[head] == "appos" and parse.heads[head] == other:
        return True
    if parse.deps[head] == "attr" and other in parse.dependents(parse.heads[head], "nsubj"):
        return True
    return text.acronyms[mention] == text.strings[candidate] or text.acronyms[candidate] == text.strings[mention]


def strict_head_a(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """Same head; the entity has all words of the mention; no modifier of the mention is new."""
    return strict_head_c(text, entities, mention, candidate) and _words_included(text, entities, mention, candidate)


def strict_head_b(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """Same head; the entity has all words of the mention."""
    return _heads_match(text, entities, mention, candidate) and _words_included(text, entities, mention, candidate)


def strict_head_c(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """Same head; no modifier of the mention is new to the candidate."""
    modifiers = text.table.contents[mention] - {text.table.heads[mention]}
    return _heads_match(text, entities, mention, candidate) and modifiers <= text.table.contents[candidate]


def proper_head(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """Two names with the same head and no number or place that only one of them has."""
    table = text.table
    if table.kinds[mention] != MentionKind.PROPER or table.kinds[candidate] != MentionKind.PROPER:
        return False
    different = table.contents[mention] ^ table.contents[candidate]
    return (
        table.heads[mention] == table.heads[candidate]
        and not text.nested(mention, candidate)
        and entities.agree(mention, candidate)
        and not any(word.isdigit() for word in different)
    )


def relaxed_head(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """The head is any word of an entity of the same named type: 'Lee' and 'Ann Lee'."""
    table = text.table
    return (
        _both_nominal(text, mention, candidate)
        and table.entities[mention] != EntityType.NONE
        and table.entities[mention] == table.entities[candidate]
        and not text.nested(mention, candidate)
        and table.heads[mention] in entities.words[entities.of(candidate)]
        and _words_included(text, entities, mention, candidate)
    )


def pronoun(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    """A third-person pronoun and a mention that agrees."""
    table = text.table
    if table.kinds[mention] != MentionKind.PERSONAL_PRONOUN or table.kinds[candidate] in (
        MentionKind.SPEECH_PRONOUN,
        MentionKind.BARE,
    ):
        return False
    if text.nested(mention, candidate):
        return False
    if table.genders[mention] in _SEXES and not _may_be_person(text, entities, candidate):
        return False
    if table.heads[mention] in ("it", "its", "itself") and table.entities[candidate] == EntityType.TIME:
        return False
    return entities.agree(mention, candidate) and _binding_allows(text, mention, candidate)


def _may_be_person(text: SieveText, entities: Entities, candidate: int) -> bool:
    table = text.table
    if table.animacies[candidate] == ANIMATE or table.genders[candidate] in _SEXES:
        return True
    return entities.has_name(candidate) and table.entities[candidate] in (EntityType.NONE, EntityType.PERSON)


def _binding_allows(text: SieveText, mention: int, candidate: int) -> bool:
    """A reflexive refers to an argument of its own verb, another pronoun never does."""
    same_verb = text.parse.heads[text.head(mention)] == text.parse.heads[text.head(candidate)]
    return same_verb if text.table.heads[mention] in REFLEXIVES else not same_verb


def _both_nominal(text: SieveText, mention: int, candidate: int) -> bool:
    return not text.table.is_pronoun(mention) and not text.table.is_pronoun(candidate)


def _is_specific(text: SieveText, mention: int) -> bool:
    """An indefinite phrase introduces something new."""
    return text.table.kinds[mention] not in (MentionKind.INDEFINITE, MentionKind.BARE)


def _heads_match(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    return (
        _both_nominal(text, mention, candidate)
        and _is_specific(text, mention)
        and text.table.heads[mention] in entities.heads[entities.of(candidate)]
        and not text.nested(mention, candidate)
        and entities.agree(mention, candidate)
    )


def _words_included(text: SieveText, entities: Entities, mention: int, candidate: int) -> bool:
    return text.table.contents[mention] <= entities.words[entities.of(candidate)]


def _up_to_head(text: SieveText, index: int) -> str:
    mention = text.table.mentions[index]
    return " ".join(text.parse.words[mention.start : mention.head + 1]).lower()
