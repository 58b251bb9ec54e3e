"""What the words themselves say: person, number, gender and animacy of pronouns, nouns, titles and given names."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.language.english.wordlists import word_list, words

UNKNOWN, MALE, FEMALE, NEUTER = range(4)
SINGULAR, PLURAL = 1, 2
ANIMATE, INANIMATE = 1, 2
FIRST, SECOND, THIRD = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Pronoun:
    """What a pronoun demands of its antecedent; 0 demands nothing."""

    person: int
    number: int
    gender: int
    animacy: int


def _pronouns(listed: str, person: int, number: int, gender: int, animacy: int) -> dict[str, Pronoun]:
    return {word: Pronoun(person, number, gender, animacy) for word in listed.split()}


PRONOUNS: dict[str, Pronoun] = {
    **_pronouns("i me my mine myself", FIRST, SINGULAR, UNKNOWN, ANIMATE),
    **_pronouns("we us our ours ourselves 's ’s", FIRST, PLURAL, UNKNOWN, ANIMATE),
    **_pronouns("you your yours yourself ya y'all thou thee thy thine ye", SECOND, 0, UNKNOWN, ANIMATE),
    **_pronouns("yourselves", SECOND, PLURAL, UNKNOWN, ANIMATE),
    **_pronouns("he him his himself", THIRD, SINGULAR, MALE, ANIMATE),
    **_pronouns("she her hers herself", THIRD, SINGULAR, FEMALE, ANIMATE),
    **_pronouns("it its itself", THIRD, SINGULAR, NEUTER, INANIMATE),
    **_pronouns("they them their theirs themselves themself 'em ’em em", THIRD, PLURAL, UNKNOWN, UNKNOWN),
    **_pronouns("s/he he/she him/her his/her", THIRD, SINGULAR, UNKNOWN, ANIMATE),
    **_pronouns("one oneself", THIRD, SINGULAR, UNKNOWN, ANIMATE),
    **_pronouns("this that here there", THIRD, SINGULAR, NEUTER, INANIMATE),
    **_pronouns("these those", THIRD, PLURAL, UNKNOWN, UNKNOWN),
}
PRONOUN_NUMBERS = {word: number for number, word in enumerate(PRONOUNS, 1)}
REFLEXIVES = frozenset(word for word in PRONOUNS if word.endswith(("self", "selves")))

MALE_NOUNS = word_list("people", "male", "male_in_coreference")
FEMALE_NOUNS = word_list("people", "female", "female_in_coreference")
PERSON_NOUNS = word_list("people", "person")
MALE_NAMES = word_list("people", "male_name")
FEMALE_NAMES = word_list("people", "female_name")

_GENDERS = {
    **dict.fromkeys(MALE_NOUNS | MALE_NAMES, MALE),
    **dict.fromkeys(FEMALE_NOUNS | FEMALE_NAMES, FEMALE),
}
PLURAL_NOUNS = words("people police folk folks crew family team group staff couple audience crowd")

ALIASES = {
    **dict.fromkeys(("us", "u.s.", "usa", "u.s.a.", "united states", "united states of america"), "america"),
    **dict.fromkeys(("uk", "u.k.", "united kingdom", "great britain"), "britain"),
    **dict.fromkeys(("eu", "e.u."), "european union"),
    **dict.fromkeys(("un", "u.n."), "united nations"),
    **dict.fromkeys(("nyc", "new york"), "new york city"),
    **dict.fromkeys(("la", "l.a."), "los angeles"),
    **dict.fromkeys(("dc", "d.c.", "washington d.c.", "washington , d.c."), "washington"),
}


def acronym(name: str) -> str:
    """The capitals of a name of at least two capital words, or nothing.

    >>> acronym("the World Health Organization"), acronym("World")
    ('WHO', '')
    """
    capitals = "".join(word[0] for word in name.split() if word[0].isupper())
    return capitals if len(capitals) > 1 else ""


def gender_of(word: str) -> int:
    """The gender that a lower-case noun, title or given name reveals.

    >>> gender_of("queen") == FEMALE, gender_of("table") == UNKNOWN
    (True, True)
    """
    return _GENDERS.get(word, UNKNOWN)


def is_person_noun(word: str) -> bool:
    """Does this lower-case lemma name a human being?"""
    return word in PERSON_NOUNS or word in MALE_NOUNS or word in FEMALE_NOUNS
