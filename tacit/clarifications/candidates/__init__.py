"""Phrases that may be unclear, found in text that nobody annotated. Precision matters more than recall."""

from tacit.clarifications.candidates.finder import find_candidates
from tacit.clarifications.candidates.model import Candidate

__all__ = ["Candidate", "find_candidates"]
