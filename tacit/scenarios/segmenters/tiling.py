"""What all tiling segmenters share: coherence across gaps, depth of its valleys, and which valleys are deep enough.

Gap `g` lies between sentences `g` and `g + 1`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
_DECIMALS = 9
_ROUNDING = 10.0**-_DECIMALS


def coherence(vectors: npt.ArrayLike, window: int) -> Floats:
    """For each gap the cosine of the sums of up to `window` vectors on either side; 0 where a side is empty."""
    rows = np.asarray(vectors, dtype=np.float64)
    total = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
    gaps = np.arange(1, len(rows))
    left = total[gaps] - total[np.maximum(gaps - window, 0)]
    right = total[np.minimum(gaps + window, len(rows))] - total[gaps]
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    cosines = np.einsum("gd,gd->g", left, right) / np.where(lengths > 0, lengths, 1.0)
    return np.asarray(np.round(cosines, _DECIMALS))  # else rounding errors would make valleys of flat stretches


def sparse_coherence(bags: Sequence[Counter[str]], window: int) -> list[float]:
    """The same for sentences as bags of words.

    >>> sparse_coherence([Counter(["tea", "cup"]), Counter(["tea"]), Counter(["bus"])], window=1)
    [0.7071067811865475, 0.0]
    """
    scores = []
    for gap in range(1, len(bags)):
        left = sum(bags[max(gap - window, 0) : gap], Counter[str]())
        right = sum(bags[gap : gap + window], Counter[str]())
        shared = sum(count * right[word] for word, count in left.items())
        lengths = math.hypot(*left.values()) * math.hypot(*right.values())
        scores.append(shared / lengths if lengths else 0.0)
    return scores


def depths(scores: Sequence[float] | Floats) -> dict[int, float]:
    """The gaps at local minima, with how deep each lies below the nearest peaks on its two sides (Hearst 1994).

    A flat valley counts once, at its middle. A gap at the edge of the text has a peak on one side only.

    >>> depths([0.75, 0.5, 0.75, 0.25, 0.25, 0.25, 1.0])
    {1: 0.5, 4: 1.25}
    """
    values = [float(score) for score in scores]
    found: dict[int, float] = {}
    first = 0
    while first < len(values):
        last = first
        while last + 1 < len(values) and values[last + 1] == values[first]:
            last += 1
        falls = first == 0 or values[first - 1] > values[first]
        rises = last == len(values) - 1 or values[last + 1] > values[last]
        is_whole_text = first == 0 and last == len(values) - 1
        if falls and rises and not is_whole_text:
            peaks = _climb(values, first, -1) + _climb(values, last, 1)
            found[(first + last) // 2] = peaks - 2 * values[first]
        first = last + 1
    return found


def _climb(values: list[float], place: int, step: int) -> float:
    """The height reached by going uphill from a place in one direction."""
    while 0 <= place + step < len(values) and values[place + step] >= values[place]:
        place += step
    return values[place]


def threshold(found: dict[int, float], x: float) -> float:
    """How deep a valley must be at least: µ − σ/x over the depth scores, as the paper writes it.

    A smaller positive `x` lowers the bar; a negative one raises it above the mean.
    """
    scores = np.fromiter(found.values(), dtype=np.float64)
    return float(scores.mean() - scores.std() / x) if len(scores) else 0.0


def tile(scores: Sequence[float] | Floats, x: float) -> list[int]:
    """The sentences that start a segment, given the coherence across each gap.

    A valley just as deep as the threshold passes; so a text with a single valley is split there.
    """
    found = depths(scores)
    least = threshold(found, x) - _ROUNDING
    return [0, *(gap + 1 for gap, depth in found.items() if depth > least)]
