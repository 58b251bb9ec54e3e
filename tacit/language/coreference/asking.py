"""A language model on hard pronouns: it picks among the antecedents that the ranker cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tacit.errors import UsageError
from tacit.language.coreference.features.attributes import Attributes, MentionKind, describe
from tacit.language.coreference.features.mention_codes import Floats
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.coreference.systems.tacit.decoding import best_antecedents, entity_marks, linked
from tacit.language.coreference.systems.tacit.pairs import Pairs, candidate_pairs
from tacit.language.coreference.systems.tacit.ranker import MentionRanker
from tacit.language.coreference.task import Clusters, CoreferenceSystem, ordered
from tacit.language.parse import Parse
from tacit.llm import Model, connect
from tacit.llm.choosing import Choice, combined, even, picked, shares

CANDIDATES = 5
"""Antecedents that are offered for a pronoun, beside none of them."""
BEFORE = 4
"""Sentences before the pronoun's that are shown."""
_SURE = 30.0
_ASKED = "What does the pronoun in [brackets] stand for?"
_NOTHING = "something else, or nothing in the text"


class _Hard(NamedTuple):
    """A pronoun, the places of its offered pairs, and how likely the ranker finds each, and none of them."""

    anaphor: int
    places: tuple[int, ...]
    small: tuple[float, ...]


class AskingRanker(CoreferenceSystem):
    """The ranker, and a model's word on the least certain share of a text's personal pronouns.

    With `alone` the ranker only says which antecedents come into question.
    """

    name = "llm"

    def __init__(self, small: MentionRanker, model: Model, share: float, *, alone: bool = False) -> None:
        self.small = small
        self.fingerprint = small.fingerprint
        self._model = model
        self._share = share
        self._alone = alone

    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of a text."""
        table = describe(parse, detect_mentions(parse, self.small.model.boundaries))
        pairs = candidate_pairs(table)
        if not len(pairs):
            return []
        scores, new = self.small.scores(parse, table, pairs)
        scores, new = scores.copy(), new.copy()
        hard = list(_pronouns(parse, table, pairs, scores, new))
        asked = [hard[n] for n in picked(self._model, [_certainty(each.small) for each in hard], self._share)]
        choices = [_choice(parse, table, pairs, each) for each in asked]
        for each, said in zip(asked, shares(self._model, choices), strict=True):
            if said is not None:
                _decide(each, combined(even(len(said)) if self._alone else each.small, said), pairs, scores, new)
        found = best_antecedents(pairs.anaphors, pairs.antecedents, scores, new, entity_marks(table))
        return ordered(linked(table.mentions, found))


def asking_ranker(small: CoreferenceSystem, model: Model, share: float, *, alone: bool = False) -> AskingRanker:
    """A ranker with a model on top; other systems do not say what they are unsure of."""
    if not isinstance(small, MentionRanker):
        raise UsageError(f"a language model helps the ranker only, not {small.name!r}: leave out `system` or `llm`")
    return AskingRanker(small, model, 1.0 if alone else share, alone=alone)


def llm(model: str = "default", small: str = "", ask: float = 1.0) -> AskingRanker:
    """A language model as a system of this task: `llm:MODEL@URL`, or a name in the user's settings."""
    return AskingRanker(MentionRanker.load(small or None), connect(model), ask, alone=ask == 1.0)


def _pronouns(parse: Parse, table: Attributes, pairs: Pairs, scores: Floats, new: Floats) -> list[_Hard]:
    """The personal pronouns with at least two different antecedents to choose from."""
    found = []
    firsts = np.flatnonzero(np.diff(pairs.anaphors, prepend=-1)).tolist()
    for start, end in zip(firsts, [*firsts[1:], len(pairs)], strict=True):
        anaphor = int(pairs.anaphors[start])
        if table.kinds[anaphor] is not MentionKind.PERSONAL_PRONOUN:
            continue
        places: dict[str, int] = {}
        for place in (start + np.argsort(-scores[start:end], kind="stable")).tolist():
            words = _words(parse, table, int(pairs.antecedents[place]))
            if len(places) < CANDIDATES:
                places.setdefault(words.lower(), place)
        if len(places) > 1:
            kept = tuple(places.values())
            found.append(_Hard(anaphor, kept, _softmax([*(scores[place] for place in kept), new[anaphor]])))
    return found


def _softmax(scores: Sequence[float]) -> tuple[float, ...]:
    weights = np.exp(np.asarray(scores, dtype=np.float64) - max(scores))
    return tuple((weights / weights.sum()).tolist())


def _certainty(small: Sequence[float]) -> float:
    best, second = sorted(small)[-1:-3:-1]
    return best - second


def _decide(hard: _Hard, both: Sequence[float], pairs: Pairs, scores: Floats, new: Floats) -> None:
    """Set the scores of a pronoun's pairs so that what both find likeliest comes first."""
    others = pairs.anaphors == hard.anaphor
    base = float(scores[others].max())
    scores[others] -= _SURE
    for place, share in zip(hard.places, both[:-1], strict=True):
        scores[place] = base + np.log(max(share, 1e-9))
    new[hard.anaphor] = base + np.log(max(both[-1], 1e-9))


def _choice(parse: Parse, table: Attributes, pairs: Pairs, hard: _Hard) -> Choice:
    names = [_words(parse, table, int(pairs.antecedents[place])) for place in hard.places]
    mention = table.mentions[hard.anaphor]
    sentence = parse.sentence_of[mention.head]
    first, last = parse.sentences[max(0, sentence - BEFORE)][0], parse.sentences[sentence][1]
    before = parse.text_between(first, mention.start) if mention.start > first else ""
    after = parse.text_between(mention.end, last) if last > mention.end else ""
    words = parse.text_between(mention.start, mention.end)
    return Choice(_ASKED, (*names, _NOTHING), " ".join(f"{before} [{words}] {after}".split()))


def _words(parse: Parse, table: Attributes, number: int) -> str:
    mention = table.mentions[number]
    return " ".join(parse.text_between(mention.start, mention.end).split())
