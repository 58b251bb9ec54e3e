"""Sets with a promise: which candidates must be kept so that the right one is among them in so many cases of ten?

Split conformal prediction (Vovk, Gammerman and Shafer 2005; Angelopoulos and Bates 2023, section 1): of `n` examples
that taught nothing, take the probability that was given to what is right. The k-th smallest of them, with
k = ⌊(n + 1)(1 − coverage)⌋, is the cut: what is right in a new case of the same kind stays above it at least as often
as was asked for, whatever the probabilities are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from tacit.errors import UsageError

_ROUNDING = 1e-9
"""(n + 1)(1 − coverage) is often a whole number but for the last bit."""


def cut(scores: Sequence[float], coverage: float) -> float:
    """The probability from which candidates are kept; `scores` are those of what was right in the examples.

    >>> cut([0.9, 0.2, 0.8, 0.5, 0.7, 0.6, 0.4, 0.3, 0.95], 0.8)
    0.3
    """
    if not 0 < coverage < 1:
        raise UsageError(f"a coverage lies between 0 and 1, such as 0.9, not {coverage:g}")
    place = floor((len(scores) + 1) * (1 - coverage) + _ROUNDING)
    if place < 1:
        most = floor(1000 * len(scores) / (len(scores) + 1)) / 1000
        raise UsageError(
            f"a coverage of {coverage:g} cannot be promised from {len(scores)} examples; at most {most:g} can"
            if scores
            else "this model was not calibrated, so no coverage can be promised; make one with tacit's compile commands"
        )
    return sorted(scores)[place - 1]
