"""Coreference: which phrases of a text speak of the same thing, and what a system that finds out looks like."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TypeAlias

from tacit.language.parse import Parse


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """Tokens `start` to `end` (exclusive) of a parse that speak of something; `head` is their main word.

    >>> Mention(0, 2, 1) < Mention(0, 3, 1)
    True
    """

    start: int
    end: int
    head: int

    @property
    def span(self) -> tuple[int, int]:
        """Start and end: what makes two mentions the same one for the metrics."""
        return self.start, self.end


Cluster: TypeAlias = list[Mention]
Clusters: TypeAlias = list[Cluster]


class CoreferenceSystem(ABC):
    """Finds the clusters of a parsed text."""

    name: str
    fingerprint: str = ""
    """Changes with the trained weights; empty for systems that have none of their own."""

    @abstractmethod
    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of two or more mentions, each in text order, ordered by their first mention."""


def ordered(clusters: Clusters) -> Clusters:
    """The clusters of at least two mentions in the order that `resolve` promises."""
    return sorted(sorted(cluster) for cluster in clusters if len(cluster) > 1)
