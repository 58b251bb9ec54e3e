"""What training judges leaves in the user's cache: stories as the language model read them, and finished judges.

All of it can be made again. The reading of a thousand stories takes 350 MB, so readings that have not been used for a
day are swept away when another is asked for; judges are small and stay.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.backbones import causal
from tacit.errors import InputError
from tacit.extras import require
from tacit.files import atomic_write, cache_folder, make_folder

if TYPE_CHECKING:
    from tacit.endings.systems.tacit.pairs import PairRanker
    from tacit.endings.systems.tacit.ranker import CausalRanker

_RECIPE = 1
"""Changes when judges learn in another way, so that those of before are not taken for them."""
_SCORES = "scores of the fold left out"
_DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True)
class Bench:
    """The folder of one training: its finished judges, and the one in the making."""

    folder: Path

    @classmethod
    def of(cls, *material: object) -> Bench:
        """The same folder for the same stories, settings and seed."""
        return cls(_folder("endings-judges", _RECIPE, *material))

    def checkpoint(self, fold: int) -> Path:
        """Where a judge is kept while it learns."""
        return self.folder / f"learning-{fold}.safetensors"

    def keep(self, fold: int, ranker: CausalRanker | PairRanker, scores: Sequence[float]) -> None:
        """Put a finished judge away, with what it said of the fold it has not learnt from."""
        torch = require("torch", extra="neural")
        save = require("safetensors.torch", extra="neural").save
        weights = {name: value.contiguous() for name, value in ranker.weights().items()}
        with atomic_write(self._judge(fold), "wb") as stream:
            stream.write(save({**weights, _SCORES: torch.tensor(scores, dtype=torch.float64)}))
        self.checkpoint(fold).unlink(missing_ok=True)

    def take(self, fold: int, ranker: CausalRanker | PairRanker) -> list[float] | None:
        """Make a ranker the finished judge, and give back what it said; None if there is none yet."""
        path = self._judge(fold)
        if not path.is_file():
            return None
        parse = require("safetensors.torch", extra="neural").load
        failure = require("safetensors", extra="neural").SafetensorError
        try:
            weights = parse(path.read_bytes())
            scores: list[float] = weights.pop(_SCORES).tolist()
            ranker.load_weights(weights)
        except (failure, OSError, KeyError, InputError) as error:
            raise InputError(f"is no whole judge ({error}): delete it", path=path) from None
        return scores

    def _judge(self, fold: int) -> Path:
        return self.folder / f"judge-{fold}.safetensors"


def reading_folder(*material: object) -> Path:
    """Where the reading of these stories is or will be; old ones of others go."""
    folder = _folder("endings-reading", *material)
    folder.touch()
    for other in cache_folder().glob("endings-reading-*"):
        if other != folder and time.time() - other.stat().st_mtime > _DAY:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _folder(kind: str, *material: object) -> Path:
    """A folder of the user's cache named by content and language model."""
    name = hashlib.sha256(repr((causal.cached().name, *material)).encode()).hexdigest()[:20]
    folder = cache_folder() / f"{kind}-{name}"
    make_folder(folder)
    return folder
