"""Germinators: ways to grow schemas from scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Self

from tacit.errors import UsageError
from tacit.learning.parameters import WithParameters
from tacit.progress import Progress, no_progress
from tacit.schemas.features.growth import Grown
from tacit.schemas.features.scores import Scores
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import PRESETS, GrowthOptions
from tacit.schemas.task import Chain, Schema, Slot
from tacit.systems import create, systems

GERMINATORS = tuple(system.name for system in systems("schemas") if not system.asks)


class Germinator(WithParameters, ABC):
    """A way to grow schemas, with the options of scores and growth. After `fit`, `schemas_` are those that grew.

    >>> from tacit.systems import create
    >>> robbers = ("man", [Slot("rob", "SUBJ"), Slot("flee", "SUBJ")])
    >>> create("schemas", "linear").fit([robbers] * 3).schemas_[0].events
    ('flee', 'rob')
    """

    schemas_: list[Schema]

    def __init__(self, options: GrowthOptions = PRESETS["paper"]) -> None:
        self.options = options

    @abstractmethod
    def grow(self, scores: Scores, progress: Progress = no_progress) -> list[Grown]:
        """What grows from scores, in numbers."""

    def fit(self, chains: Iterable[tuple[str, Sequence[Slot]]], *, progress: Progress = no_progress) -> Self:
        """Grow schemas from chains: for each, the type of its participant and the slots that it fills."""
        self.schemas_ = self.germinate(Totals.from_chains(chains), progress)
        return self

    def germinate(self, totals: Totals, progress: Progress = no_progress) -> list[Schema]:
        """The schemas that grow from these counts; which documents support them is not known here."""
        scores = Scores(totals, self.options)
        return [_schema(scores, grown) for grown in self.grow(scores, progress)]

    def events(self, totals: Totals) -> list[list[str]]:
        """The events of each schema that grows from these counts, all that comparing sets of schemas needs."""
        scores = Scores(totals, self.options)
        return [[scores.verbs[verb] for verb in grown.events] for grown in self.grow(scores)]


def check_germinator(name: str) -> None:
    """Raise an error that lists the germinators there are, unless this is one."""
    if name not in GERMINATORS:
        raise UsageError(f"there is no germinator {name!r}; there are {', '.join(GERMINATORS)}")


def germinator_named(name: str, options: GrowthOptions | None = None) -> Germinator:
    """A germinator by its name, or an error that lists those there are."""
    check_germinator(name)
    found: Germinator = create("schemas", name, options=options or PRESETS["paper"])
    return found


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
