"""Germinators: ways to grow schemas from scores."""

from __future__ import annotations

from collections.abc import Callable

from tacit.errors import UsageError
from tacit.progress import Progress, no_progress
from tacit.schemas.features.growth import Grown
from tacit.schemas.features.scores import Scores
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.systems.counter_training import counter_training
from tacit.schemas.systems.linear import linear, linear_truncated
from tacit.schemas.systems.random_walker import random_walker
from tacit.schemas.task import Chain, Schema

_GERMINATORS: dict[str, Callable[[Scores, Progress], list[Grown]]] = {
    "linear": linear,
    "linear-truncated": linear_truncated,
    "counter-training": counter_training,
    "random-walker": random_walker,
}
GERMINATORS = tuple(_GERMINATORS)


def check_germinator(name: str) -> None:
    """Raise an error that lists the germinators there are, unless this is one."""
    if name not in _GERMINATORS:
        raise UsageError(f"there is no germinator {name!r}; there are {', '.join(GERMINATORS)}")


def germinate_events(totals: Totals, germinator: str, options: GrowthOptions) -> list[list[str]]:
    """The events of each schema that grows from these counts, all that comparing sets of schemas needs."""
    check_germinator(germinator)
    scores = Scores(totals, options)
    return [[scores.verbs[verb] for verb in grown.events] for grown in _GERMINATORS[germinator](scores, no_progress)]


def germinate(scores: Scores, germinator: str, progress: Progress = no_progress) -> list[Schema]:
    """The schemas that grow from these scores; which documents support them is not known here."""
    check_germinator(germinator)
    return [_schema(scores, grown) for grown in _GERMINATORS[germinator](scores, progress)]


def _schema(scores: Scores, grown: Grown) -> Schema:
    chains = []
    for chain in grown.chains:
        slots = tuple(scores.slots[slot] for slot in chain)
        counts = scores.type_counts(slots)
        ranked = sorted(counts, key=lambda kind: (-counts[kind], kind))
        chains.append(Chain(slots, {kind: counts[kind] / sum(counts.values()) for kind in ranked}))
    return Schema(
        tuple(scores.verbs[verb] for verb in grown.events),
        tuple(grown.scores),
        tuple(chains),
        tuple(scores.slots[slot] for verb in grown.events for slot in scores.slot_numbers(verb)),
    )
