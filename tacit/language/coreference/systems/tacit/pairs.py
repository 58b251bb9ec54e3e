"""The ranker's candidate antecedents and its view of each pair: categorical codes, one column a feature.

Candidates of a pronoun, a name or a definite phrase are the mentions shortly before it (`NEAR_PRONOUN` or
`NEAR_OTHER` of them); those of any mention, at any distance, are the latest `FAR` that share a content word with it.
So the work grows with the length of a text, not with its square.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tacit.language.coreference.features.attributes import (
    PRONOUN_KINDS,
    Attributes,
    Determiner,
    EntityType,
    MentionKind,
)
from tacit.language.coreference.features.lexicon import FIRST, PRONOUN_NUMBERS, REFLEXIVES, SECOND
from tacit.language.coreference.features.mention_codes import N_ROLES, ROLES, Floats, Ints, quotation, voice
from tacit.language.parse import Parse

Numbers = npt.NDArray[np.int64]

NEAR_PRONOUN, NEAR_OTHER, FAR = 40, 16, 8
_NEAR = {kind: NEAR_PRONOUN if kind in PRONOUN_KINDS else NEAR_OTHER for kind in MentionKind} | {
    # What introduces something new may only repeat words.
    MentionKind.INDEFINITE: 0,
    MentionKind.BARE: 0,
    MentionKind.COORDINATION: 0,
}

_N_KINDS = len(MentionKind)
_N_ENTITIES = len(EntityType)
_N_DETERMINERS = len(Determiner)
_N_PRONOUNS = len(PRONOUN_NUMBERS) + 1
_MENTION_STEPS = np.array([1, 2, 3, 4, 6, 9, 14, 22, 35, 60, 120])
_SENTENCE_STEPS = np.array([0, 1, 2, 3, 5, 9, 16, 30])
_FREQUENCY_STEPS = np.array([1, 2, 4, 9])
_BETWEEN_STEPS = np.array([0, 1, 2, 4, 8, 16])
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
    "pronoun and entity": _N_PRONOUNS * _N_ENTITIES * 3,
    "entities": _N_ENTITIES * _N_ENTITIES,
    "roles": N_ROLES * N_ROLES * 3,
    "nesting": 4 * _N_KINDS,
    "governors": 6,
    "quotation": 4 * 9,
    "determiners": _N_DETERMINERS * _N_DETERMINERS,
    "similarity": 11 * 3,
    "frequency": 5 * _N_KINDS,
    "between": 7 * _N_KINDS,
    "construction": 4,
    "questions": 4 * 9,
    "voice": 9 * 9,
    "content similarity": 11 * 3,
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

    def __getitem__(self, part: slice) -> Pairs:
        return Pairs(
            self.anaphors[part],
            self.antecedents[part],
            self.shared[part],
            self.head_in_antecedent[part],
            self.head_in_anaphor[part],
        )


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
        near = max(0, index - _NEAR[table.kinds[index]])
        candidates = [*sorted(place for place in counts if place < near), *range(near, index)]
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


class PairFeatures:
    """Codes the pairs of one text; the attributes of its mentions are kept as arrays."""

    def __init__(self, parse: Parse, table: Attributes, head_vectors: Floats, content_vectors: Floats) -> None:
        """Vectors of each mention's head and of its content words, of length one, or zeros where unknown."""
        heads = [mention.head for mention in table.mentions]
        governors = [_governor(parse, head) for head in heads]
        quoted = quotation(parse)
        persons = np.array(table.persons)
        self.head_vectors = head_vectors
        self.content_vectors = content_vectors
        self.voice = voice(table)
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
        self.speech = np.where(persons == FIRST, 1, np.where(persons == SECOND, 2, 0))
        self.content_size = np.array([len(content) for content in table.contents])
        self.string, self.head_word = _numbered(table.strings), _numbered(table.heads)
        self.sentence = np.array([parse.sentence_of[head] for head in heads])
        self.role = np.array([ROLES.get(parse.deps[head], 0) for head in heads])
        self.governor = np.array(governors)
        self.governor_lemma = _numbered([parse.lemmas[governor] for governor in governors])
        self.reflexive = np.array([2 if word in REFLEXIVES else 0 for word in table.heads])
        self.quoted = np.array([quoted[head] for head in heads])
        self.questions = np.cumsum([word == "?" for word in parse.words])[self.head]
        self.frequency = np.searchsorted(_FREQUENCY_STEPS, np.bincount(self.head_word)[self.head_word])
        self.predicate_of = np.array([parse.heads[head] if parse.deps[head] == "attr" else -1 for head in heads])
        self.subject_of = np.array([parse.heads[head] if parse.deps[head] == "nsubj" else -2 for head in heads])
        self.apposed_to = np.array([parse.heads[head] if parse.deps[head] == "appos" else -1 for head in heads])
        self._count_agreeing()

    def codes(self, pairs: Pairs) -> Ints:
        """One row a pair, one column a feature of `PAIR_SIZES`, offset into one common range."""
        i, j = pairs.anaphors, pairs.antecedents
        kind_i, kind_j = self.kind[i], self.kind[j]
        lexical = np.clip(kind_i - 2, 0, 2)  # a pronoun, a name, another noun phrase
        pronoun_i, pronoun_j = self.pronoun[i], self.pronoun[j]
        distance = self.sentence[i] - self.sentence[j]
        nearness = np.minimum(distance, 2)
        speech = self.speech[i] * 3 + self.speech[j]
        columns = (
            kind_i * _N_KINDS + kind_j,
            np.searchsorted(_MENTION_STEPS, i - j) * _N_KINDS + kind_i,
            np.searchsorted(_SENTENCE_STEPS, distance) * _N_KINDS + kind_i,
            self._string_bits(pairs) * 3 + lexical,
            np.minimum(pairs.shared, 4) * 5 + np.minimum(self.content_size[i] - pairs.shared, 4),
            (self.gender[i] * 4 + self.gender[j]) * 3 + lexical,
            (self.number[i] * 3 + self.number[j]) * 4 + nearness + (kind_j == MentionKind.COORDINATION),
            self.animacy[i] * 3 + self.animacy[j],
            pronoun_i * _N_PRONOUNS + pronoun_j,
            (pronoun_i * N_ROLES + self.role[j]) * 3 + nearness,
            (pronoun_i * _N_ENTITIES + self.entity[j]) * 3 + self.number[j],
            self.entity[i] * _N_ENTITIES + self.entity[j],
            (self.role[i] * N_ROLES + self.role[j]) * 3 + nearness,
            self._nesting(i, j) * _N_KINDS + kind_i,
            self._governors(i, j),
            (self.quoted[i] * 2 + self.quoted[j]) * 9 + speech,
            self.determiner[i] * _N_DETERMINERS + self.determiner[j],
            np.searchsorted(_COSINE_STEPS, _cosines(self.head_vectors, i, j)) * 3 + lexical,
            self.frequency[j] * _N_KINDS + kind_i,
            np.searchsorted(_BETWEEN_STEPS, self._agreeing_between(i, j)) * _N_KINDS + kind_i,
            self._construction(i, j),
            np.minimum(self.questions[i] - self.questions[j], 3) * 9 + speech,
            self.voice * 9 + speech,
            np.searchsorted(_COSINE_STEPS, _cosines(self.content_vectors, i, j)) * 3 + lexical,
        )
        codes = np.empty((len(pairs), len(columns)), dtype=np.int32)
        for place, column in enumerate(columns):
            codes[:, place] = column
        codes += PAIR_OFFSETS
        return codes

    def _string_bits(self, pairs: Pairs) -> Numbers:
        i, j, shared = pairs.anaphors, pairs.antecedents, pairs.shared
        some = shared > 0
        bits = (
            self.string[i] == self.string[j],
            self.head_word[i] == self.head_word[j],
            some & (shared == self.content_size[i]),
            some & (shared == self.content_size[j]),
            pairs.head_in_antecedent,
            pairs.head_in_anaphor,
        )
        total = np.zeros(len(i), dtype=np.int64)
        for place, bit in enumerate(bits):
            total += bit * (1 << place)
        return total

    def _nesting(self, i: Ints, j: Ints) -> Numbers:
        """1 where the anaphor lies in the antecedent, 2 the other way round, else 0."""
        later, earlier = self.start[i] - self.start[j], self.end[i] - self.end[j]
        return np.where((later >= 0) & (earlier <= 0), 1, np.where((later <= 0) & (earlier >= 0), 2, 0))

    def _governors(self, i: Ints, j: Ints) -> Numbers:
        same = self.governor[i] == self.governor[j]
        alike = self.governor_lemma[i] == self.governor_lemma[j]
        return np.asarray(same * 1 + alike * 2 + same * self.reflexive[i])

    def _construction(self, i: Ints, j: Ints) -> Numbers:
        """1 for a predicate nominative, 2 for an apposition, 0 for neither."""
        predicated = self.predicate_of[i] == self.subject_of[j]
        inverted = self.predicate_of[j] == self.subject_of[i]
        return np.where(predicated | inverted, 1, np.where(self.apposed_to[i] == self.head[j], 2, 0))

    def _count_agreeing(self) -> None:
        """For each demand that some mention makes, how many mentions up to each place meet it."""
        demands, self._demand = np.unique(self.number * 16 + self.gender * 4 + self.animacy, return_inverse=True)
        self._agreeing = np.zeros((len(demands), len(self.number) + 1), dtype=np.int32)
        for row, demand in enumerate(demands.tolist()):
            fits = _agrees(self.number, demand // 16)
            fits &= _agrees(self.gender, demand // 4 % 4) & _agrees(self.animacy, demand % 4)
            np.cumsum(fits, out=self._agreeing[row, 1:])

    def _agreeing_between(self, i: Ints, j: Ints) -> Numbers:
        """How many mentions between the two agree with the anaphor in number, gender and animacy."""
        demand = self._demand[i]
        return np.asarray(self._agreeing[demand, i] - self._agreeing[demand, j + 1])


def _cosines(vectors: Floats, i: Ints, j: Ints) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", vectors[i], vectors[j]))


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
