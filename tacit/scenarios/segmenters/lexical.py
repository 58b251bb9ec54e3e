"""Words for segmenters that need no tagger: lower case, without function words, cut to their first letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d_]{2,}")
_LETTERS = 6
"""A cruder cut than Porter's stemmer, and as good at finding boundaries."""


def stems(sentences: Sequence[str]) -> list[list[str]]:
    """The stems of each sentence's content words.

    >>> stems(["She was watering the gardens."])
    [['wateri', 'garden']]
    """
    from spacy.lang.en.stop_words import STOP_WORDS

    return [
        [word[:_LETTERS] for word in _WORD.findall(sentence.lower()) if word not in STOP_WORDS]
        for sentence in sentences
    ]
