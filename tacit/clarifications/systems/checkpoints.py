"""Where a training that was cut finds how far it was."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tacit.files import cache_folder


def checkpoint_place(what: str, version: int, *learnt_from: object, seed: int) -> Path:
    """A file whose name changes with what is learnt, from what, and how (the version of the training)."""
    digest = hashlib.sha256(repr(learnt_from).encode()).hexdigest()[:12]
    return cache_folder() / "clarifications" / f"{what}-{version}-{digest}-{seed}.safetensors"
