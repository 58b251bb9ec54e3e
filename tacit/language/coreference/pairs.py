"""The ranker's candidate antecedents and its view of each pair: categorical codes, one column a feature.

Candidates of a mention are the mentions shortly before it (`NEAR_PRONOUN` or `NEAR_OTHER` of them) and, at any
distance, the latest `FAR` that share a content word with it. So the work grows with the length of a text, not with
its square.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tacit.language.coreference.attributes import Attributes, Kind
from tacit.language.coreference.features import N_ROLES, ROLES, Ints, quotation
from tacit.language.coreference.lexicon import FIRST, PRONOUN_NUMBERS, REFLEXIVES, SECOND
from tacit.language.parse import Parse

NEAR_PRONOUN, NEAR_OTHER, FAR = 40, 16, 8

_N_KINDS = len(Kind)
_N_PRONOUNS = len(PRONOUN_NUMBERS) + 1
_MENTION_STEPS = np.array([1, 2, 3, 4, 6, 9, 14, 22, 35, 60, 120])
_SENTENCE_STEPS = np.array([0, 1, 2, 3, 5, 9, 16, 30])
_COSINE_STEPS = np.array([-0.05, 0.05, 0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.98])

PAIR_SIZES = {
    "kinds": _N_KINDS * _N_KINDS,
    "mention distance": 12 * _N_KINDS,
    "sentence distance": 9 * _N_KINDS,
    "strings": 64 * 3,
    "shared words": 5 * 5,
    "genders": 16 * 3,
    "numbers": 9 * 4,
    "animacies": 9,
    "pronouns": _N_PRONOUNS * _N_PRONOUNS,
    "pronoun and role": _N_PRONOUNS * N_ROLES * 3,
    "pronoun and entity": _N_PRONOUNS * 7 * 3,
    "entities": 49,
    "roles": N_ROLES * N_ROLES * 3,
    "nesting": 4 * _N_KINDS,
    "governors": 6,
    "quotation": 4 * 9,
    "determiners": 100,
    "similarity": 11 * 3,
    "frequency": 5 * _N_KINDS,
    "between": 7 * _N_KINDS,
    "construction": 4,
    "questions": 4 * 9,
}
PAIR_OFFSETS = np.array([0, *accumulate(PAIR_SIZES.values())][:-1], dtype=np.int32)
N_PAIR_CODES = sum(PAIR_SIZES.values())


@dataclass(frozen=True)
class Pairs:
    """Candidate pairs: `anaphors[k]` may refer back to `antecedents[k]`; pairs of an anaphor stand together."""

    anaphors: Ints
    antecedents: Ints
    shared: Ints
    head_in_antecedent: npt.NDArray[np.bool_]
    head_in_anaphor: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.anaphors)


def candidate_pairs(table: Attributes) -> Pairs:
    """All candidate pairs with what they share in words."""
    latest: dict[str, deque[int]] = {}
    anaphors: list[int] = []
    antecedents: list[int] = []
    shared: list[int] = []
    heads_in: list[bool] = []
    heads_of: list[bool] = []
    for index, content in enumerate(table.contents):
        counts: dict[int, int] = {}
        for word in content:
            places = latest.setdefault(word, deque(maxlen=FAR))
            for place in places:
                counts[place] = counts.get(place, 0) + 1
            places.append(index)
        near = max(0, index - (NEAR_PRONOUN if table.is_pronoun(index) else NEAR_OTHER))
        places_before = sorted(place for place in counts if place < near)
        candidates = [*places_before, *range(near, index)]
        head = table.heads[index]
        anaphors += [index] * len(candidates)
        antecedents += candidates
        shared += [counts.get(place, 0) for place in candidates]
        if counts:
            heads_in += [place in counts and head in table.contents[place] for place in candidates]
            heads_of += [place in counts and table.heads[place] in content for place in candidates]
        else:
            heads_in += [False] * len(candidates)
            heads_of += [False] * len(candidates)
    return Pairs(
        np.array(anaphors, dtype=np.int32),
        np.array(antecedents, dtype=np.int32),
        np.array(shared, dtype=np.int32),
        np.array(heads_in, dtype=bool),
        np.array(heads_of, dtype=bool),
    )


def pair_codes(parse: Parse, table: Attributes, pairs: Pairs, head_vectors: npt.NDArray[np.float32]) -> Ints:
    """One row a pair, one column a feature of `PAIR_SIZES`, offset into one common range.

    `head_vectors` holds the unit-length vector of each mention's head, zeros where the word is unknown.
    """
    facts = _Facts(parse, table)
    i, j = pairs.anaphors, pairs.antecedents
    kind_i, kind_j = facts.kind[i], facts.kind[j]
    lexical = np.clip(kind_i - 2, 0, 2)  # a pronoun, a name, another noun phrase
    pronoun_i, pronoun_j = facts.pronoun[i], facts.pronoun[j]
    distance = facts.sentence[i] - facts.sentence[j]
    nearness = np.minimum(distance, 2)
    same_governor = facts.governor[i] == facts.governor[j]
    speech = facts.speech[i] * 3 + facts.speech[j]
    subset_i = pairs.shared == facts.content_size[i]
    subset_j = pairs.shared == facts.content_size[j]
    string_bits = (
        (facts.string[i] == facts.string[j]) * 1
        + (facts.head_word[i] == facts.head_word[j]) * 2
        + (subset_i & (pairs.shared > 0)) * 4
        + (subset_j & (pairs.shared > 0)) * 8
        + pairs.head_in_antecedent * 16
        + pairs.head_in_anaphor * 32
    )
    extra = np.minimum(facts.content_size[i] - pairs.shared, 4)
    nested = np.where(
        (facts.start[i] >= facts.start[j]) & (facts.end[i] <= facts.end[j]),
        1,
        np.where((facts.start[i] <= facts.start[j]) & (facts.end[j] <= facts.end[i]), 2, 0),
    )
    cosine = np.einsum("ij,ij->i", head_vectors[i], head_vectors[j])
    reach = np.minimum(facts.mentions_between(i, j), 200)
    columns = (
        kind_i * _N_KINDS + kind_j,
        np.searchsorted(_MENTION_STEPS, i - j) * _N_KINDS + kind_i,
        np.searchsorted(_SENTENCE_STEPS, distance) * _N_KINDS + kind_i,
        string_bits * 3 + lexical,
        np.minimum(pairs.shared, 4) * 5 + extra,
        (facts.gender[i] * 4 + facts.gender[j]) * 3 + lexical,
        (facts.number[i] * 3 + facts.number[j]) * 4 + nearness + (kind_j == Kind.COORDINATION),
        facts.animacy[i] * 3 + facts.animacy[j],
        pronoun_i * _N_PRONOUNS + pronoun_j,
        (pronoun_i * N_ROLES + facts.role[j]) * 3 + nearness,
        (pronoun_i * 7 + facts.entity[j]) * 3 + facts.number[j],
        facts.entity[i] * 7 + facts.entity[j],
        (facts.role[i] * N_ROLES + facts.role[j]) * 3 + nearness,
        nested * _N_KINDS + kind_i,
        same_governor * 1 + (facts.governor_lemma[i] == facts.governor_lemma[j]) * 2 + same_governor * facts.reflexive[i],
        (facts.quoted[i] * 2 + facts.quoted[j]) * 9 + speech,
        facts.determiner[i] * 10 + facts.determiner[j],
        np.searchsorted(_COSINE_STEPS, cosine) * 3 + lexical,
        facts.frequency[j] * _N_KINDS + kind_i,
        np.searchsorted(np.array([0, 1, 2, 4, 8, 16]), reach) * _N_KINDS + kind_i,
        facts.construction(i, j),
        np.minimum(facts.questions[i] - facts.questions[j], 3) * 9 + speech,
    )
    codes = np.stack([np.asarray(column, dtype=np.int32) for column in columns], axis=1)
    return np.asarray(codes + PAIR_OFFSETS, dtype=np.int32)


class _Facts:
    """The attributes of the mentions as arrays."""

    def __init__(self, parse: Parse, table: Attributes) -> None:
        heads = [mention.head for mention in table.mentions]
        self.start = np.array([mention.start for mention in table.mentions])
        self.end = np.array([mention.end for mention in table.mentions])
        self.head = np.array(heads)
        self.kind = np.array(table.kinds, dtype=np.int64)
        self.pronoun = np.array(table.pronouns)
        self.number = np.array(table.numbers)
        self.gender = np.array(table.genders)
        self.animacy = np.array(table.animacies)
        self.entity = np.array(table.entities)
        self.determiner = np.array(table.determiners)
        persons = np.array(table.persons)
        self.speech = np.where(persons == FIRST, 1, np.where(persons == SECOND, 2, 0))
        self.content_size = np.array([len(content) for content in table.contents])
        self.string, self.head_word = _numbered(table.strings), _numbered(table.heads)
        self.sentence = np.array([parse.sentence_of[head] for head in heads])
        self.role = np.array([ROLES.get(parse.deps[head], 0) for head in heads])
        governors = [_governor(parse, head) for head in heads]
        self.governor = np.array(governors)
        self.governor_lemma = _numbered([parse.lemmas[governor] for governor in governors])
        self.reflexive = np.array([2 if word in REFLEXIVES else 0 for word in table.heads])
        marks = quotation(parse)
        self.quoted = np.array([marks[head] for head in heads])
        asked = np.cumsum([word == "?" for word in parse.words])
        self.questions = asked[self.head] if heads else self.head
        self.frequency = np.searchsorted(np.array([1, 2, 4, 9]), np.bincount(self.head_word)[self.head_word] if heads else self.head)
        self.copula = np.array([parse.heads[head] if parse.deps[head] == "attr" else -1 for head in heads])
        self.subject_of = np.array([parse.heads[head] if parse.deps[head] == "nsubj" else -2 for head in heads])
        self.apposed = np.array([parse.heads[head] if parse.deps[head] == "appos" else -1 for head in heads])

    def construction(self, i: Ints, j: Ints) -> npt.NDArray[np.int64]:
        """1 for a predicate nominative, 2 for an apposition, 0 for neither."""
        return np.where(
            (self.copula[i] == self.subject_of[j]) | (self.copula[j] == self.subject_of[i]),
            1,
            np.where(self.apposed[i] == self.head[j], 2, 0),
        )

    def mentions_between(self, i: Ints, j: Ints) -> npt.NDArray[np.int64]:
        """How many mentions between the two agree with the anaphor as well as a pronoun demands."""
        counts = np.zeros(len(i), dtype=np.int64)
        demand = self.number * 16 + self.gender * 4 + self.animacy
        for value in np.unique(demand):
            number, gender, animacy = value // 16, value // 4 % 4, value % 4
            fits = _agrees(self.number, number) & _agrees(self.gender, gender) & _agrees(self.animacy, animacy)
            before = np.concatenate([[0], np.cumsum(fits)])
            chosen = demand[i] == value
            counts[chosen] = before[i[chosen]] - before[j[chosen] + 1]
        return counts


def _agrees(values: npt.NDArray[np.int64], wanted: int) -> npt.NDArray[np.bool_]:
    return (values == wanted) | (values == 0) if wanted else np.ones(len(values), dtype=bool)


def _numbered(strings: list[str]) -> npt.NDArray[np.int64]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(string, len(numbers)) for string in strings], dtype=np.int64)


def _governor(parse: Parse, head: int) -> int:
    """The word that the mention hangs on, through prepositions."""
    governor = parse.heads[head]
    while parse.deps[governor] in ("prep", "agent") and parse.heads[governor] != governor:
        governor = parse.heads[governor]
    return governor
