"""Which script does a stretch of text follow, if any? Without the right one nothing should be said to be left out.

Two witnesses are heard: the scenario system, which says how many sentences each scenario may be expected to have, and
the scripts, whose wordings the sentences are more or less near to. A conditional logit over all scripts, and over none,
weighs them; it was learnt from stories and found texts that taught the scenario system nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.extras import require
from tacit.scripts.base import ScriptBase
from tacit.scripts.recognising import Floats, Piece

FEATURES = ("expected", "near", "nearest")
"""How many sentences may be about the scenario (as a logarithm); how near all sentences are to the script's wordings on
the average; and how near the nearest three are."""
BIAS = "bias"
WEIGHTS = {BIAS: -13.0, "expected": 0.8, "near": 21.0, "nearest": 4.0}
"""Used where nothing was learnt."""
_LEAST = 0.02
_NEAREST = 3
_STRENGTH = 0.5
"""How far the weights are held down."""

Table = npt.NDArray[np.float64]


class Options(NamedTuple):
    """The scripts that a text may follow, with what speaks for each (`FEATURES`)."""

    scenarios: tuple[str, ...]
    rows: Table

    def chances(self, weights: Mapping[str, float] | None = None) -> Table:
        """How likely the text follows each of them; what is missing to one is that it follows none."""
        weights = weights or WEIGHTS
        scores = self.rows @ np.array([weights[name] for name in FEATURES]) + weights[BIAS]
        chances: Table = _softmax(np.append(scores, 0.0))[:-1]
        return chances

    def chance(self, scenario: str, weights: Mapping[str, float] | None = None) -> float:
        """How likely the text follows one of them; 0 for one that is not there."""
        if scenario not in self.scenarios:
            return 0.0
        return float(self.chances(weights)[self.scenarios.index(scenario)])

    def best(self, weights: Mapping[str, float] | None = None) -> str:
        """The likeliest."""
        return self.scenarios[int(self.chances(weights).argmax())]


def nearness(parts: Sequence[Piece], vectors: Floats, base: ScriptBase) -> Floats:
    """Sentences × written scripts: how near a piece of the sentence comes to a wording."""
    numbers = np.array([part[0] for part in parts])
    starts = np.flatnonzero(np.diff(numbers, prepend=-1))  # pieces of a sentence stand together
    found = np.zeros((len(starts), len(base.vectors)), np.float32)
    for column, wordings in enumerate(base.vectors.values()):
        found[:, column] = np.maximum.reduceat((vectors @ wordings.T).max(1), starts)
    return found


def options(near: Floats, expected: Mapping[str, float], base: ScriptBase) -> Options:
    """What speaks for each written script, where sentences are so near to them (`nearness`).

    So many sentences are expected to be about each scenario.
    """
    counts = np.array([expected.get(scenario, 0.0) for scenario in base.vectors])
    ordered = np.sort(near, axis=0)
    rows = np.column_stack([np.log(counts + _LEAST), ordered.mean(0), ordered[-_NEAREST:].mean(0)])
    return Options(tuple(base.vectors), rows.astype(np.float64))


Choice = tuple[Options, frozenset[str]]
"""The scripts that a text may follow, and the scenarios that it is about."""
Rows = tuple[Table, list[int], float]
"""Rows of the scripts and of none, the numbers of the right ones, and what the text counts."""


def learn(stories: Sequence[Choice], others: Sequence[Choice] = ()) -> dict[str, float]:
    """The weights, from stories, which are about something, and other texts, which need not be.

    Of either kind all texts together count alike, unless there are fewer others.
    """
    shown = _rows(stories, 1.0) + _rows(others, min(1.0, len(stories) / max(1, len(others))))
    if not any(right != [len(rows) - 1] for rows, right, _ in shown):
        return dict(WEIGHTS)
    centre = np.mean([rows[:-1].max(0) for rows, *_ in shown], axis=0) * _COUNTS
    centred = [(rows - centre * rows[:, -1:], right, counts) for rows, right, counts in shown]
    found = require("scipy.optimize", extra="neural").minimize(
        _loss, np.zeros(len(centre)), args=(centred,), jac=True, method="L-BFGS-B"
    )
    weights = found.x[:-1]
    bias = float(found.x[-1] - weights @ centre[:-1])
    return {BIAS: bias, **dict(zip(FEATURES, map(float, weights * _SCALE), strict=True))}


_SCALE = np.array([1.0, 5.0, 5.0])
"""Cosines differ less than logarithms of counts."""
_COUNTS = np.array([1.0, 1.0, 1.0, 0.0])
"""The last column is that of the bias."""


def _rows(texts: Sequence[Choice], counts: float) -> list[Rows]:
    """Texts that a script fits, or none."""
    found = []
    for possible, scenarios in texts:
        right = [number for number, scenario in enumerate(possible.scenarios) if scenario in scenarios]
        if right or not scenarios:
            rows = np.column_stack([possible.rows * _SCALE, np.ones(len(possible.rows))])
            found.append((np.vstack([rows, np.zeros(rows.shape[1])]), right or [len(rows)], counts))
    return found


def _loss(weights: Table, shown: Sequence[Rows]) -> tuple[float, Table]:
    """How little the right scripts get, with the weights held down, and its slope."""
    value, slope = _STRENGTH * float(weights @ weights), 2 * _STRENGTH * weights
    for rows, right, counts in shown:
        chances = _softmax(rows @ weights)
        sure = chances[right].sum() + 1e-12
        value -= counts * float(np.log(sure))
        slope = slope + counts * (rows.T @ chances - rows[right].T @ (chances[right] / sure))
    return value, slope


def _softmax(scores: Table) -> Table:
    powers = np.exp(scores - scores.max())
    shares: Table = powers / powers.sum()
    return shares
