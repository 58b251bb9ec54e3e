"""tacit's own system: segments and labels found together."""

from tacit.scenarios.systems.joint.system import Joint

__all__ = ["Joint"]
