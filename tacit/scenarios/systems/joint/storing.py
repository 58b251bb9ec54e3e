"""Evidence as arrays and back: one byte a weight, and one scale a scenario."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.learning.folder import Arrays
from tacit.scenarios.systems.joint.evidence import JointEvidence, NothingJudge
from tacit.scenarios.systems.joint.vector_model import VectorModel
from tacit.scenarios.systems.joint.word_model import Array, WordModel

_WORD_MODELS = ("scenarios", "none", "opening", "perspective")


def arrays_of(evidence: JointEvidence) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """What goes into config.json, and what into weights.npz."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name in _WORD_MODELS:
        model: WordModel = getattr(evidence, name)
        words = sorted(model.vocabulary, key=lambda word: model.vocabulary[word])
        arrays |= {
            f"{name}_words": np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
            f"{name}_rarity": model.rarity,
            f"{name}_bias": model.bias,
            **_packed(name, model.weights),
        }
    if (vectors := evidence.vectors) is not None:
        arrays |= {
            "vectors_centre": vectors.centre,
            "vectors_bias": vectors.bias,
            **_packed("vectors", vectors.weights),
        }
    judge = None if evidence.judge is None else asdict(evidence.judge)
    return {"labels": list(evidence.labels), "judge": judge}, arrays


def evidence_of(config: dict[str, Any], arrays: Arrays) -> JointEvidence:
    """What `arrays_of` took apart; a ValueError where the parts do not fit."""
    labels = tuple(str(label) for label in config["labels"])
    models = {name: _word_model(name, arrays) for name in _WORD_MODELS}
    vectors = _vector_model(arrays) if "vectors_centre" in arrays else None
    outcomes = [len(model.bias) for model in models.values()]
    if outcomes != [len(labels), 1, 1, 1] or (vectors is not None and len(vectors.bias) != len(labels)):
        raise ValueError("labels and weights do not fit")
    return JointEvidence(labels, **models, vectors=vectors, judge=_judge(config["judge"]))


def _packed(name: str, weights: Array) -> dict[str, npt.NDArray[Any]]:
    scales = np.maximum(np.abs(weights).max(0, initial=0.0), 1e-9) / 127
    return {f"{name}_weights": np.round(weights / scales).astype(np.int8), f"{name}_scales": scales.astype(np.float32)}


def _unpacked(name: str, arrays: Arrays) -> Array:
    weights: Array = arrays[f"{name}_weights"].astype(np.float32) * arrays[f"{name}_scales"].astype(np.float32)
    return weights


def _word_model(name: str, arrays: Arrays) -> WordModel:
    text = bytes(arrays[f"{name}_words"]).decode()
    words = text.split("\n") if text else []
    weights = _unpacked(name, arrays)
    rarity = arrays[f"{name}_rarity"].astype(np.float32)
    bias = arrays[f"{name}_bias"].astype(np.float32)
    if weights.shape != (len(words), len(bias)) or rarity.shape != (len(words),):
        raise ValueError("words and weights do not fit")
    return WordModel({word: row for row, word in enumerate(words)}, rarity, weights, bias)


def _vector_model(arrays: Arrays) -> VectorModel:
    weights = _unpacked("vectors", arrays)
    centre, bias = (arrays[f"vectors_{name}"].astype(np.float32) for name in ("centre", "bias"))
    if weights.shape != (len(centre), len(bias)):
        raise ValueError("vectors and weights do not fit")
    return VectorModel(centre, weights, bias)


def _judge(config: dict[str, Any] | None) -> NothingJudge | None:
    if config is None:
        return None
    best, none, change = (float(weight) for weight in config["weights"])
    return NothingJudge((best, none, change), float(config["bias"]))
