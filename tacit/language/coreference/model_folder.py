"""The folder of a trained model, and the shipped one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.files import reason
from tacit.language.coreference.boundaries import Boundaries

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
    return Boundaries(numbers_of(read_json(path), style, path))


def load_biases(folder: Path, style: str) -> dict[str, float]:
    """What to add to the score of having no antecedent, for each kind of mention."""
    path = folder / "config.json"
    return numbers_of(read_json(path).get("biases"), style, path)


def numbers_of(tables: Any, style: str, path: Path) -> dict[str, float]:
    """The table of numbers for a style."""
    table = tables.get(style) if isinstance(tables, dict) else None
    if not isinstance(table, dict) or not all(isinstance(value, int | float) for value in table.values()):
        raise InputError(f"there is no table of numbers for the style {style!r}", path=path)
    return table


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
