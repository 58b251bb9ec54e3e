"""Why a passage is said to be about something, and what was nearly said.

A word speaks for a label as much as the label becomes less likely where the word is struck out, so any system can be
asked for its reasons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from tacit.scenarios.task import NONE, Detection, Narrative, ScenarioSystem

AROUND = 2
"""Sentences on either side of a passage that are read with it."""
MOST_WORDS = 60
"""Words of a passage that are tried, the longest first where there are more."""
NEARLY = 0.4
"""A label is a near miss from this share of the probability that would have been enough."""
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")


class Reason(NamedTuple):
    """A word, and how much less likely the label is without it."""

    word: str
    weight: float


class NearMiss(NamedTuple):
    """Sentences (the first, and the one after the last) that are nearly about something."""

    label: str
    first: int
    end: int
    probability: float


def reasons(
    system: ScenarioSystem, sentences: Sequence[str], label: str, first: int, end: int, *, count: int = 5
) -> list[Reason]:
    """The words of the sentences `first` to `end` (exclusive) that speak most for a label, best first."""
    from spacy.lang.en.stop_words import STOP_WORDS

    start, stop = max(0, first - AROUND), min(len(sentences), end + AROUND)
    context, inner = sentences[start:stop], range(first - start, end - start)
    found = dict.fromkeys(
        word.lower() for place in inner for word in _WORD.findall(context[place]) if word.lower() not in STOP_WORDS
    )
    words = sorted(found, key=len, reverse=True)[:MOST_WORDS]
    variants = [tuple(context), *(tuple(_without(sentence, word) for sentence in context) for word in words)]
    whole, *struck = (
        _chance(each, label, inner)
        for each in system.detect([Narrative(str(number), each) for number, each in enumerate(variants)])
    )
    weights = [Reason(word, round(whole - chance, 4)) for word, chance in zip(words, struck, strict=True)]
    return sorted((each for each in weights if each.weight > 0), key=lambda each: -each.weight)[:count]


def _without(sentence: str, word: str) -> str:
    return re.sub(rf"(?<![\w'’-]){re.escape(word)}(?![\w'’-])", "…", sentence, flags=re.IGNORECASE)


def _chance(detection: Detection, label: str, places: range) -> float:
    return fmean(dict(detection.rankings[place]).get(label, 0.0) for place in places)


def near_misses(detection: Detection, threshold: float) -> list[NearMiss]:
    """Runs of sentences that are about nothing, whose likeliest label was not far from being said."""
    best = []
    for ranking in detection.rankings:
        labels = [each for each in ranking if each.label != NONE]
        missed = bool(labels) and ranking[0].label == NONE and labels[0].probability >= NEARLY * threshold
        best.append(labels[0] if missed else None)
    found: list[NearMiss] = []
    for place, scored in enumerate(best):
        if scored is None:
            continue
        if found and found[-1].end == place and found[-1].label == scored.label:
            last = found.pop()
            mean = (last.probability * (place - last.first) + scored.probability) / (place + 1 - last.first)
            found.append(last._replace(end=place + 1, probability=round(mean, 4)))
        else:
            found.append(NearMiss(scored.label, place, place + 1, scored.probability))
    return found
