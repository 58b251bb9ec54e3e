"""What kind of text is it: a story, instructions, news, something else, or a mixture? Decided from surface signs.

Each stretch of some sentences gets a probability for each kind from a logistic regression over the shares of its
sentences that show a sign; a text whose stretches differ is mixed. `tacit language kinds train` makes the weights.

>>> kind_of("Preheat the oven. Mix the flour with two eggs. Bake it for an hour.").kind
'instructions'
>>> kind_of("I woke up late. My sister had already left, so I ate alone and ran to school.").kind
'story'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp
from pathlib import Path
from typing import NamedTuple, TypeVar

from tacit.errors import InputError
from tacit.language.english.signs import SIGNS, plain_sentences, shares
from tacit.learning.folder import read_config
from tacit.shapes import Items, Within

STORY, INSTRUCTIONS, NEWS, OTHER, MIXED = "story", "instructions", "news", "other", "mixed"
KINDS = (STORY, INSTRUCTIONS, NEWS, OTHER)
"""What a stretch of text can be; `other` are descriptions, essays, biographies, letters and the like."""
EVERY_KIND = (*KINDS, MIXED)
STRETCH = 8
"""Sentences that are judged together."""
PART = 0.25
"""Share of a text's sentences that a second kind must have for the text to be mixed."""
SHORT, SURE = 6, 0.65
"""In a text of fewer sentences, of which a sign or two say little, how probable `other` must be."""
MODEL = "kinds"
"""The kind of model in a folder of weights."""
_WEIGHT = Within(float, -1000, 1000)
_SHAPE = {"signs": [str], "weights": {kind: Items(_WEIGHT, len(SIGNS) + 1, len(SIGNS) + 1) for kind in KINDS}}
_T = TypeVar("_T")


class KindOfText(NamedTuple):
    """The kind, and the mean probability of each over the text's stretches."""

    kind: str
    probabilities: dict[str, float]


@dataclass(frozen=True)
class KindClassifier:
    """For each kind the weights of the signs and, last, the bias."""

    weights: Mapping[str, Sequence[float]]

    @classmethod
    def load(cls, folder: str | Path) -> KindClassifier:
        """The classifier that `tacit language kinds train` wrote."""
        config = read_config(Path(folder), MODEL, _SHAPE)
        if config["signs"] != list(SIGNS):
            raise InputError(
                "was trained with other signs than this version of tacit looks at: train it again", path=folder
            )
        return cls({kind: tuple(config["weights"][kind]) for kind in KINDS})

    def classify(self, text: str) -> KindOfText:
        """The kind of a text; one without sentences counts as a mixture of nothing."""
        sentences = plain_sentences(text)
        if not sentences:
            return KindOfText(MIXED, dict.fromkeys(KINDS, 1 / len(KINDS)))
        totals, lengths = dict.fromkeys(KINDS, 0.0), Counter[str]()
        whole = shares(sentences)
        for stretch in stretches(sentences):
            # Half of what counts is the whole text: it takes more than a few odd sentences to be of another kind.
            found = self.probabilities([(own + rest) / 2 for own, rest in zip(shares(stretch), whole, strict=True)])
            for kind in KINDS:
                totals[kind] += found[kind] * len(stretch) / len(sentences)
            lengths[max(found, key=lambda kind: found[kind])] += len(stretch)
        # A story that describes for a while is still a story, so what is other mixes with nothing.
        second = [count for kind, count in lengths.most_common()[1:] if kind != OTHER]
        mixed = bool(second) and second[0] >= PART * len(sentences)
        return KindOfText(MIXED if mixed else _likeliest(totals, len(sentences)), totals)

    def probabilities(self, shown: Sequence[float]) -> dict[str, float]:
        """Softmax of the weighted shares."""
        scores = {
            kind: sum(weight * share for weight, share in zip(weights, [*shown, 1.0], strict=True))
            for kind, weights in self.weights.items()
        }
        highest = max(scores.values())
        exponents = {kind: exp(score - highest) for kind, score in scores.items()}
        total = sum(exponents.values())
        return {kind: value / total for kind, value in exponents.items()}


def kind_of(text: str) -> KindOfText:
    """The kind of a text, by the classifier that ships with tacit."""
    return shipped().classify(text)


def stretches(sentences: Sequence[_T]) -> list[Sequence[_T]]:
    """Stretches of equal length, as near to eight sentences as that goes."""
    count = max(1, round(len(sentences) / STRETCH))
    cuts = [round(place * len(sentences) / count) for place in range(count + 1)]
    return [sentences[start:end] for start, end in pairwise(cuts)]


def _likeliest(totals: Mapping[str, float], sentences: int) -> str:
    sure = sentences >= SHORT or totals[OTHER] >= SURE
    return max(KINDS if sure else (STORY, INSTRUCTIONS, NEWS), key=lambda kind: totals[kind])


@cache
def shipped() -> KindClassifier:
    """The classifier that ships with tacit."""
    return KindClassifier.load(Path(str(files("tacit") / "models" / "kinds")))
