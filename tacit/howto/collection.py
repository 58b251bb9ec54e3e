"""The collection as it ships: all entries in one file, and a vector for each of their wordings."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError
from tacit.files import reason
from tacit.howto.files import SHAPE
from tacit.howto.task import HowTo
from tacit.learning import directions
from tacit.learning.folder import in_short, read_folder, write_folder
from tacit.shapes import Named, Optional, ShapeError, check

KIND = "howto"
FILE = "entries.json.gz"
SHIPPED = Path(__file__).parents[1] / "models" / "howto"
MAX_BYTES = 64 << 20
"""Unpacked size beyond which a collection is refused: a small file may unpack to anything."""

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Collection:
    """Entries, the unit vectors of all their wordings in a row, and what was learnt about finding them."""

    entries: Sequence[HowTo]
    vectors: Vectors
    weights: dict[str, float] = field(default_factory=dict)
    scores: Sequence[float] = ()
    """How likely good answers were held to be, for instructions that taught nothing: a promise of coverage rests on
    them."""

    @cached_property
    def owners(self) -> npt.NDArray[np.int32]:
        """For each wording the number of its entry."""
        return np.repeat(np.arange(len(self.entries), dtype=np.int32), [len(each.wordings) for each in self.entries])

    @cached_property
    def wordings(self) -> list[str]:
        """All wordings, in the order of `vectors`."""
        return [wording for entry in self.entries for wording in entry.wordings]

    def save(self, folder: Path) -> None:
        """Write the folder; the same collection gives the same bytes."""
        plain = {"howto": [entry.to_dict() for entry in self.entries]}
        packed = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
        rows = directions.pack(self.vectors)
        config = {"entries": len(self.entries), "wordings": len(rows), "weights": self.weights}
        config |= {"scores": list(self.scores)} if self.scores else {}
        write_folder(folder, KIND, config, {"rows": rows}, {FILE: gzip.compress(packed, mtime=0)})

    @classmethod
    def load(cls, folder: Path | None = None) -> Collection:
        """The collection of a folder, or the one that ships with tacit; whatever is wrong with it is one sentence."""
        folder = SHIPPED if folder is None else folder
        entries = _read_entries(folder / FILE)
        with read_folder(folder, KIND, {"weights": Named(str, float), Optional("scores"): [float]}) as (config, arrays):
            vectors = directions.unpack(arrays["rows"])
            if len(vectors) != sum(len(each.wordings) for each in entries):
                raise ValueError(f"{len(vectors)} vectors do not fit {len(entries)} entries")
            weights = dict(config["weights"])
            scores = tuple(config.get("scores", ()))
        return cls(entries, vectors, weights, scores)


def _read_entries(path: Path) -> list[HowTo]:
    try:
        with gzip.open(path) as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ValueError(f"more than {MAX_BYTES >> 20} MB")
        plain = json.loads(content)
        check(plain, SHAPE)
        return [HowTo.from_dict(entry) for entry in plain["howto"]]
    except OSError as error:
        raise InputError(f"cannot be read as a collection of how-tos ({reason(error)})", path=path) from None
    except (ValueError, EOFError, RecursionError, zlib.error, ShapeError) as error:
        raise InputError(f"not a whole collection of how-tos: {in_short(error)}", path=path) from None
