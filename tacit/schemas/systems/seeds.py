"""The verbs that schemas start from."""

from __future__ import annotations

from tacit.errors import UsageError
from tacit.schemas.features.scores import Scores


def seeds(scores: Scores) -> list[int]:
    """The verbs that were asked for, in that order; else the most frequent ones, as many as schemas are wanted."""
    wanted = scores.options.seed_verbs
    if not wanted:
        return most_frequent(scores)
    missing = [verb for verb in dict.fromkeys(wanted) if verb not in scores.verb_number]
    if missing:
        found = ", ".join(scores.verbs[:5])
        raise UsageError(
            f"no counted chain has the seed {'verbs' if missing[1:] else 'verb'} {', '.join(missing)};"
            f" the most frequent verbs are {found}"
        )
    return [scores.verb_number[verb] for verb in dict.fromkeys(wanted)]


def most_frequent(scores: Scores) -> list[int]:
    """The most frequent verbs, as many as schemas are wanted."""
    return list(range(min(scores.options.number, len(scores.verbs))))
