"""What ships as trained models: small enough together, each with its card and its place in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import tacit

MODELS = Path(tacit.__file__).parent / "models"
DOCS = Path(tacit.__file__).parents[1] / "docs" / "reference" / "models.md"
LARGEST = 90_000_000


def test_the_shipped_models_take_at_most_90_mb():
    assert sum(path.stat().st_size for path in MODELS.rglob("*") if path.is_file()) <= LARGEST


def test_each_shipped_model_has_a_card_and_stands_in_the_docs():
    folders = {path.name for path in MODELS.iterdir() if path.is_dir() and path.name != "__pycache__"}
    rows = [line.split("|")[1] for line in DOCS.read_text().splitlines() if line.startswith("| `")]
    assert folders == {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert all((MODELS / name / "CARD.md").is_file() for name in folders)
