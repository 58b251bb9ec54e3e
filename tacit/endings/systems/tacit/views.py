"""What single kinds of evidence say of endings, each alone: style, tone, and ties to the story.

They do not decide (the judges do better without them), but they tell a reader what else speaks for a choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.choice import ChoiceRegression, endings_of
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.features.style import EndingStyle
from tacit.endings.features.surface import surface_features
from tacit.endings.systems.ending_only import EndingOnly
from tacit.endings.task import Cloze
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor

NAMES = ("style", "tone", "ties")


@dataclass(frozen=True, slots=True)
class EvidenceViews:
    """A small regression for each kind of evidence."""

    style: EndingOnly
    tone: ChoiceRegression
    ties: ChoiceRegression

    @classmethod
    def fit(cls, clozes: Sequence[Cloze]) -> EvidenceViews:
        """Learn what right endings have in common, in each respect."""
        return cls(
            _without_whole_endings(EndingOnly().fit(clozes)),
            ChoiceRegression().fit(_tone(clozes), clozes),
            ChoiceRegression().fit(_ties(clozes), clozes),
        )

    def scores(self, clozes: Sequence[Cloze]) -> Matrix:
        """A row for each candidate, story after story, with the log-odds that each of `NAMES` alone gives it."""
        styled = self.style.style_.transform(endings_of(clozes))
        columns = [
            self.style.regression_.scores(styled),
            self.tone.scores(_tone(clozes)),
            self.ties.scores(_ties(clozes)),
        ]
        return np.stack(columns, axis=1).astype(np.float32)

    def config(self) -> dict[str, Any]:
        """What `from_weights` needs besides the weights."""
        return {"grams": self.style.style_.grams, "frequent": sorted(self.style.style_.frequent)}

    def weights(self) -> dict[str, Tensor]:
        """What was learnt."""
        torch = require("torch", extra="neural")
        found = (self.style.regression_, self.tone, self.ties)
        return {name: torch.from_numpy(each.weights) for name, each in zip(NAMES, found, strict=True)}

    @classmethod
    def from_weights(cls, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> EvidenceViews:
        """Views from what `config` and `weights` say."""
        style = EndingOnly()
        style.style_ = EndingStyle(config["grams"], config["frequent"])
        regressions = [style.regression_, ChoiceRegression(), ChoiceRegression()]
        for name, regression in zip(NAMES, regressions, strict=True):
            regression.weights = weights[name].double().numpy()
        style.check()
        return cls(style, *regressions[1:])


def _without_whole_endings(style: EndingOnly) -> EndingOnly:
    """The same style without n-grams from the first word of an ending to its last: a model keeps no sentence."""
    grams, weights = style.style_.grams, style.regression_.weights
    kept = [place for place, gram in enumerate(grams) if not (gram.startswith("<s> ") and gram.endswith(" </s>"))]
    style.style_ = EndingStyle([grams[place] for place in kept], sorted(style.style_.frequent))
    style.regression_.weights = weights[[*kept, len(grams)]]  # the last one is that of the length
    return style


def _tone(clozes: Sequence[Cloze]) -> Matrix:
    return np.concatenate([sentiment_features(cloze) for cloze in clozes])


def _ties(clozes: Sequence[Cloze]) -> Matrix:
    return np.concatenate([surface_features(cloze) for cloze in clozes])
