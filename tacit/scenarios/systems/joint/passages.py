"""Training texts as passages about one scenario, or about nothing."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tacit.scenarios.inventory import Inventory
from tacit.scenarios.task import NONE, Narrative

MOST_TEXTS = 30
"""Of more texts about a scenario only the longest are learnt from, as they tell most of it."""


PHRASES_TOGETHER = 8
"""Most event phrases that stand in for one text."""


@dataclass(frozen=True, slots=True)
class JointPassage:
    """Sentences about one scenario (or `NONE`), and how much they count in training."""

    label: str
    sentences: tuple[str, ...]
    weight: float = 1.0


def passages_of(narratives: Iterable[Narrative]) -> tuple[list[JointPassage], list[JointPassage]]:
    """Passages about scenarios, and passages about nothing; one about two scenarios counts for both."""
    about: dict[str, list[JointPassage]] = defaultdict(list)
    for narrative in narratives:
        labelled = zip(narrative.labels, narrative.sentences, strict=True)
        for labels, run in groupby(labelled, key=lambda pair: frozenset(pair[0])):
            sentences = tuple(sentence for _, sentence in run)
            for label in sorted(labels) or [NONE]:
                about[label].append(JointPassage(label, sentences))
    nothing = about.pop(NONE, [])
    return [passage for label in sorted(about) for passage in longest(about[label])], nothing


def longest(passages: Sequence[JointPassage]) -> list[JointPassage]:
    """The longest passages, at most `MOST_TEXTS`."""
    return sorted(passages, key=lambda passage: -sum(map(len, passage.sentences)))[:MOST_TEXTS]


def event_passages(inventory: Inventory) -> list[JointPassage]:
    """What stands in for texts: a scenario's label with some of the event phrases that the inventory gives."""
    return [
        JointPassage(scenario.label, (scenario.label, *scenario.events[part :: _parts(scenario.events)]))
        for scenario in inventory
        for part in range(_parts(scenario.events))
    ]


def _parts(phrases: Sequence[str]) -> int:
    return math.ceil(len(phrases) / PHRASES_TOGETHER)
