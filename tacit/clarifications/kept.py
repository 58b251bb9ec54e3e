"""What training and evaluation compute once and keep in tacit's cache; of what a linter or a page is asked nothing."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tacit.files import cache_folder

WORTH_KEEPING = 200
"""From how many instructions on what was computed of them is kept."""


def kept_folder(instructions: int) -> Path | None:
    """Where to keep what is computed of so many instructions; nowhere if they are few."""
    return _folder() if instructions >= WORTH_KEEPING else None


def checkpoint_place(what: str, version: int, *learnt_from: object, seed: int) -> Path:
    """A file whose name changes with what is learnt, from what, and how (the version of the training)."""
    digest = hashlib.sha256(repr(learnt_from).encode()).hexdigest()[:12]
    return _folder() / f"{what}-{version}-{digest}-{seed}.safetensors"


def _folder() -> Path:
    return cache_folder() / "clarifications"
