"""Our own system: a language model that learns to compare fillers, and an encoder that sees them marked."""

from tacit.clarifications.systems.tacit.comparing import Comparing

__all__ = ["Comparing"]
