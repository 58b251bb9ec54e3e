"""Compile the files of the collection, and learn from it when an entry is the right one.

Every wording plays the instruction once, its own entry having to be found by the other wordings; and once with its
entry taken away, so that nothing found is right. The second half teaches to say "I do not know". Wordings are shorter
and plainer than what people write, so instructions with what a good answer must contain teach beside them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from tacit.howto.calibrating import WantedSteps
from tacit.howto.collection import Collection, Vectors
from tacit.howto.files import read_files, without_copies
from tacit.howto.finding import ALIKE, BIAS, FEATURES, Encode, Finder
from tacit.howto.phrases import read_phrase
from tacit.learning import monotone
from tacit.progress import Progress, no_progress

QUERIES = 6000
WORDINGS = 3.0
"""What all examples from wordings count together, where all those from instructions count 1."""
_SIGNS = {name: 0 if name == "no_thing" else -1 if name == "unlike" else 1 for name in FEATURES}


def compile_collection(
    places: Iterable[str | Path],
    encode: Encode,
    *,
    wanted: Sequence[WantedSteps] = (),
    seed: int = 1,
    progress: Progress = no_progress,
) -> Collection:
    """All entries of files and folders, with vectors, and weights learnt from them and from instructions."""
    entries = without_copies(entry for _, entry in read_files(places))
    wordings = [wording for entry in entries for wording in entry.wordings]
    vectors = encode([read_phrase(wording).core for wording in wordings])
    bare = Collection(entries, np.asarray(vectors, dtype=np.float32))
    asked = judged(Finder(bare, encode), wanted)
    return Collection(entries, bare.vectors, learn_weights(bare, asked, seed=seed, progress=progress))


Examples = tuple[list[list[float]], list[bool]]
"""Features of candidates, and whether they are right."""


def learn_weights(
    collection: Collection, asked: Examples = ([], []), *, seed: int = 1, progress: Progress = no_progress
) -> dict[str, float]:
    """The weights of the features, from wordings that play the instruction and from candidates that were judged.

    Each feature but one can only speak for an entry, or only against it.
    """
    rows, targets = examples(collection, seed=seed, progress=progress)
    if len({*targets, *asked[1]}) < 2:
        return {}
    counts = [WORDINGS * len(asked[0]) / len(rows) if asked[0] else 1.0] * len(rows) + [1.0] * len(asked[0])
    bias, weights = monotone.fit(
        np.array([*rows, *asked[0]]),
        np.array([*targets, *asked[1]], dtype=np.float64),
        [_SIGNS[name] for name in FEATURES],
        counts=np.array(counts),
    )
    return {BIAS: bias, **dict(zip(FEATURES, map(float, weights), strict=True))}


def judged(finder: Finder, wanted: Iterable[WantedSteps]) -> Examples:
    """The candidates for instructions; those are right that a good answer is expected to look like."""
    rows: list[list[float]] = []
    targets: list[bool] = []
    for each in wanted:
        for number, _, features in finder.found(read_phrase(each.text)):
            rows.append([features[name] for name in FEATURES])
            targets.append(each.is_met_by(finder.collection.entries[number]))
    return rows, targets


def examples(
    collection: Collection, *, seed: int = 1, queries: int = QUERIES, progress: Progress = no_progress
) -> Examples:
    """Candidates for wordings that play the instruction."""
    finder = Finder(collection, _no_encoder)
    places = list(range(len(collection.wordings)))
    random.Random(seed).shuffle(places)  # noqa: S311
    rows: list[list[float]] = []
    targets: list[bool] = []
    starts = np.searchsorted(collection.owners, np.arange(len(collection.entries) + 1))
    for done, place in enumerate(places[:queries]):
        progress("learning to find entries", done, min(queries, len(places)))
        owner = int(collection.owners[place])
        whole = frozenset(range(int(starts[owner]), int(starts[owner + 1])))
        phrase, vector = read_phrase(collection.wordings[place]), collection.vectors[place : place + 1]
        alike = _alike(collection, owner)
        for hidden in (frozenset({place}), whole):
            if hidden == whole and len(whole) == 1 and done % 2:
                continue
            for number, _, features in finder.candidates(phrase, vector, hidden)[:8]:
                if number in alike:  # two writers wrote of the same thing: neither is wrong
                    continue
                rows.append([features[name] for name in FEATURES])
                targets.append(number == owner and hidden != whole)
    return rows, targets


def _alike(collection: Collection, owner: int) -> set[int]:
    """Other entries that say nearly the same."""
    first = int(np.searchsorted(collection.owners, owner))
    near = np.flatnonzero(collection.vectors @ collection.vectors[first] > ALIKE)
    return {int(collection.owners[place]) for place in near} - {owner}


def _no_encoder(sentences: Sequence[str]) -> Vectors:
    raise NotImplementedError("wordings have their vectors")
