"""What procedures lack: numbers, times, places, actors, the other case, and things that lead somewhere."""

from tacit.linter.candidates.procedures.inventory import PageInventory
from tacit.linter.candidates.procedures.page import PageSpot, page_spots
from tacit.linter.candidates.procedures.sentences import SENTENCE_RULES

__all__ = ["SENTENCE_RULES", "PageInventory", "PageSpot", "page_spots"]
