"""Cross-validation by story: each story is judged by a system that has never seen it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.errors import UsageError
from tacit.progress import Progress, no_progress

FOLDS = 5

Keep: TypeAlias = Callable[[str, Callable[[], list[Probabilities]]], list[Probabilities]]
"""Given the name of a part and how to find out what is said there, gives what is said, perhaps from before."""


def keep_nothing(part: str, work: Callable[[], list[Probabilities]]) -> list[Probabilities]:
    """Each part is worked out anew."""
    return work()


def folds(clozes: Sequence[Cloze], count: int = FOLDS, *, seed: int = 0) -> list[int]:
    """The fold of each cloze, from 0; clozes of the same story share one, and folds differ by one story at most."""
    stories = list(dict.fromkeys(cloze.story for cloze in clozes))
    if not 2 <= count <= len(stories):
        fitting = f"give a number from 2 to {len(stories)}" if len(stories) > 1 else "there must be two stories or more"
        raise UsageError(f"{count} folds cannot be made of {len(stories)} stories; {fitting}")
    Random(seed).shuffle(stories)  # noqa: S311 (reproducible, not secret)
    fold_of = {story: place % count for place, story in enumerate(stories)}
    return [fold_of[cloze.story] for cloze in clozes]


@runtime_checkable
class FitsInFolds(Protocol):
    """A system that trains in folds anyway, and so knows what it says of stories it has not learnt from."""

    def fit_in_folds(
        self, clozes: Sequence[Cloze], *, count: int, seed: int, progress: Progress
    ) -> list[Probabilities]:
        """Learn from all of them; what was said of each by what had not yet seen it."""


def out_of_fold(
    create: Callable[[], EndingSystem],
    clozes: Sequence[Cloze],
    stories: Sequence[Story] = (),
    *,
    count: int = FOLDS,
    seed: int = 0,
    keep: Keep = keep_nothing,
    progress: Progress = no_progress,
) -> list[Probabilities]:
    """What new systems say of each story, trained on the other folds; one that learns from no cloze is made once.

    With `keep` a run that was cut loses one fold at most.
    """
    first = create()
    if not first.uses_clozes:
        return first.fit((), stories, seed=seed, progress=progress).predict(clozes, progress=progress)
    if isinstance(first, FitsInFolds):
        return first.fit_in_folds(clozes, count=count, seed=seed, progress=progress)
    assigned = folds(clozes, count, seed=seed)
    said: dict[int, Probabilities] = {}
    for fold in range(count):
        progress("folds", fold, count)
        others = [cloze for cloze, place in zip(clozes, assigned, strict=True) if place != fold]
        places = [number for number, place in enumerate(assigned) if place == fold]
        own = [clozes[number] for number in places]

        def work(others: Sequence[Cloze] = others, own: Sequence[Cloze] = own) -> list[Probabilities]:
            return create().fit(others, stories, seed=seed, progress=progress).predict(own, progress=progress)

        said.update(zip(places, keep(f"fold{fold + 1}", work), strict=True))
    progress("folds", count, count)
    return [said[number] for number in range(len(clozes))]
