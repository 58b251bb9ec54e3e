"""The system: sentences compared with examples of each scenario; a judge that knows no scenario by name decides.

What the judge learns holds for all scenarios alike (how near is near enough, how much neighbours count, how far the
next best label must be behind), so some hundred labelled texts teach it, and a scenario needs no labelled weblog of
its own: examples are enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError, UsageError
from tacit.learning.trees import Trees
from tacit.model_folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.scenarios.inventory import Inventory, load_inventory
from tacit.scenarios.systems.tacit.decoding import Settings, detection
from tacit.scenarios.systems.tacit.examples import Encode, Examples, Floats, neighbourhoods
from tacit.scenarios.systems.tacit.features import candidates, table
from tacit.scenarios.systems.tacit.linear import Linear
from tacit.scenarios.systems.tacit.material import Material
from tacit.scenarios.systems.tacit.whole import with_whole
from tacit.scenarios.task import Detection, Narrative, ScenarioSystem
from tacit.shapes import AtLeastOne

KIND = "scenarios by example"
_SHAPE = {
    "settings": dict.fromkeys(Settings._fields, float),
    "labels": AtLeastOne(str),
    "trees_bias": float,
}
FOLDS = 3
"""Parts of the labelled texts that the classifier is trained without, to see what it says of unknown texts."""
_LABELLED, _GIVEN = 2.0, 1.0
"""What a sentence of a labelled text, and of one that gives examples, counts for the classifier."""
_TREES: dict[str, Any] = {
    "max_iter": 220,
    "learning_rate": 0.06,
    "max_leaf_nodes": 12,
    "l2_regularization": 1.0,
    "min_samples_leaf": 40,
}


class _Seen(NamedTuple):
    """What is seen of one text: vectors of its sentences and neighbourhoods, nearness to all labels."""

    rows: Floats
    nearness: Floats


class ByExample(ScenarioSystem):
    """Sentences compared with examples, judged by boosted trees."""

    name: ClassVar[str] = "tacit"

    def __init__(self, *, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.inventory: Inventory | None = None
        self.wordings: Mapping[str, Sequence[str]] = {}
        """For each scenario how people word its events: examples beside those that texts give."""
        self.encode: Encode | None = None
        self.examples_: Examples | None = None
        self.linear_: Linear | None = None
        self.trees_: Trees | None = None

    @property
    def labels(self) -> list[str]:
        """The scenarios that it knows."""
        return list(self.examples_.labels) if self.examples_ is not None else []

    def fit(
        self,
        narratives: Sequence[Narrative],
        *,
        seed: int = 0,
        progress: Progress = no_progress,
    ) -> ByExample:
        """Learn from texts, and from the wordings that were given, and return the system itself."""
        inventory = self.inventory if self.inventory is not None else load_inventory()
        material = Material.of(narratives, seed)
        phrases = {each.label: list(each.events) for each in inventory if each.events}
        texts = material.examples(self.wordings, phrases)
        if not texts:
            raise InputError("no training text is about any scenario")
        progress("encoding examples", 0, 0)
        self.examples_ = Examples.of(texts, self._encoder())
        progress("reading texts", 0, 0)
        seen = self._seen(material.labelled)
        shares = self._cross_fitted(material, seen, seed, progress)
        rows, targets = [], []
        for text, each, own in zip(material.labelled, seen, shares, strict=True):
            chosen = candidates(each.nearness, own)
            features = table(each.nearness, own)
            for place, labels in enumerate(text.labels):
                rows.append(features[place, chosen[place]])
                targets += [self.labels[number] in labels for number in chosen[place]]
        if not rows or not any(targets):
            raise InputError("no training text is labelled sentence by sentence: the judge needs some")
        progress("learning to judge", 0, 0)
        self.trees_ = Trees.learn(np.concatenate(rows), np.array(targets), seed=seed, **_TREES)
        return self

    def _cross_fitted(self, material: Material, seen: Sequence[_Seen], seed: int, progress: Progress) -> list[Floats]:
        """What the classifier says of each labelled text when it has not learnt from it; at the end it learns all."""
        others = [*material.giving, *material.nothing]
        fixed = list(zip(self._rows(others), others, strict=True))
        own = list(zip([each.rows for each in seen], material.labelled, strict=True))
        shares: list[Floats] = [np.zeros((0, 0), np.float32)] * len(own)
        for fold in range(FOLDS):
            progress("learning to classify", fold, FOLDS + 1)
            part = self._linear(fixed, [each for number, each in enumerate(own) if number % FOLDS != fold], seed)
            for number in range(fold, len(own), FOLDS):
                shares[number] = part.log_shares(own[number][0])
        self.linear_ = self._linear(fixed, own, seed)
        return shares

    def _linear(
        self, fixed: Sequence[tuple[Floats, Narrative]], own: Sequence[tuple[Floats, Narrative]], seed: int
    ) -> Linear:
        column = {label: number for number, label in enumerate(self.labels, 1)}
        texts = [*fixed, *own]
        targets = [
            [column[label] for label in labels if label in column] or [0] for _, text in texts for labels in text.labels
        ]
        counts = [_GIVEN] * sum(len(text) for _, text in fixed) + [_LABELLED] * sum(len(text) for _, text in own)
        rows = np.concatenate([rows for rows, _ in texts])
        return Linear.learn(rows, targets, 1 + len(column), np.array(counts, np.float32), seed=seed)

    def _encoder(self) -> Encode:
        if self.encode is None:
            from tacit.backbones import encoder

            self.encode = encoder.load().encode
        return self.encode

    def _seen(self, narratives: Sequence[Narrative]) -> list[_Seen]:
        """Vectors of all texts, and how near each sentence is to examples of each label."""
        if self.examples_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        width = self.examples_.vectors.shape[1]
        return [
            _Seen(rows, self.examples_.nearness(rows[:, :width], rows[:, width:])) for rows in self._rows(narratives)
        ]

    def _rows(self, narratives: Sequence[Narrative]) -> list[Floats]:
        """Each sentence's vector and its neighbourhood's, side by side; all texts encoded together, which is faster."""
        around = [(text.sentences, neighbourhoods(text.sentences)) for text in narratives]
        unique = list(dict.fromkeys(each for pair in around for part in pair for each in part))
        if not unique:
            width = 0 if self.examples_ is None else 2 * self.examples_.vectors.shape[1]
            return [np.zeros((0, width), np.float32)] * len(narratives)
        encoded = np.asarray(self._encoder()(unique), dtype=np.float32)
        number = {each: place for place, each in enumerate(unique)}
        return [np.concatenate([encoded[[number[each] for each in part]] for part in pair], axis=1) for pair in around]

    def tables(self, narratives: Sequence[Narrative]) -> list[npt.NDArray[np.float64]]:
        """For each text the probability of each label (columns) in each sentence; 0 for what was not judged."""
        if self.linear_ is None or self.trees_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        found = []
        for seen in self._seen(narratives):
            chances = np.zeros((len(seen.rows), len(self.labels)))
            if len(seen.rows):
                shares = self.linear_.log_shares(seen.rows)
                chosen = candidates(seen.nearness, shares)
                rows = np.take_along_axis(table(seen.nearness, shares), chosen[:, :, None], axis=1)
                judged = self.trees_.predict(rows.reshape(-1, rows.shape[2])).reshape(chosen.shape)
                np.put_along_axis(chances, chosen, judged, axis=1)
                chances = with_whole(chances, seen.nearness, shares)
            found.append(chances)
        return found

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """What each narrative is about."""
        return [detection(chances, self.labels, self.settings) for chances in self.tables(narratives)]

    def add_scenario(self, label: str, phrases: Sequence[str]) -> None:
        """Make a scenario known without any text, by its label and a few phrases or example sentences."""
        if self.examples_ is None or self.linear_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        if not label.strip() or label in self.labels:
            raise UsageError(f"a new scenario needs a label of its own, not {label!r}")
        self.examples_ = self.examples_.with_label(label, self._encoder()([label, *phrases]))
        self.linear_ = self.linear_.with_column()

    def save(self, folder: Path) -> None:
        """Write config.json and weights.npz, examples with a byte for each number."""
        if self.examples_ is None or self.linear_ is None or self.trees_ is None:
            raise UsageError("there is nothing to save: the system has learnt nothing yet")
        rows, scales = _packed(self.examples_.vectors)
        weights, weight_scales = _packed(self.linear_.weights)
        arrays: dict[str, Any] = {
            "examples": rows,
            "scales": scales,
            "label": self.examples_.label,
            "kind": self.examples_.kind.astype(np.int8),
            "weights": weights,
            "weight_scales": weight_scales,
            "bias": self.linear_.bias,
            **{f"trees_{name}": values for name, values in self.trees_.arrays().items()},
        }
        config = {"labels": self.labels, "settings": self.settings._asdict(), "trees_bias": self.trees_.bias}
        write_folder(folder, KIND, config, arrays)

    @classmethod
    def load(cls, folder: Path) -> ByExample:
        """The system that `save` wrote."""
        with read_folder(folder, KIND, _SHAPE) as (config, arrays):
            system = cls(settings=Settings(**{name: float(value) for name, value in config["settings"].items()}))
            labels = tuple(str(label) for label in config["labels"])
            label, kind = arrays["label"].astype(np.int32), arrays["kind"].astype(np.int32)
            vectors = _unpacked(arrays["examples"], arrays["scales"])
            if not len(label) == len(kind) == len(vectors) or label.max() >= len(labels) or label.min() < 0:
                raise ValueError("its examples do not fit its labels")
            system.examples_ = Examples(vectors, label, kind, labels)
            system.linear_ = Linear(_unpacked(arrays["weights"], arrays["weight_scales"]), arrays["bias"])
            columns = 1 + len(labels)
            if system.linear_.weights.shape != (2 * vectors.shape[1], columns) or arrays["bias"].shape != (columns,):
                raise ValueError("its classifier does not fit its labels")
            trees = {name.removeprefix("trees_"): arrays[name] for name in arrays if name.startswith("trees_")}
            system.trees_ = Trees.from_arrays(trees, float(config["trees_bias"]))
        return system


def _packed(rows: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    scales = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-9) / 127
    return np.round(rows / scales).astype(np.int8), scales.astype(np.float32)


def _unpacked(rows: npt.NDArray[Any], scales: npt.NDArray[Any]) -> Floats:
    if rows.ndim != 2 or scales.shape != (len(rows), 1):
        raise ValueError(f"rows of shape {rows.shape} do not fit scales of {scales.shape}")
    return np.asarray(rows.astype(np.float32) * scales, dtype=np.float32)
