"""A short instruction taken apart: what to do, to what, under which condition, and what not to do.

Instructions begin with their verb, so neither a tagger nor a parser is needed, which would misread many of them.

>>> phrase = read_phrase("If the bulb is broken, carefully change the light bulb in the hall.")
>>> phrase.condition, phrase.verb, phrase.head, phrase.rest
('If the bulb is broken', 'change', 'bulb', 'in the hall')
>>> [each.core for each in alternatives("Mow or rake the lawn.")]
['mow the lawn', 'rake the lawn']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from tacit.language.english.wordlists import word_list, words

_CONDITION = re.compile(
    r"^(?:if|when|whenever|once|unless|after|before|while|as soon as|until|in case|should)\b[^,;:]{2,120}[,;:]\s+", re.I
)
_TAIL_CONDITION = re.compile(r"[,;]?\s+((?:if|unless|once|when|as soon as|in case)\s+[^,;:]{3,120})$", re.I)
_OPENERS = re.compile(
    r"^(?:(?:\d+[.)]|[-*•]|step \d+:?|please|then|next|now|first|firstly|second|finally|lastly|also|just|simply"
    r"|carefully|gently|slowly|quickly|always|and|so|you should|you need to|you have to|you must|remember to|be sure to"
    r"|make sure to|don't forget to|do not forget to|try to|start to|begin to|how to|i need to|i want to"
    r"|how do (?:i|you)|can you|could you|let's),?\s+)+",
    re.I,
)
_NEGATION = re.compile(r"^(?:do not|don't|don’t|never|avoid|refrain from|stop(?=\s+\w+ing\b))\s+", re.I)


_PARTICLES = words("up down off on out in away over back apart together through aside around open shut")
_HOW_LONG = re.compile(
    r"(?:the|an?) (?:day|night|week|month|year|minute|moment|while|little|bit|few|couple|second|hour)"
)
"""What stands behind a thing without belonging to it: *water the plant the day before*."""
_DETERMINERS = word_list("determiners", "article", "possessive", "demonstrative", "some", "each", "both") | words(
    "another no one two three four five six seven eight nine ten several few more enough little new old"
)
_PREPOSITIONS = words(
    "in on at of for with from to into onto by under over behind between before after until through around against "
    "about without inside outside near across along above below beside toward towards off as than during per using "
    "so that which who when if while because where"
)
_PRONOUNS = words("it them this that these those everything")
_MANNERS = words(
    "again well first twice once together crosswise lengthwise sideways upwards downwards clockwise anticlockwise "
    "counterclockwise regularly inside outside upside straight fast hard tight flat dry clean smooth "
    "afterwards overnight online"
)
_NOUNS_IN_LY = words("family jelly belly assembly supply reply fly butterfly lily holly doily rally")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[,;:.!?]")
_LINKS = frozenset({"and", "or", "then", "but"})
NO_ACTIONS = _DETERMINERS | _PREPOSITIONS | _LINKS | _PRONOUNS | words("you they there no only otherwise")
"""What a sentence among steps may begin with that commands nothing: *The lid stays on*, *For a salad, rinse it*."""
_TWO_VERBS = re.compile(r"^([a-z-]+) (or|and) ([a-z-]+) (.+)$", re.I)
_TWO_ACTIONS = re.compile(
    r"^([a-z-]+ [^,;]+?),? (or|and then|and|then) ([a-z-]+ (?:(?:up|down|off|on|out|in|away|back) )?"
    r"(?:the|a|an|your|my|our|his|her|it|them|some|each|all)\b.*)$",
    re.I,
)
"""*Mow or rake the lawn*, and *mow the lawn, then rake it*: whatever has a determiner behind it is taken for a verb."""
_TWO_THINGS = re.compile(
    r"^([a-z-]+) (?:the |your |my |some |an? )?([a-z-]+(?: [a-z-]+)?) (and|or) (?:the |your |my |some |an? )?"
    r"([a-z-]+(?: [a-z-]+)?)$",
    re.I,
)
_ITS_OBJECT = re.compile(r"^([a-z-]+) (?:it|them)\b", re.I)
_CONTENT = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
STOP = (
    _DETERMINERS
    | _PREPOSITIONS
    | _LINKS
    | words(
        "it them they he she you me him us is are be been not do does very too also just again well properly there "
        "here up down out away back so off on thing things something"
    )
)
"""Words that say nothing about what an instruction is about."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One action: its verb with particle, the words and the head of its object, and what else is said."""

    core: str
    verb: str = ""
    particle: str = ""
    object: tuple[str, ...] = ()
    rest: str = ""
    condition: str = ""
    negated: bool = False

    @property
    def head(self) -> str:
        """The noun that the action is done to, in the singular; '' where there is none."""
        return singular(self.object[-1]) if self.object else ""

    @property
    def is_pronoun(self) -> bool:
        """Is the thing only pointed at? *Hang it up*."""
        return len(self.object) == 1 and self.object[0] in _PRONOUNS

    @property
    def short(self) -> str:
        """The action and its thing alone: *change the light bulb in the hall* is *change the light bulb*."""
        if not self.object or self.is_pronoun:
            return self.core
        return " ".join([self.verb, *([self.particle] if self.particle else []), "the", *self.object])

    @property
    def short_words(self) -> tuple[str, ...]:
        """The words of that with a meaning of their own."""
        return content_words(self.short)

    @property
    def words(self) -> tuple[str, ...]:
        """The words with a meaning of their own, in the singular."""
        return content_words(self.core)


@lru_cache(maxsize=65536)
def read_phrase(text: str) -> Phrase:
    """An instruction of one action taken apart."""
    bare = " ".join(text.split()).rstrip(" .!;:,")
    condition = ""
    if found := _CONDITION.match(bare):
        condition, bare = found[0].rstrip(" ,;:"), bare[found.end() :]
    elif (found := _TAIL_CONDITION.search(bare)) and " " in bare[: found.start()].strip():
        condition, bare = found[1], bare[: found.start()]
    bare = _OPENERS.sub("", bare)
    negated = bool(_NEGATION.match(bare))
    bare = _OPENERS.sub("", _NEGATION.sub("", bare))
    words = _WORD.findall(bare)
    if not words:
        return Phrase(bare.lower(), condition=condition, negated=negated)
    verb, behind = words[0].lower(), words[1:]
    if [word.lower() for word in words[:3]] == ["get", "rid", "of"]:
        verb, behind = "remove", words[3:]
    particle, object_, rest = _object(behind)
    core = bare[0].lower() + bare[1:] if bare else ""
    return Phrase(core, verb, particle, object_, rest, condition, negated)


def _object(words: list[str]) -> tuple[str, tuple[str, ...], str]:
    """The particle, the words of the first noun phrase without its determiner, and all that follows it."""
    lower = [word.lower() for word in words]
    place, particle = 0, ""
    if lower and lower[0] in _PARTICLES and (len(lower) == 1 or lower[1] not in _PREPOSITIONS):
        particle, place = lower[0], 1
    if place < len(lower) and lower[place] in _PREPOSITIONS and not particle:  # listen to the radio
        place += 1
    start = place
    while start < len(lower) and lower[start] in _DETERMINERS:
        start += 1
    end = start
    while (
        end < len(lower)
        and lower[end][0].isalnum()
        and lower[end] not in _PREPOSITIONS | _LINKS
        and not _HOW_LONG.match(" ".join(lower[end : end + 2]))
    ):
        end += 1
    thing, behind = _without_manner(lower[start:end])
    if end < len(lower) and lower[end] in _PARTICLES and _ends_at(lower, end + 1):  # turn the tap off and wait
        behind, end = [*behind, lower[end]], end + 1
    if not particle:
        particle = "upside down" if "upside" in behind else next((each for each in behind if each in _PARTICLES), "")
    return particle, tuple(thing), " ".join(words[end:])


def _ends_at(words: list[str], place: int) -> bool:
    """Does a clause end there, or go on with how or where? *Put the wheel on at the roadside*."""
    if place == len(words) or not words[place][0].isalnum():
        return True
    return words[place] in _LINKS | _PREPOSITIONS or _says_how(words[place])


def _without_manner(phrase: list[str]) -> tuple[list[str], list[str]]:
    """A noun phrase without what follows it to say which way or how: *the bike upside down*, *the nuts firmly*."""
    end = len(phrase)
    while end > 1 and _says_how(phrase[end - 1]):
        end -= 1
    return phrase[:end], phrase[end:]


def _says_how(word: str) -> bool:
    return word in _PARTICLES | _MANNERS or (word.endswith("ly") and len(word) > 4 and word not in _NOUNS_IN_LY)


def alternatives(text: str) -> list[Phrase]:
    """The actions of an instruction that offers or asks for several; else the one.

    >>> [each.core for each in alternatives("Wash the pears and peel them.")]
    ['wash the pears', 'peel the pears']
    """
    whole = read_phrase(text)
    if (found := _TWO_VERBS.match(whole.core)) and not {found[1], found[3]} & STOP:
        parts = [f"{verb} {found[4]}" for verb in (found[1], found[3])]
    elif (found := _TWO_ACTIONS.match(whole.core)) and found[3].split()[0].lower() not in STOP:
        first, second = read_phrase(found[1]), found[3]
        if first.object:
            second = _ITS_OBJECT.sub(rf"\1 the {' '.join(first.object)}", second)
        parts = [found[1], second]
    else:
        return [whole]
    return [replace(read_phrase(part), condition=whole.condition, negated=whole.negated) for part in parts]


def things(text: str) -> list[Phrase]:
    """The actions of an instruction that is about two things: *chop the onions and the garlic*; else the one."""
    whole = read_phrase(text)
    found = _TWO_THINGS.match(whole.core)
    if not found or whole.particle:
        return [whole]
    parts = [read_phrase(f"{found[1]} the {thing}") for thing in (found[2], found[4])]
    return [replace(part, condition=whole.condition, negated=whole.negated) for part in parts]


def joined_by(text: str) -> str:
    """'or' or 'and' where an instruction names two actions, else ''.

    >>> joined_by("Mow or rake the lawn."), joined_by("Mow the lawn, then rake it."), joined_by("Mow the lawn.")
    ('or', 'and', '')
    """
    core = read_phrase(text).core
    if len(alternatives(text)) < 2 and len(things(text)) < 2:
        return ""
    return "or" if re.search(r"\bor\b", core, re.I) else "and"


@lru_cache(maxsize=65536)
def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that carry meaning, in the singular."""
    return tuple(singular(word) for word in _CONTENT.findall(text.lower()) if word not in STOP)


@lru_cache(maxsize=65536)
def singular(noun: str) -> str:
    """A noun without the ending of its plural.

    >>> [singular(noun) for noun in ("dishes", "batteries", "penknives", "glass", "shoes", "dog's")]
    ['dish', 'battery', 'penknife', 'glass', 'shoe', 'dog']
    """
    noun = noun.lower().removesuffix("'s").removesuffix("’s")
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if ending := _ENDING.search(noun):  # bookshelves, grandchildren
        return noun[: ending.start()] + _IRREGULAR[ending[0]]
    if len(noun) < 4 or not noun.endswith("s") or noun.endswith(("ss", "us", "is")):
        return noun
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses", "zzes", "toes")):
        return noun[:-2]
    return noun[:-1]


_IRREGULAR = {
    "knives": "knife", "leaves": "leaf", "shelves": "shelf", "halves": "half", "loaves": "loaf", "wives": "wife",
    "teeth": "tooth", "feet": "foot", "children": "child", "people": "person", "men": "man", "women": "woman",
    "mice": "mouse", "potatoes": "potato", "tomatoes": "tomato", "gas": "gas", "lens": "lens", "bus": "bus",
    "shoes": "shoe", "clothes": "clothes", "scissors": "scissors", "glasses": "glasses", "trousers": "trousers",
}  # fmt: skip
_ENDING = re.compile("(?<=.)(?:shelves|knives|loaves|teeth|children|women|wives)$")
