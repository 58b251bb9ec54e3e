"""Is a text English? A cheap test by its commonest words, so that nothing is said of a language not understood."""

from __future__ import annotations

import re

from tacit.language.english.wordlists import word_list

_COMMON = word_list("function_words", "commonest")
_WORD = re.compile(r"[^\W\d_]+")
_READ = 20_000
"""Characters that are looked at."""
ENOUGH = 25
"""Fewer words than this prove nothing: a shopping list has no function words."""
ENOUGH_OF_A_STORY = 12
"""The same for a story of a few sentences, which has function words from the start."""
_LEAST = 0.2
"""The share of common words that English prose passes: usually it has 45 to 60 %, other languages under 18 %."""


def looks_english(text: str, *, enough: int = ENOUGH) -> bool:
    """Has the text as many of the commonest English words as English prose has? One with fewer than `enough` passes.

    >>> looks_english("Wir gingen am Morgen in den Laden und kauften Brot, " * 5)
    False
    >>> looks_english("In the morning we went to the shop and bought some bread. " * 5)
    True
    """
    words = [word.lower() for word in _WORD.findall(text[:_READ])]
    if not words:
        return not any(character.isalpha() for character in text[:_READ])
    ascii_words = sum(word.isascii() for word in words)
    if ascii_words < 0.5 * len(words):
        return False
    return len(words) < enough or sum(word in _COMMON for word in words) >= _LEAST * len(words)
