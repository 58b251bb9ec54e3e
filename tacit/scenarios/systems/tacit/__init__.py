"""tacit's own system: every sentence compared with examples, and judged with its neighbours."""

from tacit.scenarios.systems.tacit.system import ByExample

__all__ = ["ByExample"]
