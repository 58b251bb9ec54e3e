"""How probable it is that a reader would stumble over a candidate: a small learned ranker over all that rules propose.

For the phrases with readings (TAC1 to TAC4) it is the mean of a logistic regression, with weights of their own for each
code, and of boosted trees, calibrated by what both said of texts they had not seen. What procedures lack (TAC5, TAC6)
is marked in too few texts to learn more than how often each cue was right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError, MissingBackboneError
from tacit.files import holds
from tacit.learning.folder import read_folder, write_folder
from tacit.learning.trees import NAMES as TREE_NAMES
from tacit.learning.trees import Trees
from tacit.linter.candidates import Candidate
from tacit.linter.candidates.preferences import Preferences

Floats = npt.NDArray[np.float64]
KIND = "linter"
SHIPPED = Path(str(files("tacit") / "models" / "linter"))
_LARGEST = 1 << 26
_EDGE = 1e-6


def is_ranked(code: str) -> bool:
    """Is it one of the codes with readings, which the ranker judges by features?"""
    return code < "TAC5"


def cue_of(code: str, features: Mapping[str, float]) -> str:
    """What a rule went by: its code, and the cue where it has several."""
    cue = next((name for name in sorted(features) if name.startswith("cue ")), "")
    return f"{code} {cue}".strip()


@dataclass(frozen=True)
class Columns:
    """Which column each feature has: first those for all codes, then those of one code alone (`TAC103|gap`)."""

    names: tuple[str, ...]
    shared: int

    def rows(self, found: Iterable[tuple[str, Mapping[str, float]]]) -> Floats:
        """A row for each code with its features; what has no column is left out."""
        places = {name: place for place, name in enumerate(self.names)}
        listed = list(found)
        rows = np.zeros((len(listed), len(self.names)))
        for row, (code, features) in zip(rows, listed, strict=True):
            for name, value in (*features.items(), (code, 1.0)):
                for column in (places.get(name), places.get(f"{code}|{name}")):
                    if column is not None:
                        row[column] = float(value)
        return rows


@dataclass(frozen=True)
class Logistic:
    """A logistic regression over standardised columns."""

    mean: Floats
    scale: Floats
    weights: Floats
    bias: float

    def predict(self, rows: Floats) -> Floats:
        """The probability of each row."""
        return _sigmoid((rows - self.mean) / self.scale @ self.weights + self.bias)


@dataclass(frozen=True)
class Ranker:
    """What `train-linter` learns.

    `slope` and, for each code, `shifts` calibrate; `cues` has how often each cue of the other codes was right.
    """

    columns: Columns
    logistic: Logistic
    trees: Trees
    slope: float = 1.0
    shifts: Mapping[str, float] = field(default_factory=dict)
    threshold: float = 0.5
    cues: Mapping[str, float] = field(default_factory=dict)
    preferences: Preferences | None = None

    def rank(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates with the probability that they are unclear as their confidence."""
        ranked = [number for number, each in enumerate(candidates) if is_ranked(each.code)]
        probabilities = self.probabilities([(candidates[each].code, candidates[each].features) for each in ranked])
        known = dict(zip(ranked, probabilities.tolist(), strict=True))
        return [
            replace(each, confidence=known[number] if number in known else self._of_cue(each))
            for number, each in enumerate(candidates)
        ]

    def _of_cue(self, candidate: Candidate) -> float:
        return self.cues.get(cue_of(candidate.code, candidate.features), candidate.confidence)

    def probabilities(self, found: Sequence[tuple[str, Mapping[str, float]]]) -> Floats:
        """The calibrated probability of each code with its features."""
        if not found:
            return np.zeros(0)
        rows = self.columns.rows(found)
        plain = rows[:, : self.columns.shared].astype(np.float32)
        mean = (self.logistic.predict(rows) + self.trees.predict(plain)) / 2
        shifts = np.array([self.shifts.get(code, 0.0) for code, _ in found])
        return calibrated(mean, self.slope, shifts)

    def save(self, folder: str | Path) -> None:
        """Write a model folder."""
        config = {
            "columns": list(self.columns.names),
            "shared": self.columns.shared,
            "bias": self.logistic.bias,
            "trees_bias": self.trees.bias,
            "slope": self.slope,
            "shifts": dict(self.shifts),
            "threshold": self.threshold,
            "cues": dict(self.cues),
        }
        preferences = self.preferences.arrays() if self.preferences is not None else {}
        arrays: dict[str, npt.NDArray[Any]] = {
            "mean": self.logistic.mean.astype(np.float32),
            "scale": self.logistic.scale.astype(np.float32),
            "weights": self.logistic.weights.astype(np.float32),
            **{f"trees_{name}": array for name, array in self.trees.arrays().items()},
            **{f"preferences_{name}": array for name, array in preferences.items()},
        }
        write_folder(Path(folder), KIND, config, arrays)

    @classmethod
    def load(cls, folder: str | Path) -> Ranker:
        """The ranker that `save` wrote."""
        with read_folder(Path(folder), KIND, largest=_LARGEST) as (config, arrays):
            columns = Columns(tuple(map(str, config["columns"])), int(config["shared"]))
            mean, scale, weights = (np.asarray(arrays[name], np.float64) for name in ("mean", "scale", "weights"))
            if any(each.shape != (len(columns.names),) for each in (mean, scale, weights)):
                raise ValueError(f"{len(columns.names)} columns do not fit weights of shape {weights.shape}")
            trees = Trees.from_arrays(
                {name: arrays[f"trees_{name}"] for name in TREE_NAMES}, float(config["trees_bias"])
            )
            if int(trees.feature.max()) >= columns.shared:
                raise ValueError("a tree asks for a column that there is not")
            known = {name: arrays[f"preferences_{name}"] for name in ("names", "directions")}
            return cls(
                columns,
                Logistic(mean, scale, weights, float(config["bias"])),
                trees,
                float(config["slope"]),
                {str(code): float(shift) for code, shift in config["shifts"].items()},
                float(config["threshold"]),
                {str(name): float(value) for name, value in config["cues"].items()},
                Preferences.from_arrays(known),
            )
        raise InputError("cannot be read as a model", path=folder)


def calibrated(probabilities: Floats, slope: float, shifts: Floats) -> Floats:
    """Platt's calibration: a line through the log odds, for each row with a shift of its own."""
    clipped = np.clip(probabilities, _EDGE, 1 - _EDGE)
    return _sigmoid(slope * np.log(clipped / (1 - clipped)) + shifts)


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -60, 60))), np.float64)


@cache
def shipped() -> Ranker:
    """The ranker that comes with tacit."""
    if not holds((SHIPPED / "config.json").is_file):
        raise MissingBackboneError(
            "the linter's ranker is not installed; make one with  tacit clarify train-linter data/manuals "
            "tests/clarifications/howtos --texts data/howto --out tacit/models/linter"
        )
    return Ranker.load(SHIPPED)
