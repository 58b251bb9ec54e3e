"""Documents to tune a system on, merged from training texts that it does not learn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from math import inf
from random import Random

from tacit.scenarios.annotation.compose import compose
from tacit.scenarios.data import narrative_of
from tacit.scenarios.metrics import LabelCounts
from tacit.scenarios.task import Narrative

_SHARE = 0.1
_SEGMENTS = 5
_KEPT_OF_EACH = 2
"""Texts about a scenario that are left to learn from, whatever is held out."""


def split(narratives: Sequence[Narrative], seed: int) -> tuple[list[Narrative], list[Narrative], list[Narrative]]:
    """Texts to learn from, texts to tune on, and texts about nothing.

    A tenth of the texts about some scenario is held out, none that would leave a scenario with fewer than two. Of
    texts about nothing, which come by the thousand, no more are taken than of the others.
    """
    random = Random(seed)  # noqa: S311 (reproducible, not secret)
    about_something = [text for text in narratives if any(text.labels)]
    about_nothing = [text for text in narratives if not any(text.labels)]
    left = Counter(label for text in about_something for label in _scenarios(text))
    order = list(range(len(about_something)))
    random.shuffle(order)
    held: set[int] = set()
    for number in order:
        labels = _scenarios(about_something[number])
        if len(held) < _SHARE * len(order) and all(left[label] > _KEPT_OF_EACH for label in labels):
            held.add(number)
            left.subtract(labels)
    about_nothing = random.sample(about_nothing, min(len(about_nothing), len(about_something)))
    kept = [text for number, text in enumerate(about_something) if number not in held]
    return kept, [about_something[number] for number in sorted(held)], about_nothing


def held_out_documents(texts: Sequence[Narrative], about_nothing: Sequence[Narrative], seed: int) -> list[Narrative]:
    """Documents with boundaries: texts about one scenario merged by fives, all others as they are."""
    single = [text for text in texts if len(set(text.labels)) == 1 and len(text.labels[0]) == 1]
    mixed = [text for text in texts if len(set(text.labels)) > 1]
    segments = min(_SEGMENTS, len({text.labels[0] for text in single}))
    merged = compose(single, segments=segments, none=about_nothing, seed=seed) if single else []
    return [*(narrative_of(document, None) for document in merged), *mixed]


def _scenarios(text: Narrative) -> set[str]:
    return {label for labels in text.labels for label in labels}


def best_threshold(entropies: Sequence[float], said: Sequence[LabelCounts], unsaid: Sequence[LabelCounts]) -> float:
    """The entropy above which saying None gives the best F1; infinite where saying it never helps.

    For each sentence `said` counts what happens if its best scenarios are named, `unsaid` if none is.

    >>> right, wrong, missed = LabelCounts(tp=1), LabelCounts(fp=1), LabelCounts(fn=1)
    >>> best_threshold([0.2, 0.4, 3.0], [right, right, wrong], [missed, missed, LabelCounts()])
    1.7
    """
    order = sorted(range(len(entropies)), key=lambda number: entropies[number])
    tp, fp, fn = 0.0, 0.0, sum(counts.fn for counts in unsaid)
    best_f1, threshold = 0.0, inf
    for number, following in zip_longest(order, order[1:]):
        tp, fp = tp + said[number].tp, fp + said[number].fp
        fn += said[number].fn - unsaid[number].fn
        f1 = 2 * tp / (2 * tp + fp + fn) if tp else 0.0
        at_end = following is None
        if f1 > best_f1 and (at_end or entropies[following] > entropies[number]):
            best_f1 = f1
            threshold = inf if at_end else (entropies[number] + entropies[following]) / 2
    return threshold
