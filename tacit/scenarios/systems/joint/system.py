"""The system `tacit`: sentence evidence decoded as a sequence of lasting scenarios."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import ClassVar

from tacit.errors import InputError, MissingBackboneError, MissingExtraError, UsageError
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.scenarios.inventory import Inventory, load_inventory
from tacit.scenarios.systems.joint.evidence import JointEvidence, Observed
from tacit.scenarios.systems.joint.passages import JointPassage, event_passages, passages_of
from tacit.scenarios.systems.joint.reading import JointSettings, read
from tacit.scenarios.systems.joint.relations import Relations
from tacit.scenarios.systems.joint.storing import arrays_of, evidence_of
from tacit.scenarios.systems.joint.vector_model import SentenceVectors
from tacit.scenarios.task import Detection, Narrative, ScenarioSystem
from tacit.shapes import AtLeastOne, Within, numbers_of

log = logging.getLogger(__name__)

KIND = "joint scenario detection"
_SHARE = Within(float, 1e-6, 1 - 1e-6)
_SHAPE = {
    "settings": {**numbers_of(JointSettings), "floor": _SHARE, "stay": _SHARE, "none": _SHARE},
    "relations": {"general": [[int]], "related": [[int]]},
    "labels": AtLeastOne(str),
    "judge": (type(None), {"weights": [float], "bias": float}),
}


class Joint(ScenarioSystem):
    """Joint segmentation and multi-label labelling, without a parser.

    Each sentence gives evidence for each scenario and for None: linear models over tf.idf of stems and over vectors of
    the sentence encoder. A hidden Markov model whose segments last, and rather end where a sentence reads like an
    opening, finds the likeliest sequence; segments are then judged as a whole, and more general scenarios kept beside
    specific ones. Scenarios of the inventory without any training text learn from the event phrases that it gives and
    from unlabelled stories that the encoder finds near these phrases. Without `encoding` words alone count.
    """

    name: ClassVar[str] = "joint"

    def __init__(
        self, inventory: Inventory | None = None, *, settings: JointSettings | None = None, encoding: bool = True
    ) -> None:
        self.inventory = inventory
        self.settings = settings or JointSettings()
        self.encoding = encoding
        self.evidence_: JointEvidence | None = None
        self.relations_ = Relations()

    @property
    def labels(self) -> tuple[str, ...]:
        """The scenarios it knows; none before it has learnt."""
        return () if self.evidence_ is None else self.evidence_.labels

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress) -> Joint:
        """Learn from labelled texts and texts about nothing; the latter may contain stories that are about something.

        Unless an inventory was given, tacit's own is used if it knows all labels.
        """
        from tacit.scenarios.systems.joint.judging import learn_judge, nothing_for_judging
        from tacit.scenarios.systems.joint.training import JointMaterial, learn

        about, nothing = passages_of(narratives)
        inventory = self._inventory_for({passage.label for passage in about})
        phrases = _where_texts_are_few(event_passages(inventory), about)
        if not about and not phrases:
            raise InputError("no training text is about any scenario")
        recruits, clear = self._recruited(about, phrases, nothing, seed)
        pool = [] if clear is nothing else nothing
        material = JointMaterial(about, phrases, recruits, clear, pool)
        judged = nothing_for_judging(material, seed)
        vectors = self._vectors([*material.about, *judged])
        evidence = learn(material, seed=seed, vectors=vectors)
        self.evidence_ = replace(evidence, judge=learn_judge(material, judged, seed=seed, vectors=vectors))
        self.relations_ = Relations.of(inventory, self.evidence_.labels)
        return self

    def _vectors(self, passages: Sequence[JointPassage | Narrative]) -> SentenceVectors | None:
        sentences = (sentence for passage in passages for sentence in passage.sentences)
        return SentenceVectors.of(sentences) if self.encoding else None

    def _inventory_for(self, labels: set[str]) -> Inventory:
        if self.inventory is not None:
            return self.inventory
        known = load_inventory()
        return known if labels <= set(known.labels) else Inventory([])

    def _recruited(
        self, about: list[JointPassage], phrases: list[JointPassage], nothing: list[JointPassage], seed: int
    ) -> tuple[list[JointPassage], list[JointPassage]]:
        """Stories about scenarios among those about nothing, and the others."""
        from tacit.scenarios.systems.joint.recruiting import recruit

        if self.encoding and nothing and phrases:
            try:
                recruits = recruit(about, phrases, nothing, seed=seed)
            except (MissingBackboneError, MissingExtraError) as error:
                log.warning("no stories are recruited for scenarios without texts: %s", error)
            else:
                return recruits.about, recruits.nothing
        return [], nothing

    def add_scenario(self, label: str, phrases: Sequence[str]) -> None:
        """Make a scenario known without any text, by its label and a few phrases for its events."""
        from tacit.scenarios.systems.joint.zero_shot import word_weights

        evidence = self._evidence()
        if not label.strip() or label in evidence.labels:
            raise UsageError(f"a new scenario needs a label of its own, not {label!r}")
        sentences = (label, *phrases)
        weights, bias = word_weights(sentences, evidence.scenarios)
        vectors = None if evidence.vectors is None else SentenceVectors.of(sentences)
        vector = None if vectors is None else vectors.mean(sentences)
        self.evidence_ = evidence.with_scenario(label, weights, bias, vector)

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """Segments and rankings of each narrative."""
        evidence = self._evidence()
        vectors = None if evidence.vectors is None else self._vectors(narratives)
        return [
            read(
                Observed(evidence, text.sentences, vectors.rows(text.sentences) if vectors and len(text) else None),
                self.relations_,
                self.settings,
            )
            for text in narratives
        ]

    def _evidence(self) -> JointEvidence:
        if self.evidence_ is None:
            raise UsageError("this system has learnt nothing yet: fit it, or load a trained one")
        return self.evidence_

    def save(self, folder: Path) -> None:
        """Write config.json and weights.npz, a byte a weight."""
        config, arrays = arrays_of(self._evidence())
        relations = {
            name: sorted([a, b] for a, others in pairs.items() for b in others)
            for name, pairs in (("general", self.relations_.general), ("related", self.relations_.related))
        }
        write_folder(folder, KIND, {"settings": asdict(self.settings), "relations": relations, **config}, arrays)

    @classmethod
    def load(cls, folder: Path) -> Joint:
        """The system that `save` wrote."""
        with read_folder(folder, KIND, _SHAPE) as (config, arrays):
            system = cls(settings=JointSettings(**config["settings"]))
            system.evidence_ = evidence_of(config, arrays)
            system.relations_ = Relations.from_pairs(config["relations"]["general"], config["relations"]["related"])
            if not system.relations_.labels <= set(range(len(config["labels"]))):
                raise ValueError("its relations are not those of its labels")
        return system


def _where_texts_are_few(phrases: Sequence[JointPassage], about: Sequence[JointPassage]) -> list[JointPassage]:
    """Phrases of the scenarios that have hardly any text."""
    from tacit.scenarios.systems.joint.training import FEW_TEXTS

    texts = Counter(passage.label for passage in about)
    return [passage for passage in phrases if texts[passage.label] < FEW_TEXTS]
