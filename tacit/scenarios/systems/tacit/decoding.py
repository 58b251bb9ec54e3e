"""From the network's scores to what a text is about: lasting labels, probabilities that mean what they say.

Neighbouring sentences mostly share their label. A chain over the sentences, in which a label stays rather than
changes, takes that into account; it only spreads as far as the sentences support it. Calibration then turns what is
left into the probability that a label is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.scenarios.task import NONE, Detection, Ranking, Scored

Array = npt.NDArray[np.float64]
SHOWN = 8
"""Labels of a sentence's ranking."""
SECOND = 0.5
"""From this probability on, a second label counts as found where segments are cut."""
CALIBRATION = ("own", "nothing", "behind")


@dataclass(frozen=True, slots=True)
class Settings:
    """How scores are read: their temperature, what speaks against 'nothing', and how hard labels change."""

    temperature: float = 1.0
    nothing: float = 0.0
    stay: float = 1.0


def posteriors(scores: Array, settings: Settings) -> Array:
    """Probabilities of 'nothing' and each label for each sentence, by the forward-backward algorithm.

    From one sentence to the next a label stays with odds of e^stay to one against each other label being as likely
    as it is anywhere; with `stay` 0 every sentence stands alone.
    """
    logits = scores / settings.temperature
    logits[:, 0] -= settings.nothing
    single: Array = np.exp(logits - logits.max(1, keepdims=True))
    single /= single.sum(1, keepdims=True)
    if settings.stay <= 0 or len(single) < 2:
        return single
    keep = np.expm1(settings.stay)
    forward, backward = single.copy(), np.ones_like(single)
    prior = single.mean(0)
    for place in range(1, len(single)):
        forward[place] *= prior + keep * forward[place - 1] * 0.5
        forward[place] /= forward[place].sum()
    for place in range(len(single) - 2, -1, -1):
        ahead = single[place + 1] * backward[place + 1]
        ahead /= ahead.sum()
        backward[place] = prior @ ahead + keep * ahead * 0.5
        backward[place] /= backward[place].max()
    found = forward * backward
    result: Array = found / found.sum(1, keepdims=True)
    return result


def ranking(row: Array, labels: Sequence[str], calibration: Mapping[str, float]) -> Ranking:
    """The likeliest labels of one sentence, 'nothing' among them, with calibrated probabilities."""
    order = np.argsort(-row, kind="stable")[:SHOWN]
    best = max(float(row[number]) for number in order if number) if len(order) > 1 or order[0] else 0.0
    found = []
    for number in order:
        if number == 0:
            found.append(Scored(NONE, float(row[0])))
        else:
            found.append(Scored(labels[number - 1], calibrated(float(row[number]), float(row[0]), best, calibration)))
    return tuple(found)


def calibrated(own: float, nothing: float, best: float, weights: Mapping[str, float]) -> float:
    """The probability that a label is right, given its share, that of 'nothing', and that of the best label."""
    if not weights:
        return own
    values = evidence(own, nothing, best)
    score = weights["bias"] + sum(weights[name] * value for name, value in zip(CALIBRATION, values, strict=True))
    return float(1 / (1 + np.exp(-score)))


def evidence(own: float, nothing: float, best: float) -> tuple[float, float, float]:
    """What calibration looks at: log-odds of the label, log of 'nothing', how far behind the best label it is."""
    floor = 1e-6
    own = min(max(own, floor), 1 - floor)
    return float(np.log(own / (1 - own))), float(np.log(max(nothing, floor))), float(np.log(own / max(best, floor)))


def detection(table: Array, labels: Sequence[str], calibration: Mapping[str, float]) -> Detection:
    """What one text is about: rankings, where segments start, and the one label that fits it best as a whole."""
    rankings = tuple(ranking(row, labels, calibration) for row in table)
    chosen = [_labels(each) for each in rankings]
    starts = [place for place in range(len(chosen)) if place == 0 or chosen[place] != chosen[place - 1]]
    whole = labels[int(np.log(np.maximum(table[:, 1:], 1e-4)).sum(0).argmax())] if len(table) else NONE
    return Detection(rankings, tuple(starts), whole)


def _labels(ranked: Ranking) -> frozenset[str]:
    if not ranked or ranked[0].label == NONE:
        return frozenset()
    return frozenset(
        label for place, (label, share) in enumerate(ranked) if label != NONE and (not place or share >= SECOND)
    )
