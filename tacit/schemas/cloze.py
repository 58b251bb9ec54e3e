"""Narrative cloze: one event of a chain is hidden, and a model of events must find it from the others.

As a ranking of all events (Chambers and Jurafsky 2008), and as a choice among five, four of them taken from elsewhere
(Granroth-Wilding and Clark 2016). An event is a slot: the verb, and the role in which the chain's participant fills it.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.corpus import Corpus, sql
from tacit.errors import InputError
from tacit.learning.parameters import WithParameters
from tacit.progress import Progress, no_progress
from tacit.schemas.task import ROLES, Slot

Vector = npt.NDArray[np.float64]
Places = Sequence[int] | slice
ALL = slice(None)
CHOICES = 5
LEAST_EVENTS = 2 * CHOICES
"""Different events that there must be to draw wrong choices from."""


@dataclass(frozen=True, slots=True)
class EventChain:
    """The different slots that one participant of a document fills, in the order of the text."""

    document: str
    type: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A chain with one event hidden."""

    before: tuple[Slot, ...]
    after: tuple[Slot, ...]
    type: str

    @property
    def context(self) -> tuple[Slot, ...]:
        """The events that are left."""
        return self.before + self.after


@dataclass(frozen=True, slots=True)
class Question:
    """A gap, the events to choose from, and the number of the right one."""

    gap: Gap
    choices: tuple[Slot, ...]
    answer: int


class ClozeSystem(WithParameters, ABC):
    """A model of which events go together. After `fit`, `events` are those it knows."""

    name: str
    events: dict[Slot, int]

    @abstractmethod
    def fit(self, chains: Sequence[EventChain]) -> None:
        """Learn from chains."""

    @abstractmethod
    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """How well known events fit the gap: all of them in the order of `events`, or those at these places."""

    def ranking(self, gap: Gap) -> Vector:
        """By what all known events are ranked; the same as `scores`, unless a system knows better."""
        return self.scores(gap)


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
            yield Gap(chain.slots[:hidden], chain.slots[hidden + 1 :], chain.type), chain.slots[hidden]


def questions(
    chains: Sequence[EventChain], seed: int, *, minimum_events: int, pool: Sequence[EventChain] | None = None
) -> list[Question]:
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
        asked.append(Question(gap, (*others[:answer], right, *others[answer:]), answer))
    return asked


def choose(system: ClozeSystem, asked: Sequence[Question], progress: Progress = no_progress) -> dict[str, Any]:
    """Share of right choices; where several choices tie for the best, the share of them that is right counts."""
    if not asked:
        raise InputError("no chain is long enough for a question: take a lower minimum or a larger corpus")
    right = 0.0
    for number, question in enumerate(asked, 1):
        given = _choice_scores(system, question)
        best = [place for place, score in enumerate(given) if score == max(given)]
        right += (question.answer in best) / len(best)
        progress("choosing", number, len(asked))
    return {"n": len(asked), "accuracy": right / len(asked)}


def _choice_scores(system: ClozeSystem, question: Question) -> list[float]:
    """A score a choice; an event that the system does not know is worse than all it knows."""
    known = [event for event in question.choices if event in system.events]
    scores = dict(zip(known, system.scores(question.gap, [system.events[event] for event in known]), strict=True))
    return [float(scores.get(event, -np.inf)) for event in question.choices]


def rank(system: ClozeSystem, hidden: Sequence[tuple[Gap, Slot]], progress: Progress = no_progress) -> dict[str, Any]:
    """Where the hidden event stands when all known events are ranked: mean rank, its reciprocal, recall at 10 and 50.

    Events of the chain itself are left out of the ranking; ties share their ranks. A hidden event that the system
    does not know stands last.
    """
    if not hidden:
        raise InputError("no chain is long enough for a question: take a lower minimum or a larger corpus")
    ranks = []
    for number, (gap, event) in enumerate(hidden, 1):
        ranks.append(_rank(system, gap, event))
        progress("ranking", number, len(hidden))
    found = np.array(ranks)
    return {
        "n": len(ranks),
        "mean_rank": float(found.mean()),
        "mean_reciprocal_rank": float((1 / found).mean()),
        "recall_at_10": float((found <= 10).mean()),
        "recall_at_50": float((found <= 50).mean()),
        "known_events": len(system.events),
    }


def _rank(system: ClozeSystem, gap: Gap, event: Slot) -> float:
    if event not in system.events:
        return len(system.events) + 1.0
    scores = system.ranking(gap).copy()
    scores[[system.events[slot] for slot in gap.context if slot in system.events]] = -np.inf
    mine = scores[system.events[event]]
    return float(np.count_nonzero(scores > mine) + (np.count_nonzero(scores == mine) + 1) / 2)
