"""What the paper measures, as small pure functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tacit.scenarios.task import NONE, Ranking


@dataclass(slots=True)
class LabelCounts:
    """True positives, false positives and false negatives; fractions where a sentence has several labels."""

    tp: float = 0.0
    fp: float = 0.0
    fn: float = 0.0

    @property
    def precision(self) -> float:
        """The share of predictions that are right."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    @property
    def recall(self) -> float:
        """The share of gold labels that were found."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def predicted(ranking: Ranking, gold: Collection[str]) -> tuple[str, ...]:
    """As many of the best scenarios as the sentence has gold labels (one for None); none if `NONE` ranks first."""
    if not ranking or ranking[0].label == NONE:
        return ()
    scenarios = [scored.label for scored in ranking if scored.label != NONE]
    return tuple(scenarios[: max(1, len(gold))])


def sentence_counts(gold: Collection[str], guessed: Collection[str]) -> LabelCounts:
    """The counts of one sentence (section 5.1): a gold label weighs 1/n, a wrong prediction 1.

    None is no label: finding it earns nothing, and missing it costs only the wrong prediction.

    >>> sentence_counts({"washing ones hair", "taking a bath"}, {"taking a bath", "getting ready for bed"})
    LabelCounts(tp=0.5, fp=1.0, fn=0.5)
    """
    right = len(set(gold) & set(guessed))
    weight = 1 / len(gold) if gold else 0.0
    return LabelCounts(right * weight, float(len(guessed) - right), (len(gold) - right) * weight)


def pmi(first: Collection[object], second: Collection[object], documents: int) -> float:
    """How much more often two scenarios share a text than by chance (eq. 1), in bits; 0 where they never do.

    Each is given as the documents that refer to it.

    >>> pmi({"a", "b"}, {"b", "c"}, documents=8)
    1.0
    """
    together = len(set(first) & set(second))
    if not together:
        return 0.0
    return math.log2(together * documents / (len(first) * len(second)))


def pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Pearson's correlation; nothing where one side does not vary.

    >>> pearson([1, 2, 3], [2, 4, 6])
    1.0
    """
    if len(xs) < 2:
        return None
    mean_x, mean_y = math.fsum(xs) / len(xs), math.fsum(ys) / len(ys)
    around_x, around_y = [x - mean_x for x in xs], [y - mean_y for y in ys]
    spread = math.sqrt(math.fsum(x * x for x in around_x) * math.fsum(y * y for y in around_y))
    if not spread:
        return None
    return max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(around_x, around_y, strict=True)) / spread))


def window_size(starts: Collection[int], length: int) -> int:
    """Half the mean length of the gold segments, as both segmentation measures use it."""
    return max(1, math.floor(length / max(1, len(starts)) / 2 + 0.5))


def pk(gold: Iterable[int], found: Iterable[int], length: int, window: int | None = None) -> float | None:
    """Of two sentences `window` apart, how often do the two disagree whether a boundary lies between them?

    Beeferman et al. (1999). Segments are given by the numbers of their first sentences. Nothing where the text is
    too short to be measured.

    >>> pk([0, 3], [0, 3], length=6), pk([0, 3], [0], length=6)
    (0.0, 0.5)
    """
    return _window_error(gold, found, length, window, lambda a, b: (a > 0) != (b > 0))


def windowdiff(gold: Iterable[int], found: Iterable[int], length: int, window: int | None = None) -> float | None:
    """The same for the number of boundaries between the two: Pevzner and Hearst (2002).

    >>> windowdiff([0, 3], [0, 2, 3], length=6, window=2)
    0.5
    """
    return _window_error(gold, found, length, window, lambda a, b: a != b)


def _window_error(
    gold: Iterable[int], found: Iterable[int], length: int, window: int | None, differ: Callable[[int, int], bool]
) -> float | None:
    gold, found = {0, *gold}, {0, *found}
    window = window or window_size(gold, length)
    if length <= window:
        return None
    before_gold, before_found = _boundaries_before(gold, length), _boundaries_before(found, length)
    errors = sum(
        differ(before_gold[i + window] - before_gold[i], before_found[i + window] - before_found[i])
        for i in range(length - window)
    )
    return errors / (length - window)


def _boundaries_before(starts: Collection[int], length: int) -> list[int]:
    """For each sentence the number of segments that have started by then, itself included."""
    return list(accumulate(int(place in starts) for place in range(length)))
