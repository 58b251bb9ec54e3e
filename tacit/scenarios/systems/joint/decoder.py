"""The likeliest sequence of scenarios: a hidden Markov model whose states last.

A state is a scenario or, last, None. A segment goes on with a probability that depends on how much the next sentence
reads like an opening; when it ends, the next state is None with the probability `none`, else any scenario. Time and
memory grow linearly with sentences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Durations:
    """How segments follow one another: for each sentence the probability that it goes on with the one before."""

    stay: npt.NDArray[np.float64]
    none: float = 0.5

    @classmethod
    def of(cls, stay: float, openings: npt.NDArray[np.float32], none: float = 0.5) -> Durations:
        """From a general probability, and the log odds by which each sentence rather opens something."""
        chances = 1 / (1 + np.exp(openings.astype(np.float64) - math.log(stay / (1 - stay))))
        return cls(np.clip(chances, 1e-6, 1 - 1e-6), none)

    def start(self, states: int) -> Matrix:
        """The probability of each state where a segment starts."""
        chances = np.full(states, (1 - self.none) / max(1, states - 1))
        chances[-1] = self.none
        return chances


def likeliest_path(evidence: Matrix, durations: Durations) -> list[int]:
    """Viterbi: the state of each sentence, given the log likelihoods of states by sentence."""
    length, states = evidence.shape
    enter = np.log(durations.start(states))
    stay, leave = np.log(durations.stay), np.log1p(-durations.stay)
    same = np.arange(states, dtype=np.int32)
    came_from = np.empty((length, states), dtype=np.int32)
    scores = enter + evidence[0]
    for place in range(1, length):
        best = int(scores.argmax())
        going_on, starting = scores + stay[place], scores[best] + leave[place] + enter
        came_from[place] = np.where(going_on >= starting, same, best)
        scores = np.maximum(going_on, starting) + evidence[place]
    path = [int(scores.argmax())]
    for place in range(length - 1, 0, -1):
        path.append(int(came_from[place, path[-1]]))
    return path[::-1]


def marginals(evidence: Matrix, durations: Durations) -> Matrix:
    """Forward-backward: the probability of each state at each sentence."""
    length, states = evidence.shape
    enter = durations.start(states)
    stay, leave = durations.stay, 1 - durations.stay
    likelihood = np.exp(evidence - evidence.max(1, keepdims=True))
    forward, backward = np.empty((length, states)), np.ones((length, states))
    forward[0] = _normalised(enter * likelihood[0])
    for place in range(1, length):
        forward[place] = _normalised((stay[place] * forward[place - 1] + leave[place] * enter) * likelihood[place])
    for place in range(length - 2, -1, -1):
        ahead = backward[place + 1] * likelihood[place + 1]
        backward[place] = _normalised(stay[place + 1] * ahead + leave[place + 1] * float(enter @ ahead))
    both = forward * backward
    return np.asarray(both / both.sum(1, keepdims=True))


def _normalised(row: Matrix) -> Matrix:
    return np.asarray(row / row.sum())


def starts(path: Sequence[int]) -> list[int]:
    """The places at which the state changes, the first included.

    >>> starts([4, 4, 7, 7, 4])
    [0, 2, 4]
    """
    return [place for place in range(len(path)) if place == 0 or path[place] != path[place - 1]]
