"""The formulas and the germinators, word for word, with dictionaries and loops: slow, and plain to read.

`chains` are pairs of a participant's type and the slots it fills; a slot is a pair of verb and role.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import log2

import numpy as np

ROLES = ("SUBJ", "OBJ", "PREP")


def jaccard(one, other):
    """Shared events among all events of two schemas (eq. 1)."""
    union = set(one) | set(other)
    return len(set(one) & set(other)) / len(union) if union else 0.0


def type_score(scores, one, other, kind):
    """L(a, b, t): what the sparse rows of `scores` say of a participant of this type that fills both slots."""
    numbers = scores.slot_number
    if one not in numbers or other not in numbers or kind not in scores.types:
        return -1.0
    row = scores.filler_row(numbers[one])
    fillers = scores.fillers[row]
    fits = (scores.filler_slot[fillers] == numbers[other]) & (scores.filler_type[fillers] == scores.types.index(kind))
    return float(scores.gains[row][fits].sum()) - 1.0


class Reference:
    def __init__(
        self,
        chains,
        size=6,
        number=800,
        type_weight=1.0,
        beta=0.3,
        discount=False,
        best_only=False,
        as_program=False,
        seed=0,
    ):
        self.size, self.number, self.type_weight, self.beta = size, number, type_weight, beta
        self.discount, self.best_only, self.as_program, self.seed = discount, best_only, as_program, seed
        self.singles, self.pairs, self.typed = Counter(), Counter(), Counter()
        for kind, slots in chains:
            for slot in set(slots):
                self.singles[slot] += 1
            for pair in combinations(set(slots), 2):
                self.pairs[frozenset(pair)] += 1
                self.typed[frozenset(pair), kind] += 1
        self.all_singles, self.all_pairs = sum(self.singles.values()), sum(self.pairs.values())
        self.types = {kind for _, kind in self.typed}
        frequency = Counter()
        for (verb, _role), times in self.singles.items():
            frequency[verb] += times
        self.verbs = sorted(frequency, key=lambda verb: (-frequency[verb], verb))
        self.seeds = self.verbs[: self.number]

    def slots_of(self, verb):
        return [(verb, role) for role in ROLES if (verb, role) in self.singles]

    # Scores

    def pmi(self, one, other):
        pair = self.pairs[frozenset((one, other))]
        if not (pair and self.singles[one] and self.singles[other]):
            return 0.0
        alone = (self.singles[one] / self.all_singles) * (self.singles[other] / self.all_singles)
        pmi = log2((pair / self.all_pairs) / alone)
        if self.discount:
            rarer = min(self.singles[one], self.singles[other])
            pmi *= pair / (pair + 1) * rarer / (rarer + 1)
        return pmi

    def type_score(self, one, other, kind):
        times = self.typed[frozenset((one, other)), kind]
        return self.type_weight * log2(times) if times else -1.0

    def chain_similarity(self, chain, slot):
        association = sum(self.pmi(other, slot) for other in chain)
        seen = [other for other in chain if self.pairs[frozenset((other, slot))]]
        return association + max(
            sum(self.type_score(slot, other, kind) for other in seen)
            + sum(self.type_score(one, other, kind) for one, other in combinations(chain, 2))
            for kind in (self.types_of(slot) if self.as_program else self.types)
        )

    def types_of(self, slot):
        """Those it was seen with; the program has NULL where there are none."""
        return {kind for pair, kind in self.typed if slot in pair} or {"NULL"}

    def narrative_similarity(self, chains, verb):
        slots = self.slots_of(verb)
        if not any(self.pairs[frozenset((slot, other))] for slot in slots for chain in chains for other in chain):
            return self.beta * len(slots)
        if self.as_program:
            chains = [
                chain
                for chain in chains
                if any(self.pairs[frozenset((slot, other))] for slot in slots for other in chain)
            ]
        return sum(max(self.beta, max(self.chain_similarity(chain, slot) for chain in chains)) for slot in slots)

    # Growing

    def start(self, verb):
        return [verb], [[slot] for slot in self.slots_of(verb)]

    def insert(self, schema, verb):
        events, chains = schema
        slots, taken = self.slots_of(verb), set()
        fits = [
            (-round(self.chain_similarity(chain, slot), 9), place, number)
            for number, chain in enumerate(chains)
            for place, slot in enumerate(slots)
        ]
        placed, joining = {}, self.beta * (2 if self.as_program else 1)
        for score, place, number in sorted(fits):
            if -score - joining > 1e-9 and place not in placed and number not in taken:
                placed[place] = number
                taken.add(number)
        for place, number in placed.items():
            chains[number].append(slots[place])
        chains.extend([slot] for place, slot in enumerate(slots) if place not in placed)
        events.append(verb)

    # Germinators

    def linear(self):
        schemas = []
        for verb in self.verbs:
            least = self.beta * len(self.slots_of(verb))
            fitting = []
            for number, (events, chains) in enumerate(schemas):
                excess = round(self.narrative_similarity(chains, verb) - least, 9) if len(events) < self.size else 0
                if excess > 0:
                    fitting.append((-excess, number))
            if self.best_only:
                fitting = sorted(fitting)[:1]
            for _, number in fitting:
                self.insert(schemas[number], verb)
            if not fitting:
                schemas.append(self.start(verb))
        return schemas

    def linear_truncated(self):
        return self.linear()[: self.number]

    def counter_training(self):
        schemas = [self.start(verb) for verb in self.seeds]
        growing = [schema for schema in schemas if self.size > 1]
        while growing:
            tables = [{verb: self.narrative_similarity(schema[1], verb) for verb in self.verbs} for schema in growing]
            mean = {verb: sum(table[verb] for table in tables) / len(growing) for verb in self.verbs}
            takers = []
            for schema, table in zip(growing, tables, strict=True):
                above = {verb: round(table[verb] - mean[verb], 9) for verb in self.verbs if verb not in schema[0]}
                best = max(above, key=above.get, default=None)  # the first of equals, so the most frequent
                if best is not None and above[best] > 0:
                    takers.append((schema, best))
            for schema, verb in takers:
                self.insert(schema, verb)
            growing = [schema for schema, _ in takers if len(schema[0]) < self.size]
        return schemas

    def random_walker(self):
        schemas = [self.start(verb) for verb in self.seeds]
        steps = min(self.size, len(self.verbs)) - 1
        draws = np.random.default_rng(self.seed).random((len(schemas), steps))
        for schema, row in zip(schemas, draws, strict=True):
            for draw in row:
                candidates = [verb for verb in self.verbs if verb not in schema[0]]
                weights = [2 ** self.narrative_similarity(schema[1], verb) for verb in candidates]
                point, passed = draw * sum(weights), 0.0
                for verb, weight in zip(candidates, weights, strict=True):
                    passed += weight
                    if passed > point:
                        self.insert(schema, verb)
                        break
        return schemas
