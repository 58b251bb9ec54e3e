"""How well hidden events are found.

As a choice among five, four of them taken from elsewhere (Granroth-Wilding and Clark 2016), and as a ranking of all
events (Chambers and Jurafsky 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tacit.cloze.task import ClozeQuestion, ClozeSystem, Gap
from tacit.comparison import Measured
from tacit.errors import InputError
from tacit.progress import Progress, no_progress
from tacit.schemas.task import Slot


def choose(system: ClozeSystem, asked: Sequence[ClozeQuestion], progress: Progress = no_progress) -> list[float]:
    """How right each choice is: 1 or 0, or where several choices tie for the best, the share of them that is right."""
    if not asked:
        raise InputError("no chain is long enough for a question: take a lower minimum or a larger corpus")
    right = []
    for number, question in enumerate(asked, 1):
        given = _choice_scores(system, question)
        best = [place for place, score in enumerate(given) if score == max(given)]
        right.append((question.answer in best) / len(best))
        progress("choosing", number, len(asked))
    return right


def contributions(asked: Sequence[ClozeQuestion], right: Sequence[float]) -> dict[str, Measured]:
    """What each document adds to accuracy, for a comparison with another system."""
    documents: dict[str, list[float]] = {}
    for question, each in zip(asked, right, strict=True):
        documents.setdefault(question.gap.document, []).append(each)
    return {"accuracy": Measured.ratio([(sum(each), len(each)) for each in documents.values()])}


def _choice_scores(system: ClozeSystem, question: ClozeQuestion) -> list[float]:
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
