"""Our own system: what a text tells, what it does not, and between what an event would stand."""

from tacit.scripts.systems.tacit.told import ToldSystem

__all__ = ["ToldSystem"]
