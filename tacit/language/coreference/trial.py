"""Choosing how the ranker is trained by nested cross-validation over documents."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from tacit.errors import UsageError
from tacit.language.coreference.evaluate import CoreferenceEvaluation, score_documents, total
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.gold import GoldDocument, read_gold
from tacit.language.coreference.model_folder import STYLES
from tacit.language.coreference.systems.tacit.learning import RankerRecipe
from tacit.language.coreference.systems.tacit.network import Network
from tacit.language.coreference.systems.tacit.ranker import MentionRanker, RankerModel
from tacit.language.coreference.train import fit as fit_ranker
from tacit.learning.nested import Task, Trial
from tacit.learning.settings import Setting
from tacit.progress import Progress, no_progress
from tacit.seen import copy_groups

_STYLE = STYLES[0]
_MEMBERS = 1
"""Networks that are trained for each setting: three cost three times as much, and settings rank alike."""


def trial(
    system: str, data: Sequence[str], also: Sequence[str] = (), *, seed: int = 1, progress: Progress = no_progress
) -> Trial[GoldDocument, Setting, MentionRanker, CoreferenceEvaluation]:
    """Documents in the style of OntoNotes to be split; `also` are more of them, or `litbank=FOLDER`.

    Settings are those of the training (`epochs`, `dropout`, …); one network is trained for each, not three.
    """
    if system != MentionRanker.name:
        raise UsageError(
            f"the system {system!r} is not trained, so there is nothing to choose: take {MentionRanker.name!r}"
        )
    documents = [document for folder in data for document in read_gold(folder)]
    more: dict[str, list[GoldDocument]] = {_STYLE: []}
    for entry in also:
        style, equals, folder = entry.partition("=")
        if equals and style not in STYLES:
            raise UsageError(f"there is no style of annotation {style!r}: take {' or '.join(STYLES)}")
        more.setdefault(style if equals else _STYLE, []).extend(read_gold(folder if equals else entry))

    def fit(known: Sequence[GoldDocument], setting: Setting) -> MentionRanker:
        recipe = setting.applied(RankerRecipe(seed=seed))
        learnt = {**more, _STYLE: [*known, *more[_STYLE]]}
        with tempfile.TemporaryDirectory() as folder:
            fitted = fit_ranker(learnt, recipe, _MEMBERS, Path(folder), progress)
        networks = [Network(weights) for weights in fitted.weights]
        boundaries = Boundaries(fitted.boundaries[_STYLE])
        return MentionRanker.of(RankerModel(networks, boundaries, fitted.biases[_STYLE]))

    def predict(fitted: MentionRanker, held: Sequence[GoldDocument]) -> list[CoreferenceEvaluation]:
        return score_documents(fitted, held, progress=progress)

    def conll_f1(held: Sequence[GoldDocument], said: Sequence[CoreferenceEvaluation]) -> float:
        return total(said).scores.conll_f1

    groups = copy_groups(" ".join(document.parse.words) for document in documents)
    return Trial(Task(fit, predict, conll_f1, "conll_f1"), documents, groups)
