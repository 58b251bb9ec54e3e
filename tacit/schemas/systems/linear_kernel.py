"""The loops of linear induction, compiled with numba.

Every verb has one turn, so each pair of slots is looked at once, in the turn of the later verb: only schemas that have
a verb it was seen with are scored, and the gains inside their chains are sums that they keep.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacit.schemas.features.kernels import Floats, Integers, compiled, pair_off, part_of_kernel
from tacit.schemas.presets import DECIMALS


class Rows(NamedTuple):
    """The sparse rows of `Associations`, where the names are explained, and its options.

    `kinds` are the types of `fillers`. `weights` are PMI less `typed`, which is 1 if types count and 0 if not; then
    pairs have no fillers.
    """

    verb_of: Integers
    verb_start: Integers
    partner_start: Integers
    partners: Integers
    weights: Floats
    pair_start: Integers
    filler_start: Integers
    kinds: Integers
    gains: Floats
    types: int
    typed: int
    size: int
    beta: float
    joining: float
    best_only: bool
    as_program: bool


class Growing(NamedTuple):
    """Schemas under way, a row each: events and their scores, and slots with the chain, numbered within the schema.

    `sizes` counts the events of each schema, `filled` its slots, `widths` its chains. A chain of two slots or more has
    its gains inside (see `growth`) by type in `inner[inner_of[schema, chain]]`, and the greatest in `best_inner`.
    """

    events: Integers
    scores: Floats
    slots: Integers
    chains: Integers
    sizes: Integers
    filled: Integers
    widths: Integers
    inner_of: Integers
    best_inner: Floats
    inner: list[Floats]


@compiled
def grow_linearly(rows: Rows, given: Integers) -> tuple[int, Integers, Floats, Integers, Integers, Integers, Integers]:
    """The number of schemas in the end, then `events`, `scores`, `slots`, `chains`, `sizes` and `filled` of `Growing`.

    `given` verbs start a schema each, and the others may only join; if none is given, a verb that fits nowhere starts
    one.
    """
    verbs = len(rows.verb_start) - 1
    size = min(rows.size, verbs)
    growing = Growing(
        np.empty((verbs, size), np.int32),
        np.empty((verbs, size)),
        np.empty((verbs, 3 * size), np.int32),
        np.empty((verbs, 3 * size), np.int32),
        np.zeros(verbs, np.int32),
        np.zeros(verbs, np.int32),
        np.zeros(verbs, np.int32),
        np.empty((verbs, 3 * size), np.int32),
        np.empty((verbs, 3 * size)),
        [np.zeros(rows.types)],
    )
    is_given, scratch, schemas = np.zeros(verbs, np.bool_), np.zeros(rows.types), 0
    for verb in given:
        is_given[verb] = True
        join(rows, growing, schemas, verb, scratch)
        schemas += 1
    for verb in range(verbs):
        if is_given[verb]:
            continue
        fitting = that_fit(rows, growing, schemas, verb, scratch)
        for schema in fitting:
            join(rows, growing, schema, verb, scratch)
        if not len(fitting) and not len(given):
            join(rows, growing, schemas, verb, scratch)
            schemas += 1
    return schemas, growing.events, growing.scores, growing.slots, growing.chains, growing.sizes, growing.filled


@part_of_kernel
def that_fit(rows: Rows, growing: Growing, schemas: int, verb: int, scratch: Floats) -> Integers:
    """The schemas that a verb fits; of two that fit equally well, the older is the better one."""
    verb_of, partners, events, sizes = rows.verb_of, rows.partners, growing.events, growing.sizes
    is_seen = np.zeros(len(events), np.bool_)
    for place in range(rows.partner_start[rows.verb_start[verb]], rows.partner_start[rows.verb_start[verb + 1]]):
        is_seen[verb_of[partners[place]]] = True
    fitting, number, best = np.empty(schemas, np.int32), 0, 0.0
    for schema in range(schemas):
        fits = False
        for place in range(sizes[schema] if sizes[schema] < rows.size else 0):
            fits = fits or is_seen[events[schema, place]]
        if fits:
            similarities = slot_similarities(rows, growing, schema, verb, scratch)
            excess = round(narrative_excess(rows, growing, schema, verb, similarities), DECIMALS)
            if excess > best:
                if rows.best_only:
                    number, best = 0, excess
                fitting[number] = schema
                number += 1
    return fitting[:number]


@part_of_kernel
def narrative_excess(rows: Rows, growing: Growing, schema: int, verb: int, similarities: Floats) -> float:
    """How far narsim is above β a slot, from chainsim' of each slot, a row each, with each chain.

    The program looks only at chains that the verb was seen with.
    """
    counts = np.full(similarities.shape[1], not rows.as_program)
    for place in range(growing.filled[schema] if rows.as_program else 0):
        for slot in range(rows.verb_start[verb], rows.verb_start[verb + 1]):
            low, high = rows.partner_start[slot], rows.partner_start[slot + 1]
            if find_pair(rows.partners, low, high, growing.slots[schema, place]) >= 0:
                counts[growing.chains[schema, place]] = True
    total = 0.0
    for slot in range(similarities.shape[0]):
        best = rows.beta
        for chain in range(similarities.shape[1]):
            if counts[chain]:
                best = max(best, similarities[slot, chain])
        total += best - rows.beta
    return total


@part_of_kernel
def slot_similarities(rows: Rows, growing: Growing, schema: int, verb: int, scratch: Floats) -> Floats:
    """chainsim' of each slot of the verb, a row each, with each chain of the schema.

    `scratch`, a number for each type, is used up and given back as it was, 0.
    """
    partners, weights, pair_start, kinds, gains = rows.partners, rows.weights, rows.pair_start, rows.kinds, rows.gains
    slots, chains, filled = growing.slots, growing.chains, growing.filled[schema]
    first = rows.verb_start[verb]
    similarities = np.empty((rows.verb_start[verb + 1] - first, growing.widths[schema]))
    for row in range(similarities.shape[0]):
        low, high = rows.partner_start[first + row], rows.partner_start[first + row + 1]
        for chain in range(similarities.shape[1]):
            inner = growing.inner[growing.inner_of[schema, chain]]
            total, best, length = 0.0, 0.0 if rows.as_program else growing.best_inner[schema, chain], 0
            for place in range(filled):
                if chains[schema, place] != chain:
                    continue
                length += 1
                pair = find_pair(partners, low, high, slots[schema, place])
                if pair >= 0:
                    total += weights[pair]
                    for filler in range(pair_start[pair], pair_start[pair + 1]):
                        scratch[kinds[filler]] += gains[filler]
                        best = max(best, scratch[kinds[filler]] + inner[kinds[filler]])
            for filler in range(rows.filler_start[first + row], rows.filler_start[first + row + 1]):
                if rows.as_program:  # types that the slot was seen with, and no others
                    best = max(best, scratch[kinds[filler]] + inner[kinds[filler]])
                scratch[kinds[filler]] = 0.0
            similarities[row, chain] = total + best - rows.typed * length * (length - 1) / 2
    return similarities


@part_of_kernel
def find_pair(partners: Integers, low: int, high: int, slot: int) -> int:
    """Where a slot stands among the partners from `low` up to `high`, −1 if it is none of them."""
    end = high
    while low < high:
        middle = (low + high) // 2
        if partners[middle] < slot:
            low = middle + 1
        else:
            high = middle
    return low if low < end and partners[low] == slot else -1


@part_of_kernel
def join(rows: Rows, growing: Growing, schema: int, verb: int, scratch: Floats) -> None:
    """Let a verb join a schema: each slot goes to the chain it fits best, else opens one."""
    similarities = slot_similarities(rows, growing, schema, verb, scratch)
    chosen = pair_off(similarities, rows.joining)
    excess = narrative_excess(rows, growing, schema, verb, similarities)  # before its slots join
    for row in range(len(chosen)):
        slot, chain = rows.verb_start[verb] + row, chosen[row]
        if chain < 0:
            chain = growing.widths[schema]
            growing.widths[schema] += 1
            growing.inner_of[schema, chain] = 0  # that of all chains of one slot: nothing
            growing.best_inner[schema, chain] = 0.0
        else:
            gain_inside(rows, growing, schema, chain, slot)
        growing.slots[schema, growing.filled[schema]] = slot
        growing.chains[schema, growing.filled[schema]] = chain
        growing.filled[schema] += 1
    growing.events[schema, growing.sizes[schema]] = verb
    growing.scores[schema, growing.sizes[schema]] = rows.beta * len(chosen) + excess
    growing.sizes[schema] += 1
    if growing.sizes[schema] == rows.size:
        for chain in range(growing.widths[schema]):  # it takes in no more: let go of the memory
            growing.inner[growing.inner_of[schema, chain]] = growing.inner[0]


@part_of_kernel
def gain_inside(rows: Rows, growing: Growing, schema: int, chain: int, slot: int) -> None:
    """Add the gains of a slot with those of a chain to what is inside it."""
    if growing.inner_of[schema, chain] == 0:
        growing.inner_of[schema, chain] = len(growing.inner)
        growing.inner.append(np.zeros(rows.types))
    inner, best = growing.inner[growing.inner_of[schema, chain]], growing.best_inner[schema, chain]
    for place in range(growing.filled[schema]):
        pair = -1
        if growing.chains[schema, place] == chain:
            other = growing.slots[schema, place]
            pair = find_pair(rows.partners, rows.partner_start[slot], rows.partner_start[slot + 1], other)
        if pair >= 0:
            for filler in range(rows.pair_start[pair], rows.pair_start[pair + 1]):
                inner[rows.kinds[filler]] += rows.gains[filler]
                best = max(best, inner[rows.kinds[filler]])
    growing.best_inner[schema, chain] = best
