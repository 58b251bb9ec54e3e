"""Blanks for pairs of instructions: the filter of section 2.2.

A word may be blanked if it occurs mostly in concrete instructions, five times or more, and is no stop word and no
number; units of measure may. A template's blanks are the runs of such words that its abstract instruction does not
have. Of these the five longest different ones are dropped, wherever they stand; among equally long ones those last in
the alphabet, as in KidsCook itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from tacit.steps.task import Pair, Template, Words

MIN_COUNT = 5
MIN_SHARE = 0.6
MAX_PHRASES = 5


class ClozeFilter:
    """The words that may be blanked, and templates made with them.

    >>> cloze = ClozeFilter({"wire", "sieve", "hold"})
    >>> cloze.template(Pair(("drain", "it"), ("hold", "a", "wire", "sieve"))).given
    (False, True, False, False)
    """

    def __init__(self, words: Collection[str], *, max_phrases: int = MAX_PHRASES) -> None:
        self.words = frozenset(words)
        self.max_phrases = max_phrases

    @classmethod
    def learn(
        cls,
        pairs: Sequence[Pair],
        *,
        min_count: int = MIN_COUNT,
        min_share: float = MIN_SHARE,
        max_phrases: int = MAX_PHRASES,
    ) -> ClozeFilter:
        """Find the words that occur mostly in concrete instructions."""
        from spacy.lang.en.stop_words import STOP_WORDS

        concrete = Counter(word for pair in pairs for word in pair.concrete)
        abstract = Counter(word for pair in pairs for word in pair.abstract)
        words = {
            word
            for word, count in concrete.items()
            if count >= min_count
            and count >= min_share * (count + abstract[word])
            and word.replace("-", "").isalpha()
            and word not in STOP_WORDS
        }
        return cls(words, max_phrases=max_phrases)

    def template(self, pair: Pair) -> Template | None:
        """The pair with its blanks; nothing where no word may be dropped."""
        runs = list(self._runs(pair))
        phrases = {tuple(pair.concrete[place] for place in run) for run in runs}
        chosen = set(sorted(phrases, key=_preference, reverse=True)[: self.max_phrases])
        dropped = {place for run in runs if tuple(pair.concrete[place] for place in run) in chosen for place in run}
        if not dropped:
            return None
        return Template(pair.abstract, pair.concrete, tuple(i not in dropped for i in range(len(pair.concrete))))

    def templates(self, pairs: Iterable[Pair]) -> Iterator[Template]:
        """The templates of all pairs that have any."""
        return (template for pair in pairs if (template := self.template(pair)) is not None)

    def _runs(self, pair: Pair) -> Iterator[list[int]]:
        allowed = self.words - set(pair.abstract)
        for may, run in groupby(range(len(pair.concrete)), key=lambda place: pair.concrete[place] in allowed):
            if may:
                yield list(run)


def _preference(phrase: Words) -> tuple[int, str]:
    return len(phrase), " ".join(phrase)
