"""tacit's own system: every sentence read with its neighbours by a tuned encoder."""

from tacit.scenarios.systems.tacit.system import Contextual

__all__ = ["Contextual"]
