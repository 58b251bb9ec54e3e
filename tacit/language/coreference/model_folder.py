"""The folder of a trained model, and the shipped one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.files import reason
from tacit.language.coreference.boundaries import Boundaries
from tacit.model_folder import read_config
from tacit.shapes import Named, ShapeError, check

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
    path = folder / "boundaries.json"
    content = read_json(path)
    try:
        check(content, {style: Named(str, float)})
    except ShapeError as error:
        raise InputError(f"holds no boundaries of this style: {error}", path=path) from None
    return Boundaries(content[style])


def load_biases(folder: Path, style: str) -> dict[str, float]:
    """What to add to the score of having no antecedent, for each kind of mention."""
    config = read_config(folder, KIND, {"biases": {style: Named(str, float)}})
    return dict(config["biases"][style])


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object of a model folder."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON ({error})", path=path) from None
    if not isinstance(content, dict):
        raise InputError("not a JSON object", path=path)
    return content
