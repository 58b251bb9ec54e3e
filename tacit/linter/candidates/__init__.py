"""Phrases that may be unclear, found in text that nobody annotated. Precision matters more than recall."""

from tacit.linter.candidates.finder import Analyse, find_candidates
from tacit.linter.candidates.model import Candidate

__all__ = ["Analyse", "Candidate", "find_candidates"]
