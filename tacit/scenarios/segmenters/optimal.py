"""The most probable segmentation of a text, after Utiyama and Isahara (2001): no training, no threshold.

Each segment has word probabilities of its own, Laplace-smoothed; a description of the text is shortest when segments
hold what repeats its words, and each new segment costs log N for a text of N words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.segmenters.lexical import stems


class OptimalSegmenter(Segmenter):
    """Dynamic programming over all segmentations whose segments have at most `longest` sentences.

    The bound keeps time linear in the length of the text. `cost` weighs the price of a segment: below 1 gives more
    segments than the paper's prior, above 1 fewer.
    """

    def __init__(self, *, longest: int = 100, cost: float = 1.0) -> None:
        self.longest = longest
        self.cost = cost

    def starts(self, sentences: Sequence[str]) -> list[int]:
        """Where segments start in the cheapest description of the text."""
        text = WordCosts(stems(sentences))
        price = self.cost * math.log(max(text.length, 2))
        return cheapest(len(sentences), lambda start: text.description_lengths(start, self.longest), price)


def cheapest(count: int, costs: Callable[[int], Iterable[float]], price: float) -> list[int]:
    """Where segments start in the cheapest segmentation of so many sentences.

    `costs` gives those of the segments from one sentence on, of one sentence, of two, and so on; each segment has its
    `price` besides.
    """
    least = [0.0] + [math.inf] * count
    before = [0] * (count + 1)
    for start in range(count):
        for end, cost in enumerate(costs(start), start + 1):
            if (whole := least[start] + cost + price) < least[end]:
                least[end], before[end] = whole, start
    return _traced(before)


class WordCosts:
    """The words of a text, and what it takes to describe parts of it."""

    def __init__(self, sentences: Sequence[Sequence[str]]) -> None:
        self.sentences = sentences
        counts = Counter(word for sentence in sentences for word in sentence)
        self.length = counts.total()
        self._vocabulary = len(counts)
        # What one more occurrence adds to f·log(f + 1), for each f there may be.
        products = [f * math.log(f + 1) for f in range(max(counts.values(), default=0) + 1)]
        self._gains = [after - before for before, after in pairwise(products)]

    def description_lengths(self, start: int, longest: int) -> Iterator[float]:
        """Of the segments from `start` on, of one sentence, of two, and so on.

        A segment of n words takes Σ −log((f + 1)/(n + V)) over its words, where f is how often a word stands in it
        and V the number of different words in the text.
        """
        counts: dict[str, int] = {}
        length, repeated = 0, 0.0
        for sentence in self.sentences[start : start + longest]:
            for word in sentence:
                seen = counts.get(word, 0)
                repeated += self._gains[seen]
                counts[word] = seen + 1
            length += len(sentence)
            yield length * math.log(length + self._vocabulary) - repeated if length else 0.0


def _traced(before: Sequence[int]) -> list[int]:
    """The starts of segments, back from the end of the text."""
    starts: list[int] = []
    place = len(before) - 1
    while place > 0:
        place = before[place]
        starts.append(place)
    return starts[::-1]
