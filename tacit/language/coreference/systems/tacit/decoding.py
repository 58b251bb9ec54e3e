"""From scores of pairs to clusters: from left to right, each mention takes its best antecedent.

A mention does not join an entity that contradicts it: nobody is both "he" and "she", nor both "I" and "they". The
scores look at pairs only, so this is where an entity is seen as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.language.coreference.features.attributes import Attributes, MentionKind
from tacit.language.coreference.features.lexicon import FEMALE, MALE, PLURAL, SINGULAR
from tacit.language.coreference.features.mention_codes import Floats, Ints
from tacit.language.coreference.task import Clusters, Mention

_IS_MALE, _IS_FEMALE, _IS_ONE, _ARE_MANY = 1, 2, 4, 8
_CONTRADICTIONS = (_IS_MALE | _IS_FEMALE, _IS_ONE | _ARE_MANY)


def entity_marks(table: Attributes) -> list[int]:
    """What each mention says of its entity: its sex, and, if a pronoun, whether it is one or many."""
    sexes = {MALE: _IS_MALE, FEMALE: _IS_FEMALE}
    numbers = {SINGULAR: _IS_ONE, PLURAL: _ARE_MANY}
    marks = [sexes.get(gender, 0) for gender in table.genders]
    for index, kind in enumerate(table.kinds):
        if kind in (MentionKind.SPEECH_PRONOUN, MentionKind.PERSONAL_PRONOUN):
            marks[index] |= numbers.get(table.numbers[index], 0)
    return marks


def best_antecedents(anaphors: Ints, antecedents: Ints, scores: Floats, new: Floats, marks: Sequence[int]) -> list[int]:
    """For each mention the best antecedent that beats having none and whose entity agrees, else -1."""
    chosen = [-1] * len(new)
    entity = list(range(len(new)))
    said = list(marks)
    firsts = np.flatnonzero(np.diff(anaphors, prepend=-1)).tolist()
    for start, end in zip(firsts, [*firsts[1:], len(anaphors)], strict=True):
        anaphor = int(anaphors[start])
        if scores[start:end].max() <= new[anaphor]:
            continue
        for place in np.argsort(-scores[start:end], kind="stable").tolist():
            if scores[start + place] <= new[anaphor]:
                break
            antecedent = int(antecedents[start + place])
            together = said[entity[antecedent]] | said[anaphor]
            if not any(together & both == both for both in _CONTRADICTIONS):
                chosen[anaphor] = antecedent
                entity[anaphor] = entity[antecedent]
                said[entity[antecedent]] = together
                break
    return chosen


def linked(mentions: Sequence[Mention], antecedents: Sequence[int]) -> Clusters:
    """Clusters from links; an antecedent always comes before its anaphor."""
    clusters: dict[int, list[Mention]] = {}
    entity: dict[int, int] = {}
    for anaphor, antecedent in enumerate(antecedents):
        if antecedent >= 0:
            root = entity.setdefault(antecedent, antecedent)
            entity[anaphor] = root
            clusters.setdefault(root, [mentions[antecedent]]).append(mentions[anaphor])
    return list(clusters.values())
