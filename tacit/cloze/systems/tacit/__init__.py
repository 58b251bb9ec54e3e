"""Our own system: several views of how an event fits a chain, weighed by a regression."""

from tacit.cloze.systems.tacit.combined import Combined

__all__ = ["Combined"]
