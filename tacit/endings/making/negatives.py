"""Wrong endings made up for whole stories (Roemmele et al. 2017): random, backward, nearest, generated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

import numpy as np

from tacit.endings.features.word_vectors import mean_vector
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError, UsageError
from tacit.progress import Progress, no_progress

Maker: TypeAlias = Callable[[Sequence[Story], Random, Progress], Iterator[list[str]]]
"""Gives wrong endings for story after story, best first."""
_NEIGHBOURS = 5
_CHUNK = 1000
_DRAWS = 3
_WRITTEN_AT_ONCE = 8


def random_endings(stories: Sequence[Story], random: Random, progress: Progress) -> Iterator[list[str]]:
    """The endings of other stories, whichever."""
    for _ in stories:
        yield [random.choice(stories).ending for _ in range(_NEIGHBOURS)]


def backward_endings(stories: Sequence[Story], random: Random, progress: Progress) -> Iterator[list[str]]:
    """Sentences of the story's own body: they fit it well, but do not end it."""
    for story in stories:
        yield random.sample(story.body, len(story.body))


def nearest_endings(stories: Sequence[Story], random: Random, progress: Progress) -> Iterator[list[str]]:
    """The endings of the stories whose bodies are most like this one's, by the mean of their word vectors."""
    rows = np.stack([mean_vector(story.body) for story in stories])
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    for start in range(0, len(stories), _CHUNK):
        progress("nearest", start, len(stories))
        likeness = rows[start : start + _CHUNK] @ rows.T
        likeness[np.arange(len(likeness)), np.arange(start, start + len(likeness))] = -np.inf
        for row in likeness:
            best = np.argsort(-row, kind="stable")[:_NEIGHBOURS]
            yield [stories[place].ending for place in best]


def generated_endings(stories: Sequence[Story], random: Random, progress: Progress) -> Iterator[list[str]]:
    """What a causal language model goes on with: likely words, without a plan; nothing that the story has said."""
    from tacit.backbones import causal
    from tacit.endings.making.writing import next_sentences

    model = causal.load()
    for start in range(0, len(stories), _WRITTEN_AT_ONCE):
        progress("generated", start, len(stories))
        chunk = stories[start : start + _WRITTEN_AT_ONCE]
        bodies = [" ".join(story.body) for story in chunk]
        written = next_sentences(model, bodies, count=_DRAWS, seed=random.randrange(1 << 30))
        for story, sentences in zip(chunk, written, strict=True):
            said = set(map(_plain, story.body))
            yield [sentence for sentence in sentences if _plain(sentence) not in said]


MAKERS: dict[str, Maker] = {
    "random": random_endings,
    "backward": backward_endings,
    "nearest": nearest_endings,
    "generated": generated_endings,
}


def make_clozes(
    stories: Sequence[Story],
    methods: Sequence[str],
    *,
    together: bool = False,
    seed: int = 0,
    progress: Progress = no_progress,
) -> list[Cloze]:
    """Clozes with one wrong ending, one for each story and method; or one a story, with all of them `together`.

    The right ending stands at a random place. A story for which a method finds nothing new is left out there.
    """
    if unknown := [method for method in methods if method not in MAKERS]:
        raise UsageError(f"there is no way to make wrong endings named {unknown[0]!r}; there are {', '.join(MAKERS)}")
    if len(stories) < 2:
        raise InputError("wrong endings are made from other stories: give two or more")
    random = Random(seed)  # noqa: S311 (reproducible, not secret)
    found = {method: MAKERS[method](stories, random, progress) for method in methods}
    clozes = []
    for story in stories:
        wrong: dict[str, str] = {}
        for method, makes in found.items():
            known = {_plain(ending) for ending in (story.ending, *(wrong.values() if together else ()))}
            fresh = [ending for ending in next(makes) if _plain(ending) not in known]
            if fresh:
                wrong[method] = fresh[0]
        groups = {"": list(wrong.values())} if together else {f"-{method}": [each] for method, each in wrong.items()}
        clozes += [_cloze(story, suffix, endings, random) for suffix, endings in groups.items() if endings]
    return clozes


def _cloze(story: Story, suffix: str, wrong: list[str], random: Random) -> Cloze:
    answer = random.randrange(len(wrong) + 1)
    return Cloze(story.id + suffix, story.body, (*wrong[:answer], story.ending, *wrong[answer:]), answer)


def _plain(ending: str) -> str:
    return " ".join(ending.split()).casefold()
