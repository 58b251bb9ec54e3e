"""The inner loops of growing schemas, compiled with numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tacit.extras import require
from tacit.schemas.presets import DECIMALS

Function = TypeVar("Function", bound=Callable[..., Any])
Integers = NDArray[np.int32]
Floats = NDArray[np.float64]


def compiled(function: Function, **options: bool) -> Function:
    """The function as machine code, kept on disk between runs where there is a place for it."""
    numba = require("numba", extra="schemas")
    try:
        fast: Function = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # neither the package's folder nor the user's cache can be written
        fast = numba.njit(**options)(function)
    return fast


def part_of_kernel(function: Function) -> Function:
    """The function as machine code for other kernels to call, not for Python: it takes less time to compile."""
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


@compiled
def add_sparse(keys: Integers, values: Floats, more_keys: Integers, more_values: Floats) -> tuple[Integers, Floats]:
    """The sum of two sparse vectors whose keys are sorted."""
    shared = i = j = 0
    while i < len(keys) and j < len(more_keys):
        shared += keys[i] == more_keys[j]
        if keys[i] <= more_keys[j]:
            i += 1
            j += keys[i - 1] == more_keys[j]
        else:
            j += 1
    total = len(keys) + len(more_keys) - shared
    sum_keys, sum_values = np.empty(total, np.int32), np.empty(total, np.float64)
    i = j = 0
    for k in range(total):
        if j == len(more_keys) or (i < len(keys) and keys[i] < more_keys[j]):
            sum_keys[k], sum_values[k] = keys[i], values[i]
            i += 1
        elif i == len(keys) or more_keys[j] < keys[i]:
            sum_keys[k], sum_values[k] = more_keys[j], more_values[j]
            j += 1
        else:
            sum_keys[k], sum_values[k] = keys[i], values[i] + more_values[j]
            i += 1
            j += 1
    return sum_keys, sum_values


@compiled
def add_gains(fillers: Integers, gains: Floats, first: int, end: int, filler_type: Integers, inner: Floats) -> None:
    """Add the gains of the fillers numbered from `first` up to `end` to `inner`, each to its type."""
    for i in range(np.searchsorted(fillers, first), np.searchsorted(fillers, end)):
        inner[filler_type[fillers[i]]] += gains[i]


@compiled
def best_of_own(slot: int, fillers_of: Integers, filler_type: Integers, inner: Floats) -> float:
    """The greatest gain inside a chain with a type that the slot was seen with."""
    best = 0.0
    for filler in range(fillers_of[slot], fillers_of[slot + 1]):
        best = max(best, inner[filler_type[filler]])
    return best


@compiled
def partner_similarities(
    partners: Integers,
    sums: Floats,
    fillers: Integers,
    gains: Floats,
    filler_slot: Integers,
    filler_type: Integers,
    inner: Floats,
    best_inner: float,
    cost: float,
    fillers_of: Integers,
    as_program: bool,
) -> Floats:
    """chainsim' of one chain with each of its partners; with any other slot it is best_inner − cost.

    For a partner v it is sums[v] + max over types t of (gains[v, t] + inner[t]) − cost; all gains are above 0, so
    types that v is not seen with can be no better than the best type inside the chain. The program does not look at
    those.
    """
    similarities = np.empty(len(partners))
    j = 0
    for i in range(len(partners)):
        best = best_inner
        if as_program:
            best = best_of_own(partners[i], fillers_of, filler_type, inner)
        while j < len(fillers) and filler_slot[fillers[j]] == partners[i]:
            best = max(best, gains[j] + inner[filler_type[fillers[j]]])
            j += 1
        similarities[i] = sums[i] + best - cost
    return similarities


@compiled
def narrative_excess(
    starts: Integers,
    partners: Integers,
    similarities: Floats,
    bases: Floats,
    verb_of: Integers,
    verb_start: Integers,
    beta: float,
    best: Floats,
    leading: Integers,
) -> tuple[Integers, Floats]:
    """The verbs seen with a schema, and how far narsim of each is above its least value, β a slot.

    The chains come by falling `bases`, what each gives to a slot that is not its partner; partners of chain c and
    their chainsim' run from `starts[c]`. `best` and `leading`, a number for each slot, are used up and given back as
    they were: −inf and 0. `leading` counts the chains from the first on that the slot is a partner of, so that the
    next one has the best base that counts for it.
    """
    found = np.empty(len(partners), np.int32)
    number = 0
    for chain in range(len(bases)):
        for i in range(starts[chain], starts[chain + 1]):
            slot = partners[i]
            if best[slot] == -np.inf:
                found[number] = verb_of[slot]
                number += 1
            best[slot] = max(best[slot], similarities[i])
            if leading[slot] == chain:
                leading[slot] = chain + 1
    verbs = np.unique(found[:number])
    excess = np.empty(len(verbs))
    for place in range(len(verbs)):
        total = 0.0
        for slot in range(verb_start[verbs[place]], verb_start[verbs[place] + 1]):
            similarity = best[slot]
            if leading[slot] < len(bases):
                similarity = max(similarity, bases[leading[slot]])
            total += max(similarity - beta, 0.0)
            best[slot] = -np.inf
            leading[slot] = 0
        excess[place] = total
    return verbs, excess


@compiled
def narrative_excess_as_program(
    starts: Integers,
    partners: Integers,
    similarities: Floats,
    inner: Floats,
    costs: Floats,
    fillers_of: Integers,
    filler_type: Integers,
    verb_of: Integers,
    verb_start: Integers,
    beta: float,
) -> tuple[Integers, Floats]:
    """The same as the paper's own program has it: a chain that no slot of a verb was seen with does not count for it.

    Row c of `inner` has the gains inside chain c by type, and `costs[c]` its number of pairs.
    """
    verbs = np.unique(verb_of[partners])
    excess = np.empty(len(verbs))
    for place in range(len(verbs)):
        first, end = verb_start[verbs[place]], verb_start[verbs[place] + 1]
        best = np.full(end - first, beta)
        for chain in range(len(costs)):
            last = starts[chain + 1]
            at = starts[chain] + np.searchsorted(partners[starts[chain] : last], first)
            if at == last or partners[at] >= end:
                continue
            for slot in range(first, end):
                if at < last and partners[at] == slot:
                    similarity = similarities[at]
                    at += 1
                else:
                    similarity = best_of_own(slot, fillers_of, filler_type, inner[chain]) - costs[chain]
                best[slot - first] = max(best[slot - first], similarity)
        excess[place] = best.sum() - beta * len(best)
    return verbs, excess


@compiled
def pair_off(similarities: Floats, joining: float) -> Integers:
    """The chain (column) that each slot (row) of a verb joins, −1 for none.

    They are paired by falling chainsim', a slot and a chain once each, as long as it is above `joining`. Ties: SUBJ
    before OBJ before PREP, then the older chain.
    """
    slots, chains = similarities.shape
    chosen, is_taken = np.full(slots, -1, np.int32), np.zeros(chains, np.bool_)
    for _ in range(slots):
        best, best_slot, best_chain = -np.inf, -1, -1
        for slot in range(slots):
            for chain in range(chains):
                similarity = similarities[slot, chain]
                if chosen[slot] >= 0 or is_taken[chain] or round(similarity - joining, DECIMALS) <= 0:
                    continue
                if round(similarity, DECIMALS) > best:
                    best, best_slot, best_chain = round(similarity, DECIMALS), slot, chain
        if best_slot >= 0:
            chosen[best_slot] = best_chain
            is_taken[best_chain] = True
    return chosen


@compiled
def best_matches(
    starts: Integers, events: Integers, holders_start: Integers, holders: Integers, sizes: Integers
) -> Floats:
    """The greatest Jaccard coefficient of each schema of one set with any schema of another.

    Row s of `events` runs from `starts[s]`; row e of `holders`, the other schemas that have event e, from
    `holders_start[e]`; `sizes` counts the events of the others. The product's rows are not kept, only their maximum.
    """
    best = np.zeros(len(starts) - 1)
    shared, touched = np.zeros(len(sizes), np.int64), np.empty(len(sizes), np.int64)
    for schema in range(len(best)):
        size, reached = starts[schema + 1] - starts[schema], 0
        for event in events[starts[schema] : starts[schema + 1]]:
            for other in holders[holders_start[event] : holders_start[event + 1]]:
                if shared[other] == 0:
                    touched[reached] = other
                    reached += 1
                shared[other] += 1
        for other in touched[:reached]:
            best[schema] = max(best[schema], shared[other] / (size + sizes[other] - shared[other]))
            shared[other] = 0
    return best
