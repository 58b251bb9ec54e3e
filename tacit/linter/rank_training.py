"""Learning the linter's ranker from marked texts."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.clarifications.pages import Page
from tacit.errors import InputError
from tacit.extras import require
from tacit.learning.trees import Trees
from tacit.linter.candidates import Candidate, find_candidates
from tacit.linter.candidates.preferences import Preferences
from tacit.linter.gold import GoldText, Marked, read_gold
from tacit.linter.manuals import Manual, is_manuals, read_manuals
from tacit.linter.ranker import Columns, Floats, Logistic, Ranker, calibrated, cue_of, is_ranked

FOLDS = 10
LEAST_SEEN = 8
"""Candidates that must have a feature for it to get a column."""
REAL = 3.0
"""How much a candidate of an ordinary text counts, where the other texts were written to have unclear phrases."""
PRECISION = 0.66
"""What the threshold is to bring, on texts that the ranker has not seen."""
_TREES: dict[str, Any] = {
    "learning_rate": 0.06,
    "max_leaf_nodes": 6,
    "min_samples_leaf": 15,
    "l2_regularization": 5.0,
}
_PRIOR = 4.0
"""Imaginary findings of a cue, right as often as its rule believes."""
_ALSO = {"TAC103": ("TAC201", "TAC202"), "TAC201": ("TAC103",), "TAC202": ("TAC103",), "TAC102": ("TAC301",),
         "TAC301": ("TAC102",)}  # fmt: skip
"""Codes that come to the same: writers call *these* a pronoun or a missing noun."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How strongly the logistic regression follows what it sees, and how many trees there are."""

    strength: float = 0.003
    trees: int = 100

    def __str__(self) -> str:
        return f"strength {self.strength:g}, {self.trees} trees"


@dataclass(frozen=True, slots=True)
class MarkedCandidate:
    """A candidate with whether it is marked. `ordinary` texts were not written to have unclear phrases."""

    text: str
    code: str
    features: Mapping[str, float]
    rule: float
    unclear: bool
    ordinary: bool


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A page and what is marked in it; `complete` says whether the editors also marked what procedures lack."""

    path: str
    page: Page
    is_marked: Callable[[Marked], bool]
    ordinary: bool
    complete: bool


def read_marked(paths: Sequence[str | Path], keep: Callable[[Manual], bool] = lambda _: True) -> list[MarkedText]:
    """The texts of folders of manuals and of how-tos with marks in place."""
    found: list[MarkedText] = []
    for path in paths:
        if is_manuals(path):
            found += [_of_manual(each) for each in read_manuals(path) if keep(each)]
        else:
            found += [_of_howto(each) for each in read_gold([path])]
    return found


def _of_manual(manual: Manual) -> MarkedText:
    return MarkedText(
        manual.path, manual.page, lambda found: any(mark.is_found_by(found) for mark in manual.marks), True, True
    )


def _of_howto(howto: GoldText) -> MarkedText:
    def is_marked(found: Marked) -> bool:
        codes = (found.code, *_ALSO.get(found.code, ()))
        return any(mark.code in codes and mark.span.overlaps(found.span) for mark in howto.gold)

    return MarkedText(howto.path, howto.page, is_marked, "ordinary" in Path(howto.path).parts, False)


def examples_of(
    texts: Sequence[MarkedText], preferences: Preferences | None, *, on_text: Callable[[], None] | None = None
) -> list[MarkedCandidate]:
    """All candidates of the texts."""
    found: list[MarkedCandidate] = []
    for text in texts:
        candidates = find_candidates(text.page, preferences=preferences)
        found += (_example(text, each) for each in candidates if text.complete or is_ranked(each.code))
        if on_text is not None:
            on_text()
    return found


def _example(text: MarkedText, found: Candidate) -> MarkedCandidate:
    unclear = text.is_marked(Marked(found.code, found.span))
    return MarkedCandidate(text.path, found.code, dict(found.features), found.confidence, unclear, text.ordinary)


def learn(examples: Sequence[MarkedCandidate], preferences: Preferences | None = None) -> tuple[Ranker, Floats]:
    """A ranker, and for each example with readings what rankers that had not seen its text said."""
    ranked = [each for each in examples if is_ranked(each.code)]
    if len({each.unclear for each in ranked}) < 2:
        raise InputError("the ranker needs both unclear and clear candidates to learn from")
    columns = columns_of(ranked)
    data = Data.of(columns, ranked)
    unseen = _cross_validated(data, np.array([_fold(each.text) for each in ranked]))
    codes = [each.code for each in ranked]
    slope, shifts = _calibration(unseen, data.unclear, codes)
    said = calibrated(unseen, slope, np.array([shifts[code] for code in codes]))
    logistic, trees = data.fitted(np.ones(len(ranked), bool))
    threshold = threshold_for(said, data.unclear, PRECISION, _shares(ranked))
    cues = dict(_cues(each for each in examples if not is_ranked(each.code)))
    return Ranker(columns, logistic, trees, slope, shifts, threshold, cues, preferences), said


def columns_of(examples: Sequence[MarkedCandidate]) -> Columns:
    """A column for each feature that enough of these have."""
    seen: defaultdict[str, int] = defaultdict(int)
    for each in examples:
        for name, value in (*each.features.items(), (each.code, 1.0)):
            if value:
                seen[name] += 1
                seen[f"{each.code}|{name}"] += 1
    frequent = sorted(name for name, count in seen.items() if count >= LEAST_SEEN)
    shared = [name for name in frequent if "|" not in name]
    return Columns((*shared, *(name for name in frequent if "|" in name)), len(shared))


@dataclass(frozen=True)
class Data:
    """Examples as rows of columns, whether they are unclear, and how much they count."""

    columns: Columns
    rows: Floats
    unclear: npt.NDArray[np.bool_]
    weights: Floats

    @classmethod
    def of(cls, columns: Columns, examples: Sequence[MarkedCandidate]) -> Data:
        """From examples."""
        return cls(
            columns,
            columns.rows((each.code, each.features) for each in examples),
            np.array([each.unclear for each in examples]),
            np.array([REAL if each.ordinary else 1.0 for each in examples]),
        )

    def fitted(self, chosen: npt.NDArray[np.bool_], recipe: Recipe = Recipe()) -> tuple[Logistic, Trees]:  # noqa: B008
        """Both models, learnt from the chosen rows."""
        linear = require("sklearn.linear_model", extra="neural")
        rows, unclear, weights = self.rows[chosen], self.unclear[chosen], self.weights[chosen]
        mean, scale = rows.mean(0), rows.std(0)
        scale[scale == 0] = 1.0
        model = linear.LogisticRegression(C=recipe.strength, max_iter=2000)
        model.fit((rows - mean) / scale, unclear, sample_weight=weights)
        logistic = Logistic(mean, scale, model.coef_[0], float(model.intercept_[0]))
        plain = rows[:, : self.columns.shared].astype(np.float32)
        return logistic, Trees.learn(plain, unclear, weights=weights, max_iter=recipe.trees, **_TREES)

    def said_by(self, models: tuple[Logistic, Trees], chosen: npt.NDArray[np.bool_]) -> Floats:
        """The mean of both for the chosen rows."""
        rows = self.rows[chosen]
        plain = rows[:, : self.columns.shared].astype(np.float32)
        return np.asarray((models[0].predict(rows) + models[1].predict(plain)) / 2)


def _fold(text: str) -> int:
    """By the name of the text, so that the folds are the same wherever the texts lie."""
    return zlib.crc32(Path(text).name.encode()) % FOLDS


def _cross_validated(data: Data, folds: npt.NDArray[Any]) -> Floats:
    said = np.zeros(len(folds))
    for fold in sorted(set(folds.tolist())):
        rest = folds != fold
        if len(set(data.unclear[rest].tolist())) < 2:
            said[~rest] = float(data.unclear.mean())
        else:
            said[~rest] = data.said_by(data.fitted(rest), ~rest)
    return said


def _calibration(said: Floats, unclear: npt.NDArray[np.bool_], codes: Sequence[str]) -> tuple[float, dict[str, float]]:
    """A slope for all, and a shift for each code."""
    linear = require("sklearn.linear_model", extra="neural")
    clipped = np.clip(said, 1e-6, 1 - 1e-6)
    odds = np.log(clipped / (1 - clipped))[:, None]
    names = sorted(set(codes))
    of_code = np.array([[code == name for name in names] for code in codes], float)
    model = linear.LogisticRegression(C=1.0).fit(np.hstack([odds, of_code]), unclear)
    own = model.coef_[0, 1:] + model.intercept_[0]
    return float(model.coef_[0, 0]), dict(zip(names, own.tolist(), strict=True))


def _shares(examples: Sequence[MarkedCandidate]) -> Floats:
    """Weights by which ordinary texts and those written to be unclear in places count as much as each other.

    Most texts to learn from are of the second sort, most that are checked of the first.
    """
    texts = {each.text: each.ordinary for each in examples}
    ordinary = sum(texts.values())
    share = (len(texts) - ordinary) / ordinary if ordinary and ordinary < len(texts) else 1.0
    return np.array([share if each.ordinary else 1.0 for each in examples])


def threshold_for(said: Floats, unclear: npt.NDArray[np.bool_], precision: float, weights: Floats) -> float:
    """The lowest confidence from which on at least that share is unclear; 1 if there is none."""
    order = np.argsort(-said, kind="stable")
    shares = np.cumsum(weights[order] * unclear[order]) / np.cumsum(weights[order])
    enough = np.flatnonzero(shares >= precision)
    return float(said[order[enough[-1]]]) if len(enough) else 1.0


def _cues(examples: Iterator[MarkedCandidate]) -> Iterator[tuple[str, float]]:
    """How often each cue was right, drawn to what its rule believes."""
    seen: defaultdict[str, list[MarkedCandidate]] = defaultdict(list)
    for each in examples:
        seen[cue_of(each.code, each.features)].append(each)
    for cue, found in sorted(seen.items()):
        right = sum(each.unclear for each in found)
        believed = float(np.mean([each.rule for each in found]))
        yield cue, round((right + _PRIOR * believed) / (len(found) + _PRIOR), 4)


def report(examples: Sequence[MarkedCandidate], ranker: Ranker, said: Floats) -> dict[str, Any]:
    """What cross-validation says of the ranker at its threshold, by code too."""
    ranked = [each for each in examples if is_ranked(each.code)]
    unclear = np.array([each.unclear for each in ranked])
    reported = said >= ranker.threshold
    codes = sorted({each.code for each in ranked})
    by_code = {code: np.array([each.code == code for each in ranked]) for code in codes}
    return {
        "candidates": len(ranked),
        "unclear": int(unclear.sum()),
        "threshold": round(ranker.threshold, 3),
        "precision": _share(unclear[reported]),
        "recall": _share(reported[unclear]),
        "codes": {
            code: {
                "unclear": int(unclear[own].sum()),
                "found": int(reported[own].sum()),
                "precision": _share(unclear[own & reported]),
                "recall": _share(reported[own & unclear]),
            }
            for code, own in by_code.items()
        },
        "cues": dict(ranker.cues),
    }


def _share(values: npt.NDArray[np.bool_]) -> float:
    return round(float(values.mean()), 3) if len(values) else 0.0
