"""Monotone alignments of two sequences: the dynamic programs of appendix A, in log space.

Before each output word the model may shift its place in the input, then it emits the word. With S(i) the sum of the log
shift probabilities of all places before i, going from k to i and emitting there costs S(i) − S(k) + emit(i). So the sum
over k of equation 7 is a cumulative sum over places, and a step takes linear instead of quadratic time:

    α_j(i) = word_j(i) + emit_j(i) + S_j(i) + log Σ_{k≤i} exp(α_{j−1}(k) − S_j(k))

Shapes: B rows (pairs), T output words, K input places.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

IMPOSSIBLE = -1e9
"""Log-probability of what cannot be; finite, as the gradient of log Σ exp over infinities is undefined."""


@dataclass(frozen=True, slots=True)
class Transitions:
    """Log-probabilities of shifting from, and of emitting at, each place before each word: B × T × K."""

    shift: Tensor
    emit: Tensor

    @property
    def before(self) -> Tensor:
        """S: the sum over all places before each."""
        return self.shift.cumsum(-1) - self.shift

    def at(self, word: int) -> Transitions:
        """Those before one word: B × 1 × K."""
        return Transitions(self.shift[:, word : word + 1], self.emit[:, word : word + 1])


def start(rows: int, places: int, like: Tensor) -> Tensor:
    """α before the first word: at the first place."""
    alpha = like.new_full((rows, places), IMPOSSIBLE)
    alpha[:, 0] = 0.0
    return alpha


def arrive(alpha: Tensor, transitions: Transitions) -> Tensor:
    """Log-probabilities of all that was said and of emitting the next word at each place; one word's transitions."""
    before = transitions.before[:, 0]
    return transitions.emit[:, 0] + before + torch.logcumsumexp(alpha - before, -1)


def reach(alpha: Tensor, transitions: Transitions) -> Tensor:
    """The same as `arrive` with the best way to each place instead of the sum of all."""
    before = transitions.before[:, 0]
    return transitions.emit[:, 0] + before + torch.cummax(alpha - before, -1).values


def marginal(words: Tensor, transitions: Transitions, lengths: Tensor) -> Tensor:
    """log p(y | x) of each row: the sum over all alignments (equation 1).

    `words` are the log-probabilities of each output word at each place, with `IMPOSSIBLE` where it may not stand.
    """
    rows, steps, places = words.shape
    before, fixed = transitions.before, words + transitions.emit
    gains = fixed + before
    alpha = start(rows, places, words)
    for word in range(steps):
        reached = gains[:, word] + torch.logcumsumexp(alpha - before[:, word], -1)
        alpha = torch.where((word < lengths)[:, None], reached, alpha)
    return alpha.logsumexp(-1)


@dataclass(frozen=True, slots=True)
class Best:
    """The most likely alignment of each row, and its log-probability; places after a row's end are 0."""

    places: Tensor
    scores: Tensor


def viterbi(words: Tensor, transitions: Transitions, lengths: Tensor) -> Best:
    """The same as `marginal` with a maximum instead of the sum, and pointers back."""
    rows, steps, places = words.shape
    before = transitions.before
    gains = words + transitions.emit + before
    alpha = start(rows, places, words)
    here = torch.arange(places).expand(rows, places)
    pointers = []
    for word in range(steps):
        best, origin = torch.cummax(alpha - before[:, word], -1)
        goes_on = (word < lengths)[:, None]
        alpha = torch.where(goes_on, gains[:, word] + best, alpha)
        pointers.append(torch.where(goes_on, origin, here))
    scores, place = alpha.max(-1)
    path = torch.zeros(rows, steps, dtype=torch.long)
    for word in range(steps - 1, -1, -1):
        path[:, word] = torch.where(word < lengths, place, 0)
        place = pointers[word].gather(1, place[:, None])[:, 0]
    return Best(path, scores)


def along(path: Tensor, words: Tensor, transitions: Transitions, lengths: Tensor) -> Tensor:
    """log p(y, a | x) of each row for given alignments, `words` being those at the aligned places: B × T."""
    before = transitions.before
    previous = torch.cat([path.new_zeros(len(path), 1), path[:, :-1]], 1)
    moves = at_places(before, path) - at_places(before, previous) + at_places(transitions.emit, path)
    counted = torch.arange(words.shape[1])[None, :] < lengths[:, None]
    return ((words + moves) * counted).sum(-1)


def at_places(values: Tensor, path: Tensor) -> Tensor:
    """Of values for all places, those at the place of each word: B × T."""
    return values.gather(2, path[:, :, None])[:, :, 0]
