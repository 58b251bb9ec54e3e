"""Parses of paragraphs, kept while a text is written: only a changed paragraph is parsed again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tacit.language.analysis import analyse_many
from tacit.language.parse import Parse

MOST = 2000
"""Paragraphs that are kept: those of the texts that one person has open."""


class RememberedParses:
    """What `analyse_many` says, asked only for texts that it has not been asked for lately.

    The parser rounds otherwise in other batches, so that in rare cases a parse differs from one of the whole page.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[str, Parse] = OrderedDict()

    def __call__(self, texts: Iterable[str]) -> list[Parse]:
        """The parses of the texts, in their order."""
        asked = list(texts)
        new = dict.fromkeys(text for text in asked if text not in self._known)
        self._known.update(zip(new, analyse_many(new), strict=True))
        found = [self._known[text] for text in asked]
        for text in asked:
            self._known.move_to_end(text)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return found
