"""Train the ranker from folders of gold documents and write a model folder.

Three things are learned, in this order: how far noun phrases reach in each style of annotation (a logistic model),
several networks from different seeds, and what to add to the score of having no antecedent. For the last, each
network leaves out its own sixth of the documents; the figures in `config.json` are those of these held-out parts.

The same folders, recipe and version give the same model. A run that was interrupted goes on from its checkpoints.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tacit.extras import require
from tacit.files import make_folder, written_together
from tacit.language.coreference.features.attributes import MentionKind
from tacit.language.coreference.features.boundaries import RULE, Boundaries
from tacit.language.coreference.features.mention_codes import Floats
from tacit.language.coreference.gold import GoldDocument, read_gold
from tacit.language.coreference.metrics import CoreferenceScores, evaluate_clusters
from tacit.language.coreference.model_folder import KIND, STYLES
from tacit.language.coreference.seen import learnt_from
from tacit.language.coreference.systems.tacit.decoding import best_antecedents, linked
from tacit.language.coreference.systems.tacit.examples import (
    DocumentExample,
    boundary_decisions,
    example_of,
    word_matrix,
)
from tacit.language.coreference.systems.tacit.learning import RankerLearner, RankerRecipe
from tacit.language.coreference.systems.tacit.network import Network, save_networks
from tacit.language.coreference.systems.tacit.pairs import Pairs
from tacit.language.coreference.systems.tacit.ranker import UnitVectors
from tacit.progress import Progress, no_progress

FOLDS = 6
_Scored = list[tuple[DocumentExample, Floats, Floats]]


def train(
    folders: Mapping[str, Sequence[str | Path]],
    out: str | Path,
    *,
    recipe: RankerRecipe | None = None,
    members: int = 3,
    pipeline: str | Path | None = None,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Train on `folders`, given by style of annotation, write the model folder `out`, return its configuration."""
    recipe, out = recipe or RankerRecipe(), Path(out)
    make_folder(out)
    documents = {
        style: [document for folder in places for document in _read(folder, pipeline, style, progress)]
        for style, places in folders.items()
    }
    fitted = fit(documents, recipe, members, out / "checkpoints", progress)
    config = {
        "kind": KIND,
        "recipe": asdict(recipe),
        "members": members,
        "documents": {style: len(found) for style, found in documents.items()},
        "biases": fitted.biases,
        "held_out_conll_f1": fitted.held_out,
    }
    learnt_from(document.parse.words for found in documents.values() for document in found).save(out)
    _save(out, fitted.weights, fitted.boundaries, config)
    return config


@dataclass(frozen=True)
class Fitted:
    """All that is learnt: the weights of each network, and for each style boundaries, biases and a held-out figure."""

    weights: list[dict[str, Floats]]
    boundaries: dict[str, dict[str, float]]
    biases: dict[str, dict[str, float]]
    held_out: dict[str, float]


def fit(
    documents: Mapping[str, Sequence[GoldDocument]],
    recipe: RankerRecipe,
    members: int,
    checkpoints: Path,
    progress: Progress = no_progress,
) -> Fitted:
    """Learn from documents by style of annotation; what is done is kept in `checkpoints`."""
    boundaries = {style: fit_boundaries(documents[style]) for style in documents}
    words = UnitVectors.shipped()
    examples = [
        example_of(document, Boundaries(boundaries[style]), words, style=STYLES.index(style))
        for style in documents
        for document in documents[style]
    ]
    weights, scored = train_members(examples, recipe, members, words, checkpoints, progress)
    biases = {style: fit_biases([row for row in scored if row[0].style == STYLES.index(style)]) for style in documents}
    held_out = {style: _held_out(scored, style, biases[style]) for style in documents}
    return Fitted(weights, boundaries, biases, held_out)


def _read(folder: str | Path, pipeline: str | Path | None, style: str, progress: Progress) -> Iterable[GoldDocument]:
    for number, document in enumerate(read_gold(folder, pipeline=pipeline), 1):
        progress(f"parsing {style}", number, 0)
        yield document


def fit_boundaries(documents: Sequence[GoldDocument]) -> dict[str, float]:
    """The weights of `Boundaries` for the guidelines that these documents follow."""
    decisions = [decision for document in documents for decision in boundary_decisions(document)]
    if len({inside for _, inside in decisions}) < 2:
        return dict(RULE)  # nothing to tell apart
    vectorizer = require("sklearn.feature_extraction", extra="neural").DictVectorizer()
    model = require("sklearn.linear_model", extra="neural").LogisticRegression(C=0.5, max_iter=500, fit_intercept=False)
    table = vectorizer.fit_transform([dict.fromkeys(names, 1.0) for names, _ in decisions])
    frequent = np.flatnonzero(np.asarray(table.sum(0)).ravel() >= 5)
    model.fit(table[:, frequent], [inside for _, inside in decisions])
    names = vectorizer.get_feature_names_out()[frequent]
    pairs = zip(names.tolist(), model.coef_[0].tolist(), strict=True)
    return {name: round(weight, 2) for name, weight in pairs if abs(weight) > 0.05}


def train_members(
    examples: list[DocumentExample],
    recipe: RankerRecipe,
    members: int,
    words: UnitVectors,
    checkpoints: Path,
    progress: Progress,
) -> tuple[list[dict[str, Floats]], _Scored]:
    """The weights of each member, and the scores of the documents it has not seen."""
    make_folder(checkpoints)
    weights, scored = [], []
    for member in range(members):
        learner = RankerLearner(replace(recipe, seed=recipe.seed + member), words)
        seen = [example for number, example in enumerate(examples) if number % FOLDS != member % FOLDS]
        what = f"training {member + 1}/{members}"
        learner.train(seen, checkpoint=checkpoints / f"{member}.safetensors", what=what, progress=progress)
        weights.append(learner.averaged())
        network = Network(weights[-1])
        unseen = [example for number, example in enumerate(examples) if number % FOLDS == member % FOLDS]
        scored += [(example, *score(network, example, words)) for example in unseen if len(example.anaphors)]
    return weights, scored


def score(network: Network, example: DocumentExample, words: UnitVectors) -> tuple[Floats, Floats]:
    """The scores of an example's pairs, and of its mentions without antecedent."""
    mentions = network.prepare(network.encode(example.codes, word_matrix(example, words)))
    nothing = np.zeros(len(example.anaphors), dtype=bool)
    pairs = Pairs(example.anaphors, example.antecedents, example.columns, nothing, nothing)
    return network.pair_scores(mentions, pairs, example.pair_codes), mentions.new


def fit_biases(scored: _Scored) -> dict[str, float]:
    """The bias of each kind of mention that gives the best CoNLL score, found one kind after the other."""
    biases = np.full(len(MentionKind), -0.25, dtype=np.float32)
    best = _evaluate(scored, biases).conll_f1
    for step in (0.5, 0.25):
        for kind in MentionKind:
            for change in (-step, step):
                while True:
                    tried = biases.copy()
                    tried[kind] += change
                    found = _evaluate(scored, tried).conll_f1
                    if found <= best + 1e-5:
                        break
                    best, biases = found, tried
    return {kind.name.lower(): round(float(biases[kind]), 3) for kind in MentionKind}


def _evaluate(scored: _Scored, biases: Floats) -> CoreferenceScores:
    responses = []
    for example, pairs, new in scored:
        biased = new + biases[example.kinds]
        chosen = best_antecedents(example.anaphors, example.antecedents, pairs, biased, example.marks)
        clusters = linked(example.mentions, chosen)
        responses.append((example.gold, [[mention.span for mention in cluster] for cluster in clusters]))
    return evaluate_clusters(responses)


def _held_out(scored: _Scored, style: str, biases: Mapping[str, float]) -> float:
    array = np.array([biases[kind.name.lower()] for kind in MentionKind], dtype=np.float32)
    return round(_evaluate([row for row in scored if row[0].style == STYLES.index(style)], array).conll_f1, 4)


def _save(
    out: Path, weights: list[dict[str, Floats]], boundaries: dict[str, dict[str, float]], config: dict[str, Any]
) -> None:
    """Write all files or none; the configuration last, as it makes the folder a model."""
    with written_together() as files:
        save_networks(files.open(out / "weights.npz", "wb", follow=False), weights)
        for name, content in (("boundaries.json", boundaries), ("config.json", config)):
            stream = files.open(out / name, follow=False)
            json.dump(content, stream, indent=1, sort_keys=True)
            stream.write("\n")
    shutil.rmtree(out / "checkpoints", ignore_errors=True)
