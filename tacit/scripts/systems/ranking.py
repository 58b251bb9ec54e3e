"""From a score for each event to proposals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.scripts.statistics import Array
from tacit.scripts.task import Proposal


def ranked(scores: Array, told: Sequence[int]) -> list[Proposal]:
    """Events that are not told, best first, with the softmax of their scores; of equal ones the earlier comes first.

    >>> [proposal.event for proposal in ranked(np.array([0.0, 2.0, 1.0]), told=[1])]
    [2, 0]
    """
    open_events = [event for event in range(len(scores)) if event not in set(told)]
    if not open_events:
        return []
    chosen = scores[open_events]
    weights = np.exp(chosen - chosen.max())
    probabilities = weights / weights.sum()
    order = sorted(range(len(open_events)), key=lambda place: (-probabilities[place], place))
    return [Proposal(open_events[place], float(probabilities[place])) for place in order]
