"""The system: trained on labelled texts of the wild, texts about one scenario, and wordings of written scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.backbones import encoder
from tacit.backbones.compact import read_model, write_model
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.progress import Progress, no_progress
from tacit.scenarios.inventory import Inventory, load_inventory
from tacit.scenarios.systems.tacit.composing import Material, Row
from tacit.scenarios.systems.tacit.decoding import Array, Settings, detection, posteriors
from tacit.scenarios.task import Detection, Narrative, ScenarioSystem

if TYPE_CHECKING:
    from tacit.scenarios.systems.tacit.network import ContextNetwork

KIND = "scenarios in context"
EPOCHS = 4
TOGETHER = 64
"""Sentences that are read at once."""
_EXAMPLE = 12.0
"""The length of the weights of a scenario that is known by a few phrases alone."""


class Contextual(ScenarioSystem):
    """Every sentence read with its neighbours by a tuned encoder (`network`), then decoded (`decoding`)."""

    name: ClassVar[str] = "tacit"

    def __init__(self, *, epochs: int = EPOCHS, settings: Settings | None = None) -> None:
        self.epochs = epochs
        self.settings = settings or Settings()
        self.inventory: Inventory | None = None
        self.calibration: Mapping[str, float] = {}
        self.network_: ContextNetwork | None = None
        self.labels_: list[str] = []

    @property
    def labels(self) -> list[str]:
        """The scenarios that it knows."""
        return list(self.labels_)

    def fit(
        self,
        narratives: Sequence[Narrative],
        *,
        seed: int = 0,
        wordings: Sequence[Sequence[Row]] = (),
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> Contextual:
        """Learn from texts, and from passages of `wordings`, and return the system itself."""
        from tacit.scenarios.systems.tacit.training import train

        phrases = [[(phrase, (each.label,)) for phrase in each.events] for each in self._inventory() if each.events]
        material = Material.of(narratives, [*wordings, *phrases])
        known = {label for narrative in narratives for labels in narrative.labels for label in labels}
        known |= {label for rows in material.wordings for _, labels in rows for label in labels}
        if not known:
            raise InputError("no training text is about any scenario")
        self.labels_ = sorted(known)
        self.network_ = train(
            material, self.labels_, epochs=self.epochs, seed=seed, checkpoint=checkpoint, progress=progress
        )
        return self

    def _inventory(self) -> Inventory:
        return self.inventory if self.inventory is not None else load_inventory()

    def scores(self, narratives: Sequence[Narrative]) -> list[Array]:
        """The network's scores for each sentence of each text."""
        torch = require("torch", extra="neural")
        if self.network_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        sentences = list(dict.fromkeys(sentence for text in narratives for sentence in text.sentences))
        with torch.inference_mode():
            rows = self._vectors(sentences)
            place = {sentence: number for number, sentence in enumerate(sentences)}
            return [
                np.asarray(
                    self.network_.scores(rows[[place[sentence] for sentence in text.sentences]], [len(text)]).numpy(),
                    dtype=np.float64,
                )
                if len(text)
                else np.zeros((0, 1 + len(self.labels_)))
                for text in narratives
            ]

    def _vectors(self, sentences: Sequence[str]) -> Any:
        from tacit.backbones.layers import pad
        from tacit.scenarios.systems.tacit.training import tokenise

        torch = require("torch", extra="neural")
        network = self.network_
        assert network is not None
        tokens = tokenise(encoder.load(), sentences)
        rows = torch.zeros(len(tokens), network.width)
        order = sorted(range(len(tokens)), key=lambda number: len(tokens[number]))
        for start in range(0, len(order), TOGETHER):
            some = order[start : start + TOGETHER]
            padded, real = pad([tokens[number] for number in some])
            rows[some] = network.vectors(network.lower(padded, real), real)
        return rows

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """What each narrative is about."""
        tables = (posteriors(scores, self.settings) for scores in self.scores(narratives))
        return [detection(table, self.labels_, self.calibration) for table in tables]

    def add_scenario(self, label: str, phrases: Sequence[str]) -> None:
        """Make a scenario known without any text, by its label and a few phrases for its events."""
        torch = require("torch", extra="neural")
        if self.network_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        if not label.strip() or label in self.labels_:
            raise UsageError(f"a new scenario needs a label of its own, not {label!r}")
        with torch.inference_mode():
            rows = self._vectors([label, *phrases])
            mean = torch.nn.functional.normalize(rows.mean(0), dim=0)
        self.network_.add_label(mean, _EXAMPLE)
        self.labels_.append(label)

    def save(self, folder: Path) -> None:
        """Write config.json and weights.safetensors, a byte for each weight of a matrix."""
        if self.network_ is None:
            raise UsageError("there is nothing to save: the system has learnt nothing yet")
        config = {
            "labels": self.labels_,
            "settings": asdict(self.settings),
            "calibration": dict(self.calibration),
            "frozen": self.network_.frozen,
        }
        write_model(folder, KIND, config, self.network_.learnt())

    @classmethod
    def load(cls, folder: Path) -> Contextual:
        """The system that `save` wrote."""
        from tacit.scenarios.systems.tacit.network import ContextNetwork

        config, weights = read_model(folder, KIND)
        try:
            system = cls(settings=Settings(**{name: float(value) for name, value in config["settings"].items()}))
            system.labels_ = [str(label) for label in config["labels"]]
            system.calibration = {str(name): float(value) for name, value in config["calibration"].items()}
            network = ContextNetwork(encoder.fresh().model, len(system.labels_), int(config["frozen"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"not a whole model of the kind {KIND!r}: {error}", path=folder) from None
        try:
            network.take(weights)
        except InputError as error:
            raise error.at(folder) from None
        network.eval()
        system.network_ = network
        return system
