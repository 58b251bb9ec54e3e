"""Our own system: both sides of a blank and the instruction at once."""

from tacit.steps.systems.tacit.system import TacitLeft, TacitSteps

__all__ = ["TacitLeft", "TacitSteps"]
