"""What the words themselves say: person, number, gender and animacy of pronouns, nouns, titles and given names."""

from __future__ import annotations

from dataclasses import dataclass

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


def word_list(words: str) -> tuple[str, ...]:
    """The words of a string, as a long list is read best."""
    return tuple(words.split())


def word_set(words: str) -> frozenset[str]:
    """The same as a set."""
    return frozenset(words.split())


def _pronouns(words: str, person: int, number: int, gender: int, animacy: int) -> dict[str, Pronoun]:
    return {word: Pronoun(person, number, gender, animacy) for word in words.split()}


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

MALE_NOUNS = word_set(
    """
    man boy gentleman father dad daddy papa son brother uncle nephew grandfather grandpa husband boyfriend
    king prince duke lord sir mr mr. mister emperor monk priest actor waiter widower bachelor groom fellow guy
    lad stepfather godfather grandson chap bloke count baron knight monsieur herr señor pope salesman
    policeman fireman businessman chairman congressman spokesman fisherman sportsman stepson
    """
)
FEMALE_NOUNS = word_set(
    """
    woman girl lady mother mom mum mama mommy mummy daughter sister aunt auntie niece grandmother grandma wife
    girlfriend queen princess duchess madam madame mrs mrs. ms ms. miss empress nun actress waitress widow
    bride maid stepmother godmother granddaughter lass countess baroness mademoiselle frau señora dame goddess
    heroine spokeswoman businesswoman chairwoman congresswoman hostess mistress stepdaughter housewife
    """
)
PERSON_NOUNS = word_set(
    """
    person people child kid baby adult teenager friend parent teacher student doctor nurse patient player
    author writer professor president minister senator mayor leader worker employee boss manager user reader
    viewer customer client member artist scientist researcher engineer lawyer judge witness police officer
    soldier driver director editor singer musician dancer actor chef cook neighbor neighbour stranger guest
    visitor tourist citizen resident victim suspect criminal thief hero enemy partner colleague expert coach
    captain crew family couple cousin sibling twin ancestor descendant speaker audience participant individual
    human somebody someone anybody anyone everybody everyone nobody folk guy crowd servant slave farmer
    merchant sailor traveler traveller candidate governor ambassador secretary general colonel commander
    lieutenant sergeant critic journalist reporter philosopher historian poet novelist composer painter
    politician prisoner orphan peasant noble girl boy
    """
)
MALE_NAMES = word_set(
    """
    james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony
    mark donald steven paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan
    jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory alexander
    frank patrick raymond jack dennis jerry tyler aaron jose adam nathan henry peter zachary kyle walter
    harold jeremy ethan carl keith roger gerald arthur terry lawrence sean christian albert joe jim tom bill
    bob mike dave steve dan ben sam fred harry philip oliver simon martin alan hugh francis louis ernest oscar
    felix hans karl pierre ivan juan carlos ahmed mohammed muhammad ali max leo luke noah liam mason elijah
    tony ray ralph eugene victor edgar ned dick ted jeff greg matt nick rick ron ken jimmy johnny bobby billy
    charlie eddie
    """
)
FEMALE_NAMES = word_set(
    """
    mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa betty margaret sandra
    ashley kimberly emily donna michelle dorothy carol amanda melissa deborah stephanie rebecca sharon laura
    cynthia kathleen amy shirley angela helen anna brenda pamela nicole emma samantha katherine christine
    debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly
    lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann anne
    sara madison frances kathryn janice jean alice abigail julia judy sophia grace denise amber doris marilyn
    danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori jane lucy kate
    katie jenny molly sally polly rose clara ella ida ellen eva mia zoe chloe lily fanny harriet eleanor
    florence edith agnes susie sue peggy nora daisy
    """
)

_GENDERS = {
    **dict.fromkeys(MALE_NOUNS | MALE_NAMES, MALE),
    **dict.fromkeys(FEMALE_NOUNS | FEMALE_NAMES, FEMALE),
}
PLURAL_NOUNS = word_set(
    """
    people police folk folks crew family team group staff couple audience crowd
    """
)


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
