"""The folder of a trained model, and the shipped one."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tacit.language.coreference.features.boundaries import Boundaries
from tacit.learning.folder import read_config, read_object
from tacit.shapes import Named

KIND = "coreference ranker"
SHIPPED = Path(__file__).parent.parent.parent / "models" / "coreference"
STYLES = ("ontonotes", "litbank")
"""Guidelines of annotation: everything that is mentioned again, or people, places and the like in novels."""


def fingerprint(folder: Path) -> str:
    """A short name for the content of a model folder."""
    digest = hashlib.sha256()
    for name in ("boundaries.json", "config.json", "weights.npz"):
        digest.update(hashlib.sha256((folder / name).read_bytes()).digest())
    return digest.hexdigest()[:16]


def load_boundaries(folder: Path = SHIPPED, style: str = STYLES[0]) -> Boundaries:
    """How far noun phrases reach in this style of annotation."""
    return Boundaries(read_object(folder, "boundaries.json", {style: Named(str, float)})[style])


def load_biases(folder: Path, style: str) -> dict[str, float]:
    """What to add to the score of having no antecedent, for each kind of mention."""
    config = read_config(folder, KIND, {"biases": {style: Named(str, float)}})
    return dict(config["biases"][style])
