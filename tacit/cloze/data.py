"""Chains of a corpus, gaps in them, and five-way choices."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np

from tacit.cloze.task import CHOICES, ClozeQuestion, EventChain, Gap
from tacit.corpus import Corpus, sql
from tacit.errors import InputError
from tacit.schemas.task import ROLES, Slot

LEAST_EVENTS = 2 * CHOICES
"""Different events that there must be to draw wrong choices from."""


def read_chains(
    corpus: Corpus, *, where: str = "true", minimum_mentions: int = 2, stop_verbs: Iterable[str] = ()
) -> list[EventChain]:
    """The chains of two slots or more of the documents that a condition selects."""
    stopped = ", ".join(map(sql.text, stop_verbs)) or "''"
    role = f"list_position({list(ROLES)}, slot)"  # in this order a corpus has the slots of an event
    rows = corpus.query(
        "SELECT document, chain, type, verb, slot FROM chains"  # noqa: S608
        f" WHERE mentions >= {minimum_mentions:d} AND verb NOT IN ({stopped})"
        f" AND document IN (SELECT id FROM documents WHERE {where})"
        f" ORDER BY document, chain, event, {role}, verb, preposition"
    ).fetchall()
    chains = []
    for (document, _, type), group in groupby(rows, key=lambda row: row[:3]):
        slots = tuple(dict.fromkeys(Slot(verb, role) for _, _, _, verb, role in group))
        if len(slots) > 1:
            chains.append(EventChain(document, type, slots))
    return chains


def split(chains: Sequence[EventChain], share: float, seed: int) -> tuple[list[EventChain], list[EventChain]]:
    """Chains to train and to test on: a document is on one side with all its chains, whatever else is there."""
    train: list[EventChain] = []
    test: list[EventChain] = []
    for chain in chains:
        (test if _fraction(chain.document, seed) < share else train).append(chain)
    return train, test


def sample(chains: Sequence[EventChain], most: int, seed: int) -> list[EventChain]:
    """At most so many of the chains, drawn at random, in their order."""
    if len(chains) <= most:
        return list(chains)
    chosen = np.random.default_rng(seed).choice(len(chains), most, replace=False)
    return [chains[place] for place in sorted(chosen)]


def _fraction(document: str, seed: int) -> float:
    """A number between 0 and 1 that depends on the document and the seed alone."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{document}".encode()).digest()[:8], "big") / 2**64


def gaps(chains: Iterable[EventChain], seed: int, *, minimum_events: int) -> Iterator[tuple[Gap, Slot]]:
    """One gap for each chain that is long enough, at a random place, with what stood there."""
    random = np.random.default_rng(seed)
    for chain in chains:
        if len(chain.slots) >= minimum_events:
            hidden = int(random.integers(len(chain.slots)))
            gap = Gap(chain.slots[:hidden], chain.slots[hidden + 1 :], chain.type, chain.document)
            yield gap, chain.slots[hidden]


def questions(
    chains: Sequence[EventChain], seed: int, *, minimum_events: int, pool: Sequence[EventChain] | None = None
) -> list[ClozeQuestion]:
    """A five-way choice for each gap.

    The wrong events are drawn from all events of the `pool` (the chains themselves, if not given), so an event that
    is frequent there is a frequent wrong choice, too; those that stand in the chain itself are not drawn.
    """
    events = [slot for chain in (chains if pool is None else pool) for slot in chain.slots]
    if len(set(events)) < LEAST_EVENTS:
        raise InputError(
            f"too few different events to choose from: the tested documents have {len(set(events))}, and"
            f" {LEAST_EVENTS} are needed; take a larger corpus, or test on more of it"
        )
    random = np.random.default_rng(seed + 1)
    asked = []
    for gap, right in gaps(chains, seed, minimum_events=minimum_events):
        wrong: dict[Slot, None] = {}
        for _ in range(1000):
            drawn = events[int(random.integers(len(events)))]
            if drawn != right and drawn not in gap.context:
                wrong[drawn] = None
            if len(wrong) == CHOICES - 1:
                break
        else:
            continue  # a chain that holds nearly every event there is
        answer = int(random.integers(CHOICES))
        others = list(wrong)
        asked.append(ClozeQuestion(gap, (*others[:answer], right, *others[answer:]), answer))
    return asked
