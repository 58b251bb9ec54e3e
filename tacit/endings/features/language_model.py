"""How probable a causal language model finds each ending, with its story before it and alone.

Scores are kept on disk by content, so a story is scored once whatever systems and folds look at it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.task import Cloze
from tacit.progress import Progress, no_progress

NAMES = (
    "probability after the story",
    "probability after the story, a word",
    "probability alone",
    "probability alone, a word",
    "gain from the story",
    "gain from the story, a word",
)


def language_model_features(clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Matrix:
    """A row of `NAMES` for each candidate of each story: log-probabilities of the ending, summed and by the token.

    The gain is log p(ending | story) - log p(ending): how much the story says about its ending.
    """
    from tacit.backbones import causal, scores

    continuations = [[f" {ending}" for ending in cloze.endings] for cloze in clozes]
    questions = [(cloze.text, given) for cloze, given in zip(clozes, continuations, strict=True)]
    questions += [("", given) for given in continuations]
    found = scores.score(questions, causal.load(), name=causal.cached().name, progress=progress)
    rows = [
        score_row(after.sum(), alone.sum(), max(1, len(alone)))
        for after_story, by_itself in zip(found[: len(clozes)], found[len(clozes) :], strict=True)
        for after, alone in zip(after_story, by_itself, strict=True)
    ]
    return np.array(rows, dtype=np.float32)


def score_row(after: float, alone: float, tokens: int) -> list[float]:
    """A row of `NAMES` from log-probabilities of an ending after its story and alone."""
    return [after, after / tokens, alone, alone / tokens, after - alone, (after - alone) / tokens]
