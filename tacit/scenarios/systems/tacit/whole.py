"""A short text about one thing: where no sentence says it plainly, all of them together may."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.tacit.examples import KINDS, Floats

SHORT = 12
"""Sentences of the longest text that is looked at as a whole."""
MARGIN = 0.85
"""How far ahead of all others a label must be, in the score below. Chosen on the stories of two writers."""
LEAST, LIFTED = 0.03, 0.3
"""Sentences that may at all be about that label are then taken to be."""
_CHANCES, _SHARES, _NEARNESS = 4.0, 0.5, 6.0
_LOOKED_AT = ("wordings", "narratives", "neighbourhoods")

Chances = npt.NDArray[np.float64]


def with_whole(chances: Chances, nearness: Floats, log_shares: Floats) -> Chances:
    """The chances of a short text's sentences, lifted for the label that fits the text clearly best as a whole."""
    if len(chances) > SHORT or chances.shape[1] < 2:
        return chances
    score = whole_scores(chances, nearness, log_shares)
    second, best = np.argsort(score)[-2:]
    if score[best] - score[second] < MARGIN:
        return chances
    lifted = chances.copy()
    own = lifted[:, best]
    about = own >= LEAST
    if not about.any():
        about[int(own.argmax())] = True
    lifted[about, best] = np.maximum(own[about], LIFTED)
    return lifted


def whole_scores(chances: Chances, nearness: Floats, log_shares: Floats) -> npt.NDArray[np.float64]:
    """How well each label fits all sentences together: some sentence is about it, and on average all are near it."""
    some = 1 - np.prod(1 - chances, axis=0)
    means = nearness[:, :, 1::2].mean(0)
    near = sum(means[:, KINDS.index(kind)] for kind in _LOOKED_AT)
    return np.asarray(_CHANCES * some + _SHARES * log_shares[:, 1:].mean(0) + _NEARNESS * near, dtype=np.float64)
