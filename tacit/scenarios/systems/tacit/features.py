"""What the judge of labels looks at: how near a sentence, its neighbours and its text come to each scenario."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.tacit.examples import Floats

REACH = 3
"""Neighbours on either side that are looked at."""
AROUND = 6
"""How far the best neighbours are looked for."""
FAR = 8
"""How far the sentences are looked at that tell whether a passage is long."""
CANDIDATES = 15
"""Labels of a sentence that are judged."""
_FIFTH = 5
SCALE = 10.0
"""Logarithms of shares are made as small as cosines."""


def table(nearness: Floats, log_shares: Floats) -> Floats:
    """Sentences × labels × features of one text.

    `nearness` is sentences × labels × kinds; `log_shares` has a column for 'nothing' before the labels.
    """
    raw = np.concatenate([nearness, log_shares[:, 1:, None] / SCALE], axis=2)
    ordered = np.sort(raw, axis=1)[:, ::-1]
    parts = [raw, raw - ordered[:, :1], raw - ordered[:, min(_FIFTH, raw.shape[1] - 1)][:, None]]
    for distance in range(1, REACH + 1):
        before, after = _shifted(raw, distance), _shifted(raw, -distance)
        parts.append(np.maximum(before, after))
        if distance < REACH:
            parts.append((before + after) / 2)
    parts.append(_best_around(raw))
    parts += [_mean_of(raw, -FAR, 0), _mean_of(raw, 1, FAR + 1), _mean_of(raw, -FAR, FAR + 1)]
    nothing = np.broadcast_to(log_shares[:, :1, None] / SCALE, (*raw.shape[:2], 1))
    return np.concatenate([*parts, nothing], axis=2).astype(np.float32)


def _best_around(rows: Floats) -> Floats:
    """The mean of the two best sentences within some distance: what is farther away does not change a label."""
    found = np.zeros_like(rows)
    for place in range(len(rows)):
        around = rows[max(0, place - AROUND) : place + AROUND + 1]
        found[place] = np.partition(around, -min(2, len(around)), axis=0)[-2:].mean(0)
    return found


def _mean_of(rows: Floats, first: int, last: int) -> Floats:
    """The mean of the rows from one distance to another, seen from each; zeros where there are none."""
    sums = np.concatenate([np.zeros_like(rows[:1]), np.cumsum(rows, axis=0)])
    found = np.zeros_like(rows)
    for place in range(len(rows)):
        start, end = max(0, place + first), min(len(rows), place + last)
        if end > start:
            found[place] = (sums[end] - sums[start]) / (end - start)
    return found


def _shifted(rows: Floats, distance: int) -> Floats:
    """Rows moved down by so many places (up, if negative); where there is no neighbour, zeros."""
    moved = np.zeros_like(rows)
    if abs(distance) < len(rows):
        if distance > 0:
            moved[distance:] = rows[:-distance]
        else:
            moved[:distance] = rows[-distance:]
    return moved


def candidates(nearness: Floats, log_shares: Floats, count: int = CANDIDATES) -> npt.NDArray[np.int64]:
    """For each sentence the labels that may be meant, by mean nearness and by the classifier."""
    means = nearness[:, :, 1::2]
    score = log_shares[:, 1:] / 4 + 3 * means[:, :, 2] + means[:, :, 0] + 3 * means[:, :, 4]
    return np.argsort(-score, axis=1, kind="stable")[:, :count]
