"""Our own system: a jury of language models that were fine-tuned to choose."""

from tacit.endings.systems.tacit.system import TacitEndings

__all__ = ["TacitEndings"]
