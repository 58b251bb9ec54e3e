"""Gradient-boosted trees as plain arrays: learnt with scikit-learn, stored without pickle, read with numpy alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.extras import require

Floats = npt.NDArray[np.float32]
_AT_ONCE = 512
"""Rows that go down the trees together: few enough for the caches."""
NAMES = ("feature", "threshold", "left", "right", "value", "starts")


@dataclass(frozen=True)
class Trees:
    """The nodes of all trees in a row; `starts` has the first node of each, leaves have no `left`."""

    feature: npt.NDArray[np.int32]
    threshold: Floats
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    value: Floats
    starts: npt.NDArray[np.int32]
    bias: float

    @classmethod
    def learn(
        cls,
        rows: Floats,
        targets: npt.NDArray[np.bool_],
        *,
        weights: npt.NDArray[Any] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> Trees:
        """Trees that tell rows of the one kind from those of the other; `weights` say how much each row counts."""
        ensemble = require("sklearn.ensemble", extra="neural")
        model = ensemble.HistGradientBoostingClassifier(random_state=seed, **options)
        model.fit(rows, targets, sample_weight=weights)
        parts: dict[str, list[Any]] = {name: [] for name in NAMES}
        place = 0
        for (tree,) in model._predictors:
            nodes = tree.nodes
            parts["starts"].append(place)
            parts["feature"].append(nodes["feature_idx"])
            parts["threshold"].append(nodes["num_threshold"])
            for side in ("left", "right"):
                parts[side].append(np.where(nodes["is_leaf"], 0, nodes[side].astype(np.int64) + place))
            parts["value"].append(nodes["value"])
            place += len(nodes)
        joined = {name: np.concatenate(parts[name]) for name in NAMES if name != "starts"}
        bias = float(np.ravel(model._baseline_prediction)[0])
        return cls.from_arrays({**joined, "starts": np.array(parts["starts"])}, bias)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], bias: float) -> Trees:
        """Trees from arrays as `arrays` gives them; a `ValueError` if they are not trees."""
        feature, left, right, starts = (
            np.asarray(arrays[name], np.int32) for name in ("feature", "left", "right", "starts")
        )
        threshold, value = (np.asarray(arrays[name], np.float32) for name in ("threshold", "value"))
        size = len(feature)
        places = np.arange(size)
        inner = left > 0
        if not size or any(len(each) != size for each in (threshold, left, right, value)) or not len(starts):
            raise ValueError("the arrays are not those of trees")
        if (feature < 0).any() or (starts < 0).any() or (starts >= size).any():
            raise ValueError("the arrays are not those of trees")
        if (left[inner] <= places[inner]).any() or (right[inner] <= places[inner]).any() or (right >= size).any():
            raise ValueError("a tree goes in a circle")  # children come after their parent
        if (left >= size).any():
            raise ValueError("a tree goes on outside")
        return cls(feature, threshold, left, right, value, starts, float(bias))

    def mean_with(self, other: Trees) -> Trees:
        """Trees whose log-odds are the mean of both."""
        size = len(self.feature)
        joined = {
            name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in ("feature", "threshold")
        }
        for name in ("left", "right"):
            own, moved = getattr(self, name), getattr(other, name)
            joined[name] = np.concatenate([own, np.where(moved > 0, moved + size, 0)])
        joined["value"] = np.concatenate([self.value, other.value]) / 2
        joined["starts"] = np.concatenate([self.starts, other.starts + size])
        return self.from_arrays(joined, (self.bias + other.bias) / 2)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` takes."""
        return {name: getattr(self, name) for name in NAMES}

    def predict(self, rows: Floats) -> npt.NDArray[np.float64]:
        """The probability of each row."""
        parts = [self._scores(rows[start : start + _AT_ONCE]) for start in range(0, len(rows), _AT_ONCE)]
        result: npt.NDArray[np.float64] = 1 / (1 + np.exp(-np.concatenate([np.zeros(0), *parts])))
        return result

    def _scores(self, rows: Floats) -> npt.NDArray[np.float64]:
        """The log-odds of each row: all rows go down all trees together."""
        node = np.repeat(self.starts[:, None], len(rows), axis=1)
        every = np.broadcast_to(np.arange(len(rows)), node.shape)
        on_the_way = np.flatnonzero(self.left[node] > 0)
        flat, row = node.reshape(-1), every.reshape(-1)
        while len(on_the_way):
            here = flat[on_the_way]
            goes_left = rows[row[on_the_way], self.feature[here]] <= self.threshold[here]
            flat[on_the_way] = here = np.where(goes_left, self.left[here], self.right[here])
            on_the_way = on_the_way[self.left[here] > 0]
        return np.asarray(np.add.reduce(self.value[node], axis=0, dtype=np.float64, initial=self.bias))
