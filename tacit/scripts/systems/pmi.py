"""Narrative chains: what goes with the events that a text tells (Chambers and Jurafsky 2008)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.scripts.statistics import statistics_of
from tacit.scripts.systems.ranking import ranked
from tacit.scripts.task import OmissionSystem, Proposal, Script


class SummedPmi(OmissionSystem):
    """The sum of an event's pointwise mutual information with each event told, over the texts of the scenario."""

    name = "pmi"

    def fit(self, scripts: Sequence[Script]) -> SummedPmi:
        """There is nothing to learn."""
        return self

    def propose(self, script: Script, told: Sequence[int]) -> list[Proposal]:
        """By summed PMI, their equation 1; half a text is added to each count as events that never meet have none."""
        counted = statistics_of(script)
        together = (counted.together + 0.5) / (counted.texts + 1)
        share = (counted.told + 0.5) / (counted.texts + 1)
        pmi = np.log(together / np.outer(share, share))
        return ranked(pmi[:, sorted(set(told))].sum(1), told)
