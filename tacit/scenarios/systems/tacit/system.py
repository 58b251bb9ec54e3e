"""The system: sentences read in context and compared with examples; a judge that knows no scenario by name decides.

What the judge learns holds for all scenarios alike (how near is near enough, how much neighbours count, how far the
next best label must be behind), so some hundred labelled texts teach it, and a scenario needs no labelled weblog of
its own: examples are enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError, UsageError
from tacit.learning import directions
from tacit.learning.folder import read_folder, write_folder
from tacit.learning.trees import Trees
from tacit.progress import Progress, no_progress
from tacit.scenarios.inventory import Inventory, load_inventory
from tacit.scenarios.systems.tacit.context import Context
from tacit.scenarios.systems.tacit.decoding import Settings, detection
from tacit.scenarios.systems.tacit.evidence import Evidence, Teaching, Witnesses
from tacit.scenarios.systems.tacit.examples import Encode, Examples, Floats
from tacit.scenarios.systems.tacit.features import candidates, table
from tacit.scenarios.systems.tacit.linear import Linear
from tacit.scenarios.systems.tacit.material import Material, is_own, parted
from tacit.scenarios.task import Detection, Narrative, ScenarioSystem
from tacit.shapes import AtLeastOne, Optional, Shape

KIND = "scenarios by example"
_SHAPE: Shape = {
    "settings": dict.fromkeys(Settings._fields, float),
    "labels": AtLeastOne(str),
    "trees_bias": float,
    Optional("in_context"): bool,
}
CONTEXT = "context"
"""The folder of the network within that of the system."""
_TREES: dict[str, Any] = {
    "max_iter": 220,
    "learning_rate": 0.06,
    "max_leaf_nodes": 12,
    "l2_regularization": 1.0,
    "min_samples_leaf": 40,
}


_ENOUGH = 400
"""Sentences from which on a judge can learn."""


class ByExample(ScenarioSystem):
    """Sentences compared with examples, judged by boosted trees."""

    name: ClassVar[str] = "tacit"

    def __init__(self, *, settings: Settings | None = None, in_context: bool = True) -> None:
        self.settings = settings or Settings()
        self.in_context = in_context
        """Is a network trained that reads sentences in their context? It takes hours, and finds much more."""
        self.inventory: Inventory | None = None
        self.wordings: Mapping[str, Sequence[str]] = {}
        """For each scenario how people word its events: examples beside those that texts give."""
        self.checkpoints: Path | None = None
        """A folder for what a long training needs to go on after it was cut."""
        self.encode: Encode | None = None
        self.witnesses_: Witnesses | None = None
        self.trees_: Trees | None = None

    @property
    def labels(self) -> list[str]:
        """The scenarios that it knows."""
        return list(self.witnesses_.labels) if self.witnesses_ is not None else []

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress) -> ByExample:
        """Learn from texts, and from the wordings that were given, and return the system itself.

        A judge must see how witnesses speak of texts that are new to them: so one third of the texts is kept back,
        witnesses that learn from the others speak of it, and the judge learns from that. Then all texts teach.
        """
        teaching = self._teaching(narratives, seed, progress)
        kept, others = parted(narratives)
        first = teaching.witnesses(others, self._checkpoint("first"))
        self.trees_ = _judge(first, Material.of(kept).documents(seed), teaching)
        self.witnesses_ = teaching.witnesses(narratives, self._checkpoint("all"))
        return self

    def adapt(
        self,
        narratives: Sequence[Narrative],
        *,
        judged: Sequence[Narrative] = (),
        seed: int = 0,
        progress: Progress = no_progress,
    ) -> ByExample:
        """Go on learning from texts of another kind, those about nothing among them, and return the system itself.

        They go on teaching the network, beside documents that are put together from wordings and narratives, so that it
        does not forget. What it then says of `judged`, which must be new to it, teaches a second judge; the two judge
        together. Then all texts, also those judged, teach a network of their own from where the first began. Without
        `judged` a third of the texts is kept back to be judged, and teaches nothing else.
        """
        from tacit.backbones import encoder
        from tacit.scenarios.systems.tacit.context_training import GOING_ON, Lessons, Pupil, learn

        witnesses, trees = self._trained()
        started = witnesses.context
        if started is None:
            raise UsageError("only a system with a network can go on learning: train one from these texts")
        kept, others = list(judged), list(narratives)
        if not kept and len(others) > 1:
            kept, others = parted(others)

        def taught(texts: Sequence[Narrative], checkpoint: str) -> Witnesses:
            lessons = Lessons(texts, self.wordings, self.labels, found=True)
            pupil = Pupil.of(started, encoder.fresh())
            place = self._checkpoint(checkpoint)
            context = learn(pupil, lessons, seed=seed, progress=progress, checkpoint=place, **GOING_ON)
            return replace(witnesses, context=context)

        self.witnesses_ = taught(others, "adapted")
        kept = [text for text in kept if len(set(text.labels)) > 1 or len(text.labels[0]) != 1 or not is_own(text)]
        if sum(map(len, kept)) >= _ENOUGH:
            phrases: dict[str, list[str]] = {}
            teaching = Teaching(self.labels, self.wordings, phrases, self._encoder(), True, seed, progress)
            self.trees_ = trees.mean_with(_judge(self.witnesses_, kept, teaching))
        if judged:
            self.witnesses_ = taught([*others, *judged], "all")
        return self

    def _teaching(self, narratives: Sequence[Narrative], seed: int, progress: Progress) -> Teaching:
        inventory = self.inventory if self.inventory is not None else load_inventory()
        phrases = {each.label: list(each.events) for each in inventory if each.events}
        told = {label for text in narratives for labels in text.labels for label in labels}
        if not told:
            raise InputError("no training text is about any scenario")
        labels = sorted({*told, *phrases, *self.wordings})
        encode = _Memory(self._encoder())
        return Teaching(labels, self.wordings, phrases, encode, self.in_context, seed, progress)

    def _checkpoint(self, name: str) -> Path | None:
        return None if self.checkpoints is None else self.checkpoints / f"{name}.safetensors"

    def _encoder(self) -> Encode:
        if self.encode is None:
            from tacit.backbones import encoder

            self.encode = encoder.load().encode
        return self.encode

    def _trained(self) -> tuple[Witnesses, Trees]:
        if self.witnesses_ is None or self.trees_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        return self.witnesses_, self.trees_

    def tables(self, narratives: Sequence[Narrative]) -> list[npt.NDArray[np.float64]]:
        """For each text the probability of each label (columns) in each sentence; 0 for what was not judged."""
        return [self._judged(each) for each in self._evidence(narratives)]

    def _evidence(self, narratives: Sequence[Narrative]) -> list[Evidence]:
        witnesses, _ = self._trained()
        return witnesses.evidence(narratives, self._encoder())

    def _judged(self, evidence: Evidence) -> npt.NDArray[np.float64]:
        _, trees = self._trained()
        nearness, shares = evidence.nearness, evidence.log_shares
        chances = np.zeros((len(shares), len(self.labels)))
        if len(shares):
            chosen = candidates(nearness, shares)
            rows = np.take_along_axis(table(nearness, shares), chosen[:, :, None], axis=1)
            judged = trees.predict(rows.reshape(-1, rows.shape[2])).reshape(chosen.shape)
            np.put_along_axis(chances, chosen, judged, axis=1)
        return chances

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """What each narrative is about."""
        return [
            detection(self._judged(each), self.labels, self.settings, each.classified)
            for each in self._evidence(narratives)
        ]

    def add_scenario(self, label: str, phrases: Sequence[str]) -> None:
        """Make a scenario known without any text, by its label and a few phrases or example sentences."""
        witnesses, _ = self._trained()
        if not label.strip() or label in self.labels:
            raise UsageError(f"a new scenario needs a label of its own, not {label!r}")
        self.witnesses_ = witnesses.with_label(label, phrases, self._encoder())

    def save(self, folder: Path) -> None:
        """Write config.json and weights.npz, examples in four bits a number, and the network's folder."""
        witnesses, trees = self._trained()
        weights, weight_scales = _packed(witnesses.linear.weights)
        arrays: dict[str, Any] = {
            "examples": directions.pack(witnesses.examples.vectors),
            "label": witnesses.examples.label,
            "kind": witnesses.examples.kind.astype(np.int8),
            "weights": weights,
            "weight_scales": weight_scales,
            "bias": witnesses.linear.bias,
            **{f"trees_{name}": values for name, values in trees.arrays().items()},
        }
        config = {
            "labels": self.labels,
            "settings": self.settings._asdict(),
            "trees_bias": trees.bias,
            "in_context": witnesses.context is not None,
        }
        if witnesses.context is not None:
            witnesses.context.save(folder / CONTEXT)
        write_folder(folder, KIND, config, arrays)

    @classmethod
    def load(cls, folder: Path) -> ByExample:
        """The system that `save` wrote."""
        with read_folder(folder, KIND, _SHAPE) as (config, arrays):
            settings = Settings(**{name: float(value) for name, value in config["settings"].items()})
            system = cls(settings=settings, in_context=bool(config.get("in_context")))
            labels = tuple(str(label) for label in config["labels"])
            label, kind = arrays["label"].astype(np.int32), arrays["kind"].astype(np.int32)
            packed = arrays["examples"]
            if not len(label) == len(kind) == len(packed) or label.max() >= len(labels) or label.min() < 0:
                raise ValueError("its examples do not fit its labels")
            order = np.argsort(kind, kind="stable")  # in older folders they are sorted by label first
            label, kind, vectors = label[order], kind[order], directions.unpack(packed[order])
            linear = Linear(_unpacked(arrays["weights"], arrays["weight_scales"]), arrays["bias"])
            columns = 1 + len(labels)
            if linear.weights.shape != (2 * vectors.shape[1], columns) or arrays["bias"].shape != (columns,):
                raise ValueError("its classifier does not fit its labels")
            trees = {name.removeprefix("trees_"): arrays[name] for name in arrays if name.startswith("trees_")}
            system.trees_ = Trees.from_arrays(trees, float(config["trees_bias"]))
            context = _context(folder / CONTEXT, labels) if system.in_context else None
            system.witnesses_ = Witnesses(Examples(vectors, label, kind, labels), linear, context)
        return system


class _Memory:
    """An encoder that remembers what it has encoded: two generations of witnesses see the same sentences."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._known: dict[str, Floats] = {}

    def __call__(self, sentences: Sequence[str]) -> Floats:
        new = [each for each in dict.fromkeys(sentences) if each not in self._known]
        if new:
            self._known.update(zip(new, np.asarray(self._encode(new), dtype=np.float32), strict=True))
        return np.stack([self._known[each] for each in sentences])


def _judge(witnesses: Witnesses, documents: Sequence[Narrative], teaching: Teaching) -> Trees:
    """Trees that learn which of the likeliest labels are right, from texts that are new to the witnesses."""
    rows, targets = [], []
    labels = witnesses.labels
    for text, (nearness, shares, _) in zip(documents, witnesses.evidence(documents, teaching.encode), strict=True):
        chosen = candidates(nearness, shares)
        features = table(nearness, shares)
        for place, gold in enumerate(text.labels):
            rows.append(features[place, chosen[place]])
            targets += [labels[number] in gold for number in chosen[place]]
    if not rows or not any(targets):
        raise InputError(
            "the training texts are too few or too different: no scenario of those kept back was found in them"
        )
    teaching.progress("learning to judge", 0, 0)
    return Trees.learn(np.concatenate(rows), np.array(targets), seed=teaching.seed, **_TREES)


def _context(folder: Path, labels: Sequence[str]) -> Context:
    from tacit.backbones import encoder

    found = Context.load(folder, encoder.plain())
    if found.labels != tuple(labels):
        raise ValueError("its network knows other labels")
    return found


def _packed(rows: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    scales = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-9) / 127
    return np.round(rows / scales).astype(np.int8), scales.astype(np.float32)


def _unpacked(rows: npt.NDArray[Any], scales: npt.NDArray[Any]) -> Floats:
    if rows.ndim != 2 or scales.shape != (len(rows), 1):
        raise ValueError(f"rows of shape {rows.shape} do not fit scales of {scales.shape}")
    return np.asarray(rows.astype(np.float32) * scales, dtype=np.float32)
