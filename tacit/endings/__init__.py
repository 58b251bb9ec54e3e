"""Which continuation makes sense? After Mostafazadeh et al. (2017)."""

from tacit.endings.data import read_clozes, read_stories
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story

__all__ = ["Cloze", "EndingSystem", "Probabilities", "Story", "read_clozes", "read_stories"]
