"""Evidence as arrays and back: one byte a weight, and one scale a scenario."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.model_folder import Arrays
from tacit.scenarios.systems.joint.evidence import Array, Evidence, WordModel


def arrays_of(evidence: Evidence) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """What goes into config.json, and what into weights.npz."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name, model in (("scenarios", evidence.scenarios), ("none", evidence.none), ("opening", evidence.opening)):
        scales = np.maximum(np.abs(model.weights).max(0, initial=0.0), 1e-9) / 127
        words = sorted(model.vocabulary, key=lambda word: model.vocabulary[word])
        arrays |= {
            f"{name}_words": np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
            f"{name}_weights": np.round(model.weights / scales).astype(np.int8),
            f"{name}_scales": scales.astype(np.float32),
            f"{name}_rarity": model.rarity,
            f"{name}_bias": model.bias,
        }
    return {"labels": list(evidence.labels)}, arrays


def evidence_of(config: dict[str, Any], arrays: Arrays) -> Evidence:
    """What `arrays_of` took apart; a ValueError where the parts do not fit."""
    labels = tuple(str(label) for label in config["labels"])
    scenarios, opening = (_model(name, arrays, content_only=False) for name in ("scenarios", "opening"))
    none = _model("none", arrays, content_only=True)
    if (len(scenarios.bias), len(none.bias), len(opening.bias)) != (len(labels), 1, 1):
        raise ValueError("labels and weights do not fit")
    return Evidence(labels, scenarios, none, opening)


def _model(name: str, arrays: Arrays, *, content_only: bool) -> WordModel:
    text = bytes(arrays[f"{name}_words"]).decode()
    words = text.split("\n") if text else []
    weights: Array = arrays[f"{name}_weights"].astype(np.float32) * arrays[f"{name}_scales"].astype(np.float32)
    rarity = arrays[f"{name}_rarity"].astype(np.float32)
    bias = arrays[f"{name}_bias"].astype(np.float32)
    if weights.shape != (len(words), len(bias)) or rarity.shape != (len(words),):
        raise ValueError("words and weights do not fit")
    return WordModel({word: row for row, word in enumerate(words)}, rarity, weights, bias, content_only)
