"""The baseline: whatever most texts tell is missing first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.scripts.systems.ranking import ranked
from tacit.scripts.task import OmissionSystem, Proposal, Script


class Frequent(OmissionSystem):
    """The scenario's most frequent events, without those that the text tells."""

    name = "frequent"

    def fit(self, scripts: Sequence[Script]) -> Frequent:
        """There is nothing to learn."""
        return self

    def propose(self, script: Script, told: Sequence[int]) -> list[Proposal]:
        """By the number of texts that tell an event."""
        return ranked(np.log(np.array(script.counts()) + 0.5), told)
