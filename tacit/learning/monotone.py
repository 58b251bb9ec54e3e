"""A logistic regression whose weights keep a sign that is known beforehand.

Where examples are few and chosen, a plain regression may learn that the same verb speaks against a match. What can only
speak for something keeps a weight of at least zero, whatever the examples say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tacit.extras import require

Floats = npt.NDArray[np.float64]
_TINY = 1e-6


def fit(
    rows: Floats, targets: Floats, signs: Sequence[int], *, counts: Floats | None = None, strength: float = 1.0
) -> tuple[float, Floats]:
    """The bias, and a weight for each column: at least zero where its sign is 1, at most zero where it is -1.

    `counts` says how much each row counts; `strength` is the inverse of the regularisation of the standardised weights.

    >>> rows = np.array([[0.0, 1.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> _, weights = fit(rows, np.array([1.0, 1.0, 0.0, 0.0]), [1, 0])
    >>> float(weights[0])
    0.0
    """
    optimize = require("scipy.optimize", extra="neural")
    counts = np.ones(len(rows)) if counts is None else counts
    mean, scale = np.average(rows, axis=0, weights=counts), rows.std(0) + _TINY
    standard = (rows - mean) / scale

    def loss(values: Floats) -> tuple[float, Floats]:
        odds = standard @ values[1:] + values[0]
        gap = counts * (1 / (1 + np.exp(-np.clip(odds, -60, 60))) - targets)
        lost = (counts * (np.logaddexp(0, odds) - targets * odds)).sum() + (values[1:] ** 2).sum() / (2 * strength)
        return float(lost), np.concatenate([[gap.sum()], standard.T @ gap + values[1:] / strength])

    bounds = [(None, None), *((0 if sign > 0 else None, 0 if sign < 0 else None) for sign in signs)]
    found = optimize.minimize(loss, np.zeros(rows.shape[1] + 1), jac=True, bounds=bounds, method="L-BFGS-B").x
    weights: Floats = found[1:] / scale
    return float(found[0] - (weights * mean).sum()), weights
