"""Nested cross-validation: what a system would score on new texts if its settings were chosen as they were.

Whoever tries several settings by cross-validation and reports the best figure reports some luck. Here the settings are
chosen anew for each outer fold, by an inner cross-validation that never sees that fold. The outer figure is honest; the
inner one is what would have been reported; their gap is the luck. Items of one group (an article, a story, a writer)
never stand on both sides of a split.

That takes `outer * (inner * options + 1)` trainings. With `inner=0` it takes `outer * options`: each option is
cross-validated once, and the option of a fold is the one that does best on the other folds. The fold does not choose
for itself, but it has taught the models that do, so this is only nearly as strict.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Generic, TypeVar

from tacit.errors import InputError

Item = TypeVar("Item")
Option = TypeVar("Option")
Model = TypeVar("Model")
Said = TypeVar("Said")

OUTER, INNER = 5, 4
"""Folds, unless told otherwise."""
REUSED = 0
"""Inner folds that are none of their own: the other outer folds choose."""


@dataclass(frozen=True, slots=True)
class Task(Generic[Item, Option, Model, Said]):
    """What is fitted, asked and scored; a higher score is better."""

    fit: Callable[[Sequence[Item], Option], Model]
    predict: Callable[[Model, Sequence[Item]], Sequence[Said]]
    score: Callable[[Sequence[Item], Sequence[Said]], float]
    metric: str = "score"


@dataclass(frozen=True, slots=True)
class Trial(Generic[Item, Option, Model, Said]):
    """A task with what it is tried on; items of one group are never split."""

    task: Task[Item, Option, Model, Said]
    items: Sequence[Item]
    groups: Sequence[Hashable]


@dataclass(frozen=True, slots=True)
class Fold:
    """One outer fold: how many items it holds, which option was chosen without it, and the inner figure of that."""

    seed: int
    number: int
    items: int
    chosen: str
    inner: float


@dataclass(frozen=True, slots=True)
class Round:
    """All outer folds of one seed: the mean inner figure, and the figure of all that was said of unseen folds."""

    seed: int
    inner: float
    outer: float


@dataclass(frozen=True, slots=True)
class NestedReport:
    """Means over seeds; `gap` is the inner less the outer figure."""

    metric: str
    items: int
    groups: int
    options: tuple[str, ...]
    inner: float
    outer: float
    gap: float
    rounds: tuple[Round, ...]
    folds: tuple[Fold, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)

    def lines(self) -> list[str]:
        """For a person to read."""
        counts = Counter(fold.chosen for fold in self.folds)
        chosen = ", ".join(f"{option} ({count})" for option, count in counts.most_common())
        outer = [each.outer for each in self.rounds]
        spread = f", from {min(outer):.3f} to {max(outer):.3f}"
        return [
            f"{self.metric} on folds that the choice has not seen: {self.outer:.3f}"
            + (f"{spread} over {len(self.rounds)} seeds" if len(self.rounds) > 1 else ""),
            f"{self.metric} on the folds it was chosen by: {self.inner:.3f} (gap {self.gap:+.3f})",
            f"{self.items} items in {self.groups} groups that are never split; {len(self.options)} options",
            f"chosen, with the number of folds: {chosen}",
        ]


def group_folds(groups: Sequence[Hashable], count: int, seed: int = 0) -> list[int]:
    """The fold of each item: groups stay whole, and folds get about as many items each.

    >>> folds = group_folds(["a", "b", "a", "c"], 2)
    >>> folds[0] == folds[2], sorted(set(folds))
    (True, [0, 1])
    """
    sizes = Counter(groups)
    if count < 2 or len(sizes) < count:
        raise InputError(f"{len(sizes)} groups of texts cannot make {count} folds: give as many groups, and 2 or more")
    names = list(sizes)
    random.Random(seed).shuffle(names)  # noqa: S311 (no secret)
    names.sort(key=lambda name: -sizes[name])  # large groups first; equally large ones stay shuffled
    filled, place = [0] * count, dict[Hashable, int]()
    for name in names:
        place[name] = min(range(count), key=lambda fold: (filled[fold], fold))
        filled[place[name]] += sizes[name]
    return [place[group] for group in groups]


def cross_validated(
    task: Task[Item, Option, Model, Said],
    items: Sequence[Item],
    groups: Sequence[Hashable],
    option: Option,
    *,
    folds: int = INNER,
    seed: int = 0,
) -> list[Said]:
    """What models that had not seen an item's group say of it."""
    places = group_folds(groups, folds, seed)
    said: dict[int, Said] = {}
    for fold in range(folds):
        model = task.fit([item for item, place in zip(items, places, strict=True) if place != fold], option)
        held = [number for number, place in enumerate(places) if place == fold]
        answers = task.predict(model, [items[number] for number in held])
        said |= dict(zip(held, answers, strict=True))
    return [said[number] for number in range(len(items))]


def choose(
    task: Task[Item, Option, Model, Said],
    items: Sequence[Item],
    groups: Sequence[Hashable],
    options: Sequence[Option],
    *,
    folds: int = INNER,
    seed: int = 0,
) -> tuple[Option, float]:
    """The option that scores best in cross-validation, the first of equally good ones, with its score."""
    scores = [
        task.score(items, cross_validated(task, items, groups, option, folds=folds, seed=seed)) for option in options
    ]
    best = max(range(len(options)), key=lambda number: (scores[number], -number))
    return options[best], scores[best]


def nested(
    task: Task[Item, Option, Model, Said],
    items: Sequence[Item],
    groups: Sequence[Hashable],
    options: Sequence[Option],
    *,
    outer: int = OUTER,
    inner: int = INNER,
    seeds: Sequence[int] = (0,),
    on_fold: Callable[[], None] = lambda: None,
) -> NestedReport:
    """Choose an option in each outer fold without seeing it, and score what is then said of it.

    `on_fold` is told after each outer fold of each seed.
    """
    if not options or not seeds:
        raise ValueError("there must be an option to choose and a seed")
    rounds, done = [], list[Fold]()
    for seed in seeds:
        places = group_folds(groups, outer, seed)
        held = [[place for place, fold in enumerate(places) if fold == number] for number in range(outer)]
        if inner == REUSED:
            found = _by_other_folds(task, items, groups, options, held, seed, on_fold)
        else:
            found = _by_inner_folds(task, items, groups, options, held, inner, seed, on_fold)
        said: dict[int, Said] = {}
        for number, (chosen, inner_figure, answers) in enumerate(found):
            said |= dict(zip(held[number], answers, strict=True))
            done.append(Fold(seed, number, len(held[number]), str(chosen), inner_figure))
        figure = task.score(items, [said[place] for place in range(len(items))])
        rounds.append(Round(seed, fmean(fold.inner for fold in done if fold.seed == seed), figure))
    chosen_by, unseen = fmean(each.inner for each in rounds), fmean(each.outer for each in rounds)
    return NestedReport(
        metric=task.metric,
        items=len(items),
        groups=len(set(groups)),
        options=tuple(map(str, options)),
        inner=chosen_by,
        outer=unseen,
        gap=chosen_by - unseen,
        rounds=tuple(rounds),
        folds=tuple(done),
    )


_Chosen = tuple[Option, float, Sequence[Said]]
"""What was chosen without a fold, its inner figure, and what it says of the fold."""


def _by_inner_folds(
    task: Task[Item, Option, Model, Said],
    items: Sequence[Item],
    groups: Sequence[Hashable],
    options: Sequence[Option],
    held: Sequence[Sequence[int]],
    inner: int,
    seed: int,
    on_fold: Callable[[], None],
) -> list[_Chosen[Option, Said]]:
    found: list[_Chosen[Option, Said]] = []
    for fold in held:
        rest = _others(items, fold)
        known, known_groups = [items[place] for place in rest], [groups[place] for place in rest]
        chosen, figure = choose(task, known, known_groups, options, folds=inner, seed=seed)
        found.append((chosen, figure, task.predict(task.fit(known, chosen), [items[place] for place in fold])))
        on_fold()
    return found


def _by_other_folds(
    task: Task[Item, Option, Model, Said],
    items: Sequence[Item],
    groups: Sequence[Hashable],
    options: Sequence[Option],
    held: Sequence[Sequence[int]],
    seed: int,
    on_fold: Callable[[], None],
) -> list[_Chosen[Option, Said]]:
    said = [cross_validated(task, items, groups, option, folds=len(held), seed=seed) for option in options]
    found: list[_Chosen[Option, Said]] = []
    for fold in held:
        rest = _others(items, fold)
        known = [items[place] for place in rest]
        scores = [task.score(known, [answers[place] for place in rest]) for answers in said]
        best = max(range(len(options)), key=lambda number: (scores[number], -number))
        found.append((options[best], scores[best], [said[best][place] for place in fold]))
        on_fold()
    return found


def _others(items: Sequence[Item], fold: Sequence[int]) -> list[int]:
    inside = set(fold)
    return [place for place in range(len(items)) if place not in inside]
