"""Our own system: what a text tells, what it does not, and between what an event would stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tacit.errors import InputError
from tacit.extras import require
from tacit.scripts.statistics import Array, TellingStatistics, statistics_of
from tacit.scripts.systems.ranking import ranked
from tacit.scripts.task import OmissionSystem, Proposal, Script

FEATURES = ("usual", "told", "untold", "between")
"""How usual the event is; how well it goes with what is told and with what is not; the gaps that it would fill."""


class ToldSystem(OmissionSystem):
    """A conditional logit over the events that a text does not tell.

    Its four features are log-ratios that are counted over the scenario's texts. Their weights are the same for all
    scenarios and learnt by hiding, one at a time, the events of texts that are left out of the counts. `decay` is what
    the squared weights count in the loss.
    """

    name = "tacit"

    def __init__(self, decay: float = 1.0) -> None:
        self.decay = decay
        self._weights: Array = np.array([0.8, 0.25, 0.2, 0.25])

    def fit(self, scripts: Sequence[Script]) -> ToldSystem:
        """Learn the four weights by maximum likelihood."""
        cases = [case for script in scripts for case in _hidden(script)]
        if not cases:
            raise InputError("there is no text with two events of a script to learn from")
        minimize = require("scipy.optimize", extra="neural").minimize
        arrays = (*_padded(cases), self.decay)
        found = minimize(_loss, np.zeros(len(FEATURES)), args=arrays, jac=True, method="L-BFGS-B")
        self._weights = np.asarray(found.x, dtype=np.float64)
        return self

    def propose(self, script: Script, told: Sequence[int]) -> list[Proposal]:
        """By the weighted sum of the four features."""
        return ranked(features(statistics_of(script), told) @ self._weights, told)

    def weights(self) -> dict[str, float]:
        """By the names of the features."""
        return dict(zip(FEATURES, self._weights.round(4).tolist(), strict=True))

    def restore(self, weights: Mapping[str, float]) -> ToldSystem:
        """The inverse of `weights`."""
        self._weights = np.array([float(weights[name]) for name in FEATURES])
        return self


def features(counted: TellingStatistics, told: Sequence[int]) -> Array:
    """A row an event, a column a feature."""
    present, absent = counted.evidence(told)
    return np.stack([counted.log_odds(), present, absent, np.log(counted.expected_in_gaps(told))], axis=1)


def _hidden(script: Script) -> list[tuple[Array, int]]:
    """For each event of each text: features of all events that the rest does not tell, and the place of the hidden."""
    counted = TellingStatistics(len(script.events), script.tellings)
    cases = []
    for telling in script.tellings:
        counted.add(telling, -1)
        for event in sorted(set(telling)):
            rest = [each for each in telling if each != event]
            open_events = [each for each in range(counted.size) if each not in rest]
            cases.append((features(counted, rest)[open_events], open_events.index(event)))
        counted.add(telling)
    return [case for case in cases if len(case[0]) > 1]


def _padded(cases: Sequence[tuple[Array, int]]) -> tuple[Array, Array, Array]:
    """Cases as one array, with a mask of what is no padding and one of what was hidden."""
    longest = max(len(rows) for rows, _ in cases)
    padded = np.zeros((len(cases), longest, len(FEATURES)))
    open_, wanted = np.zeros((len(cases), longest)), np.zeros((len(cases), longest))
    for number, (rows, place) in enumerate(cases):
        padded[number, : len(rows)] = rows
        open_[number, : len(rows)] = 1
        wanted[number, place] = 1
    return padded, open_, wanted


def _loss(weights: Array, padded: Array, open_: Array, wanted: Array, decay: float) -> tuple[float, Array]:
    """Negative log-likelihood with its gradient."""
    scores = np.where(open_ > 0, padded @ weights, -np.inf)
    scores = np.exp(scores - scores.max(1, keepdims=True))
    probabilities = scores / scores.sum(1, keepdims=True)
    loss = -np.log((probabilities * wanted).sum(1)).sum() + decay / 2 * weights @ weights
    gradient = np.einsum("nc,ncf->f", probabilities - wanted, padded) + decay * weights
    return float(loss), gradient
