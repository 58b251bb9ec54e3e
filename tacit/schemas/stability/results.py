"""The folder of a measurement of stability: every germination in a file of its own, so that none is done twice.

folder/
  grid.json                        what corpus and settings the germinations belong to
  germinations/CATEGORY/0-3-linear.json   the events of each schema: ablation 0, fold 3
  stability.json                   written last
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tacit.corpus.manifest import read_json, write_json
from tacit.errors import UsageError
from tacit.files import make_folder
from tacit.shapes import ShapeError, check

GRID, SUMMARY, GERMINATIONS = "grid.json", "stability.json", "germinations"


class GridPlace(NamedTuple):
    """One germination of the grid."""

    category: str
    ablation: int
    fold: int
    germinator: str


class Results:
    """The results in a folder; an error where they belong to another corpus or to other settings."""

    def __init__(self, folder: Path, grid: Mapping[str, Any]) -> None:
        self.folder = folder
        found = read_json(folder / GRID)
        if found is None:
            if (folder / GERMINATIONS).exists():
                raise UsageError(
                    f"{folder}: holds {GERMINATIONS} of which no {GRID} says what they belong to; choose another folder"
                )
            make_folder(folder)
            write_json(folder / GRID, dict(grid))
        elif found != grid:
            other = sorted(key for key in {*found, *grid} if found.get(key) != grid.get(key))
            raise UsageError(f"{folder}: holds results with other {', '.join(other)}; choose another folder")

    def schemas(self, place: GridPlace) -> list[list[str]] | None:
        """The events of each schema, or nothing if this germination is still to be done."""
        found = read_json(self._file(place))
        try:
            check(found, {"schemas": [[str]]})
        except ShapeError:
            return None
        return found["schemas"] if found else None

    def write_schemas(self, place: GridPlace, schemas: Sequence[Sequence[str]]) -> None:
        """Keep the events of each schema of a germination."""
        file = self._file(place)
        make_folder(file.parent)
        write_json(file, {**place._asdict(), "schemas": [list(events) for events in schemas]})

    def write_summary(self, plain: dict[str, Any]) -> None:
        """Keep what the whole measurement found."""
        write_json(self.folder / SUMMARY, plain)

    def _file(self, place: GridPlace) -> Path:
        readable = re.sub(r"[^a-z0-9]+", "-", place.category.lower())[:40].strip("-")
        name = f"{readable}-{hashlib.sha256(place.category.encode()).hexdigest()[:8]}"
        return self.folder / GERMINATIONS / name / f"{place.ablation}-{place.fold}-{place.germinator}.json"
