"""Do two plausible readings exclude each other, and how? (section 4)

Evidence is simple and can be named: the same head noun, an *of* between two nouns in the text, words for groups and
for parts, people against things, what kind of modifier it is, and closeness of meaning for words that say the same.
The lists are of words that are general by meaning, or of all words of a closed class (times); no word is in them
because the paper has it in an example. Who is a person and what is a place is learnt (`word_classes`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tacit.backbones import vectors
from tacit.clarifications.features.discourse import stem
from tacit.clarifications.task import Instruction, Phenomenon
from tacit.clarifications.word_classes import is_person, is_place
from tacit.language.english.wordlists import word_list, words


class Conflict(StrEnum):
    """How two readings differ; the values are the paper's words."""

    PART_WHOLE = "part and whole"
    DIFFERENT_ENTITY = "different entity"
    GROUP_SUBGROUP = "group and subgroup"
    DIFFERENT_QUESTION = "different question"
    DIFFERENT_ASPECT = "different aspect"


@dataclass(frozen=True, slots=True)
class ConflictingReadings:
    """Two readings that exclude each other."""

    first: str
    second: str
    kind: Conflict


_DETERMINERS = word_list("determiners", "article", "demonstrative", "possessive", "each", "some")
_SAME_MEANING = 0.78
"""Cosine of word vectors from which two words are taken to say the same, as *film* and *movie* do."""
_SAME_KIND = 0.86
"""The same for modifiers: *red* and *blue* are close, too."""
_PARTS = words(
    "part piece component element portion section segment content edge end side top bottom inside outside surface lid "
    "handle cap base rim corner tip cover cable cord"
)
_COMPONENTS = words(
    "lid handle cap cover cable cord valve screw nut bolt seal gasket filter spring button knob lever switch plug"
)
"""Parts of a machine: two of them are beside each other, whichever of them the list above has."""
_WHOLES = words("whole assembly unit set system machine device apparatus dish meal recipe kit package")
_GROUPS = words(
    "people person man woman creature animal plant thing object item stuff matter material substance product tool food "
    "place area everyone someone everything something"
)
"""General nouns (after Halliday and Hasan 1976, section 6.1), and what they say of people and things alike."""
_TIMES = words(
    "minute hour day night week month year decade century season summer autumn winter morning noon afternoon evening "
    "midnight weekend weekday holiday birthday monday tuesday wednesday thursday friday saturday sunday january "
    "february april june july august september october november december"
)
"""All units and parts of a day, a week and a year, but for those that mean something else, too (*spring*, *second*)."""
_VOWEL = re.compile(r"[aeiouy]")
_NO_GERUNDS = words("ceiling earring pudding herring sterling sibling duckling anything something everything nothing")


def conflicts(instruction: Instruction, readings: Sequence[str]) -> list[ConflictingReadings]:
    """All pairs of readings that exclude each other, in the order of the readings."""
    found = []
    for first, second in combinations(readings, 2):
        kind = conflict(instruction, first, second)
        if kind is not None:
            found.append(ConflictingReadings(first, second, kind))
    return found


def conflict(instruction: Instruction, first: str, second: str) -> Conflict | None:
    """How two readings exclude each other; nothing where they come to the same."""
    one, other = _content(first), _content(second)
    if not one or not other or one == other:
        return None
    if _are_part_and_whole(instruction, one, other):
        return Conflict.PART_WHOLE
    if _head(one) == _head(other):
        return _by_phenomenon(instruction) if _differ(one[:-1], other[:-1]) else None
    if _asks_differently(instruction, _head(one), _head(other)):
        return Conflict.DIFFERENT_QUESTION
    if (_head(one) in _GROUPS) != (_head(other) in _GROUPS):
        return Conflict.GROUP_SUBGROUP
    return None if _mean_the_same(instruction, one[-1], other[-1]) else _by_phenomenon(instruction)


def _mean_the_same(instruction: Instruction, first: str, second: str) -> bool:
    """Are they close in meaning, and does the text not name both, which would tell them apart?"""
    least = _SAME_KIND if instruction.phenomenon is Phenomenon.NOUN_COMPOUND else _SAME_MEANING
    named = set(re.findall(r"\w+", _around(instruction)))
    return not {first, second} <= named and vectors.load().similarity(first, second) >= least


def _around(instruction: Instruction) -> str:
    """All that is said around the blank, in lower case."""
    return " ".join((instruction.title, instruction.previous, instruction.filled(""), instruction.following)).lower()


def _by_phenomenon(instruction: Instruction) -> Conflict:
    """What readings of a phenomenon differ in if nothing else is known (section 4.2)."""
    metonymy = instruction.phenomenon is Phenomenon.METONYMY
    return Conflict.DIFFERENT_ASPECT if metonymy else Conflict.DIFFERENT_ENTITY


def _content(reading: str) -> list[str]:
    """Its words in lower case without determiners."""
    return [word for word in re.findall(r"[\w'-]+", reading.lower()) if word not in _DETERMINERS]


def _head(words: Sequence[str]) -> str:
    """The last word, singular: enough to compare."""
    return stem(words[-1])


def _differ(one: Sequence[str], other: Sequence[str]) -> bool:
    """Does each of two readings have a modifier that the other has not?"""
    return not (set(one) <= set(other) or set(other) <= set(one))


def _are_part_and_whole(instruction: Instruction, one: list[str], other: list[str]) -> bool:
    """'the rim' and 'the cup': a word for parts against one for wholes, or an *of* or *'s* that joins them."""
    heads = {_head(one), _head(other)}
    one_is_part = len(heads & _PARTS) == 1 < len(heads) and not heads <= _COMPONENTS
    if one_is_part and instruction.phenomenon is not Phenomenon.METONYMY:
        return True
    if heads & _WHOLES and heads & _PARTS:
        return True
    around = _around(instruction)
    return any(
        re.search(rf"\b{re.escape(part)}\s+of\s+(?:\w+\s+)?{re.escape(whole)}\b", around)
        or re.search(rf"\b{re.escape(whole)}['’]s\s+{re.escape(part)}\b", around)
        for part, whole in ((one[-1], other[-1]), (other[-1], one[-1]))
    )


def _asks_differently(instruction: Instruction, first: str, second: str) -> bool:
    """Does one answer 'who' and the other 'what'; of compounds, 'when', 'where', 'for what' or 'of what'?"""
    if is_person(first) != is_person(second):
        return True
    return instruction.phenomenon is Phenomenon.NOUN_COMPOUND and _question(first) != _question(second)


def _question(modifier: str) -> str:
    if modifier in _TIMES:
        return "when"
    if is_place(modifier):
        return "where"
    return "for what" if _is_gerund(modifier) else "of what"


def _is_gerund(word: str) -> bool:
    """Is it a verb in -ing? *String* has no syllable before that, and *ceiling* is known for none."""
    return word.endswith("ing") and bool(_VOWEL.search(word[:-3])) and word not in _NO_GERUNDS
