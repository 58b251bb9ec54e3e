"""From evidence to segments and calibrated labels: the reading of one narrative."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.joint.decoder import Durations, Matrix, likeliest_path, marginals, starts
from tacit.scenarios.systems.joint.evidence import Observed
from tacit.scenarios.systems.joint.relations import Relations
from tacit.scenarios.systems.joint.word_model import Array
from tacit.scenarios.task import NONE, Detection, Scored

_CANDIDATES = 6
"""Scenarios that the ranking of a sentence names."""
_IMPOSSIBLE = -30.0
_CLOSER: Mapping[str, Any] = {
    "sharpness": 12.0,
    "none_shift": 0.6,
    "focus": 3.5,
    "perspective": 0.0,
    "floor": 3e-4,
    "stay": 0.6,
}
"""Settings of the second look, where sentences count for themselves and segments change easily."""
_UNFIT = -0.5
"""The margin below which a passage of the second look is about nothing."""
_LEAST_OPENING = -2.0
"""The most that the words of a sentence say against an opening there; what follows may say more for it."""
_SHORTEST = 3
"""Sentences of the shortest segment that is looked at again."""


@dataclass(frozen=True, slots=True)
class JointSettings:
    """What is tuned on composed documents, by cross-validation on training texts.

    `sharpness` and `none_sharpness` turn margins and None's log odds into log probabilities; `focus` is how much the
    best margin speaks against None, `perspective` how much a change of perspective speaks for it; `floor` bounds what
    one sentence can say against a scenario; `passage_sharpness` does for a whole segment what `sharpness` does for a
    sentence; `weak` is the margin below which no scenario fits a segment as a whole; `calibration` is the power that
    makes probabilities of None as high as they are often right; `stay`, `opening` and `none` make the decoder's
    durations.
    """

    sharpness: float = 4.5
    passage_sharpness: float = 10.0
    weak: float = -0.35
    none_sharpness: float = 0.7
    none_shift: float = 0.0
    focus: float = 2.5
    perspective: float = 1.8
    floor: float = 1e-3
    calibration: float = 0.7
    stay: float = 0.95
    opening: float = 1.6
    none: float = 0.75
    longest_separator: int = 2
    least_support: int = 2

    def durations(self, openings: Array) -> Durations:
        """The part that the decoder reads."""
        bounded = np.maximum(openings, np.float32(_LEAST_OPENING))
        return Durations.of(self.stay, np.float32(self.opening) * bounded, self.none)


def read(observed: Observed, relations: Relations, settings: JointSettings) -> Detection:
    """Segments and rankings of one narrative."""
    if not len(observed):
        return Detection((), ())
    likelihood = sentence_likelihoods(observed, settings)
    durations = settings.durations(observed.opening)
    path = _relabelled(_decode(likelihood, durations, observed), observed)
    path = _looked_closer(_judged(path, observed), observed, settings)
    path = _without_mere_mentions(path, observed, settings)
    path = bridged(path, len(observed.labels), settings.longest_separator)
    about_nothing = marginals(likelihood * settings.calibration, durations)[:, -1]
    return _detection(path, about_nothing, observed, relations, settings)


def sentence_likelihoods(observed: Observed, settings: JointSettings) -> Matrix:
    """How much likelier each sentence is under each scenario, and last under None, than on the whole; logarithms."""
    margins = observed.margins([(place, place + 1) for place in range(len(observed))]).astype(np.float64)
    scenarios = np.logaddexp(_log_softmax(settings.sharpness * margins), math.log(settings.floor))
    none = settings.none_sharpness * (observed.none + settings.perspective * observed.change + settings.none_shift)
    none = none - settings.focus * (margins.max(1) + 0.6)
    # p(scenario | sentence) / p(scenario), where all scenarios are equally frequent
    about_something = -np.logaddexp(0, none)[:, None] + scenarios + math.log(len(observed.labels))
    return np.hstack([about_something, -np.logaddexp(0, -none)[:, None]])


def _decode(likelihood: Matrix, durations: Durations, observed: Observed) -> list[int]:
    """Decode twice: the second time only with scenarios that are the best ones of whole segments of the first."""
    best = set(_relabelled(likeliest_path(likelihood, durations), observed))
    closed = np.full(likelihood.shape[1], _IMPOSSIBLE)
    closed[[*best, -1]] = 0
    return likeliest_path(likelihood + closed, durations)


def _relabelled(path: Sequence[int], observed: Observed, *, first: int = 0, least: float = -math.inf) -> list[int]:
    """A path from sentence `first` on: each segment with the scenario that fits it best as a whole.

    None, if no scenario has the least margin.
    """
    labels = list(path)
    segments = [(start, end) for start, end in _segments(path) if path[start] != len(observed.labels)]
    rows = observed.margins([(first + start, first + end) for start, end in segments])
    for (start, end), row in zip(segments, rows, strict=True):
        label = int(row.argmax()) if row.max() >= least else len(observed.labels)
        labels[start:end] = [label] * (end - start)
    return labels


def _judged(path: Sequence[int], observed: Observed) -> list[int]:
    """Each segment as a whole about nothing or about its best scenario, where there is a judge."""
    if observed.evidence.judge is None:
        return list(path)
    segments, labels = _segments(path), list(path)
    margins = observed.margins(segments)
    odds = observed.evidence.judge.log_odds(observed.features(segments, margins))
    for (start, end), row, about_nothing in zip(segments, margins, odds > 0, strict=True):
        labels[start:end] = [len(observed.labels) if about_nothing else int(row.argmax())] * (end - start)
    return labels


def _looked_closer(path: Sequence[int], observed: Observed, settings: JointSettings) -> list[int]:
    """Segments that no scenario fits well as a whole, such as most of a weblog, are decoded again by themselves."""
    labels = list(path)
    segments = [(start, end) for start, end in _segments(path) if path[start] != len(observed.labels)]
    segments = [(start, end) for start, end in segments if end - start >= _SHORTEST]
    fits = observed.margins(segments).max(1, initial=settings.weak)
    weak = [segment for segment, fit in zip(segments, fits, strict=True) if fit <= settings.weak]
    if weak:
        closer = replace(settings, **_CLOSER)
        likelihood = sentence_likelihoods(observed, closer)
        for start, end in weak:
            durations = closer.durations(observed.opening[start:end])
            again = likeliest_path(likelihood[start:end], durations)
            labels[start:end] = _relabelled(again, observed, first=start, least=_UNFIT)
    return labels


def _segments(path: Sequence[int]) -> list[tuple[int, int]]:
    return list(pairwise([*starts(path), len(path)]))


def _without_mere_mentions(path: Sequence[int], observed: Observed, settings: JointSettings) -> list[int]:
    """A passage counts only if an event and a participant are realised: several words must speak for the scenario."""
    none = len(observed.labels)
    kept = list(path)
    for start, end in _segments(path):
        label = path[start]
        if label != none and len(observed.support(start, end, label)) < settings.least_support:
            kept[start:end] = [none] * (end - start)
    return kept


def bridged(path: Sequence[int], none: int, longest: int) -> list[int]:
    """Short separators between two passages about the same scenario belong to it; long ones do not.

    >>> bridged([3, 9, 9, 3, 9, 9, 9, 3], none=9, longest=2)
    [3, 3, 3, 3, 9, 9, 9, 3]
    """
    joined = list(path)
    for start, end in _segments(path):
        inside = start > 0 and end < len(path)
        if path[start] == none and inside and end - start <= longest and path[start - 1] == path[end]:
            joined[start:end] = [path[end]] * (end - start)
    return joined


def _detection(
    path: Sequence[int],
    about_nothing: npt.NDArray[np.float64],
    observed: Observed,
    relations: Relations,
    settings: JointSettings,
) -> Detection:
    segments = _segments(path)
    rows = observed.margins(segments)
    none = len(observed.labels)
    around = [none, *(path[start] for start, _ in segments), none]
    rankings = []
    for number, ((start, end), margins) in enumerate(zip(segments, rows, strict=True)):
        label = path[start]
        shares = np.exp(_log_softmax(settings.passage_sharpness * margins.astype(np.float64)[None]))[0]
        chances = dict(enumerate(shares.tolist()))
        if label != none:
            chances[label] = max(shares)
            chances = relations.kept_beside(label, chances, margins, {around[number], around[number + 2]})
        best = sorted(chances, key=lambda each: (-chances[each], each != label))[:_CANDIDATES]
        likely = {observed.labels[each]: chances[each] for each in best}
        rankings += [_ranking(likely, float(each), label == none) for each in about_nothing[start:end]]
    whole = observed.labels[int(observed.margins([(0, len(path))])[0].argmax())]
    return Detection(tuple(rankings), tuple(start for start, _ in segments), whole)


def _ranking(likely: Mapping[str, float], about_nothing: float, is_none: bool) -> tuple[Scored, ...]:
    """Scenarios by their share of what None leaves; None first where the decoder says so, else never."""
    about_nothing = max(about_nothing, 0.5) if is_none else min(about_nothing, 0.5)
    scored = [Scored(label, round(share * (1 - about_nothing), 4)) for label, share in likely.items()]
    none = Scored(NONE, round(about_nothing, 4))
    return (none, *scored) if is_none else _in_order([*scored, none])


def _in_order(scored: list[Scored]) -> tuple[Scored, ...]:
    first, *others = scored
    return (first, *sorted(others, key=lambda each: -each.probability))


def _log_softmax(rows: Matrix) -> Matrix:
    return np.asarray(rows - np.logaddexp.reduce(rows, 1, keepdims=True))
