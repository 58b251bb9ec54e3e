"""Who can never be who: pairs of mentions that no score may join.

Outside quotation marks "I" is whoever tells the text: never a noun, nor "he", "she", "it" or "they". "We" is never one
thing or one person, and nobody whom a text addresses or who speaks in it is "it". "They" who pay, thank or board are
no tomatoes: what only people do is not done by a noun that is far from all words for people.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from tacit.backbones import vectors
from tacit.language.coreference.features.attributes import Attributes, EntityType, MentionKind
from tacit.language.coreference.features.lexicon import FIRST, PERSON_NOUNS, PLURAL, PLURAL_NOUNS, SINGULAR, THIRD
from tacit.language.coreference.features.mention_codes import Ints, quotation
from tacit.language.english.wordlists import words
from tacit.language.parse import Parse

Booleans = npt.NDArray[np.bool_]

_FAR_FROM_PEOPLE, _FAR_FOR_ONE = 0.3, 0.45
"""The cosine to the mean of all words for people below which a noun is taken for a thing; one thing is no "they"."""
_DONE_BY_PEOPLE = words(
    """
    admit agree apologise apologize argue arrest arrive ask beg believe board borrow buy celebrate chat clap complain
    cook dance decide dine dress drive drink eat enjoy explain forget giggle greet guess hope hug hurry invite joke kiss
    know laugh listen marry meet nod pay play pray promise pretend queue read realise realize remember reply say shop
    shout sigh sing sit sleep smile speak talk teach tell thank think travel visit wait walk want watch whisper wish
    wonder worry write
    """
)
_SUBJECTS = ("nsubj", "nsubjpass")


def impossible(parse: Parse, table: Attributes, anaphors: Ints, antecedents: Ints) -> Booleans:
    """Which of these pairs of mentions cannot be the same."""
    quoted = np.array(quotation(parse), dtype=bool)[[mention.head for mention in table.mentions]]
    person, number, kind = np.array(table.persons), np.array(table.numbers), np.array(table.kinds, dtype=int)
    noun = np.array(table.pronouns) == 0
    speaking = ~noun & (person != THIRD)
    narrator = ~noun & (person == FIRST) & (number == SINGULAR) & ~quoted
    tellers = ~noun & (person == FIRST) & (number == PLURAL) & ~quoted
    single = noun & (number == SINGULAR) & (kind != MentionKind.COORDINATION)
    single &= np.array(table.entities) != EntityType.GROUP
    it = ~noun & (person == THIRD) & (number == SINGULAR) & np.isin(table.heads, ("it", "its", "itself"))
    others = noun | (~noun & (person == THIRD))
    agents, things = _agents(parse, table), np.zeros(len(table), dtype=bool)
    if agents.any():
        things = _things(parse, table)
    barred = np.zeros(len(anaphors), dtype=bool)
    for one, other in ((anaphors, antecedents), (antecedents, anaphors)):
        barred |= narrator[one] & others[other]
        barred |= tellers[one] & single[other]
        barred |= it[one] & speaking[other]
    return np.asarray(barred | (agents[anaphors] & things[antecedents]))


def _agents(parse: Parse, table: Attributes) -> Booleans:
    """Every "they" that does what only people do."""
    return np.array(
        [
            table.heads[index] == "they"
            and table.pronouns[index] > 0
            and parse.deps[mention.head] in _SUBJECTS
            and parse.lemmas[parse.heads[mention.head]].lower() in _DONE_BY_PEOPLE
            for index, mention in enumerate(table.mentions)
        ],
        dtype=bool,
    )


def _things(parse: Parse, table: Attributes) -> Booleans:
    """Common nouns that are far from all words for people; what has no vector may be anybody."""
    source, people = _people()
    things = np.zeros(len(table), dtype=bool)
    for index, mention in enumerate(table.mentions):
        head = table.heads[index]
        if not _is_common_noun(table, index) or head in PERSON_NOUNS | PLURAL_NOUNS:
            continue
        forms = [source.rows[word] for word in (head, parse.words[mention.head].lower()) if word in source.rows]
        near = [float(_unit(source.matrix[row]) @ people) for row in forms]
        limit = _FAR_FOR_ONE if table.numbers[index] == SINGULAR else _FAR_FROM_PEOPLE
        things[index] = bool(near) and max(near) < limit
    return things


def _is_common_noun(table: Attributes, index: int) -> bool:
    if table.pronouns[index] or table.kinds[index] in (MentionKind.PROPER, MentionKind.COORDINATION):
        return False
    return table.entities[index] not in (EntityType.PERSON, EntityType.GROUP)


def _unit(vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), dtype=np.float32)


@cache
def _people() -> tuple[vectors.WordVectors, npt.NDArray[np.float32]]:
    """The shipped word vectors, and the mean direction of all words for people among them."""
    source = vectors.load()
    rows = [source.rows[word] for word in sorted(PERSON_NOUNS) if word in source.rows]
    return source, _unit(np.mean([_unit(source.matrix[row]) for row in rows], axis=0))
