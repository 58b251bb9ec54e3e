"""Learn from texts of each kind what tells them apart, and measure it.

How many texts a kind has does not count: every source of a kind counts alike, and so does every text of a source.
Weights are rounded, so that the same texts give the same file.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tacit import formats
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.files import atomic_write, make_folder
from tacit.language.english.kinds import INSTRUCTIONS, KINDS, MODEL, NEWS, OTHER, STORY, KindClassifier, stretches
from tacit.language.english.signs import SIGNS, plain_sentences, shares
from tacit.layout import prose
from tacit.learning.folder import CONFIG
from tacit.progress import Progress, no_progress

STRENGTH = 1.0
"""How far weights may grow: scikit-learn's C, for examples that weigh one on average."""
COUNTS = {STORY: 3, INSTRUCTIONS: 3, NEWS: 2, OTHER: 2}
"""How much each kind counts: to miss a story or instructions costs what they would have been read for."""
FOLDS = 5
SHORTEST = 3
"""Sentences that a text must have to be learnt from; of longer ones, pieces are learnt from too."""
_DECIMALS = 2


class KnownText(NamedTuple):
    """A text whose kind is known, and where it comes from."""

    kind: str
    text: str
    source: str = ""


class KindFigures(NamedTuple):
    """How many texts of each kind were taken for each kind."""

    taken_for: Mapping[str, Counter[str]]

    @property
    def n(self) -> int:
        """Texts in all."""
        return sum(counts.total() for counts in self.taken_for.values())

    @property
    def accuracy(self) -> float:
        """The mean over kinds of the share of texts that were recognised."""
        rates = [counts[kind] / counts.total() for kind, counts in self.taken_for.items()]
        return sum(rates) / len(rates)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        taken = {kind: dict(counts.most_common()) for kind, counts in self.taken_for.items()}
        return {"n": self.n, "accuracy": self.accuracy, "taken_for": taken}


def read_known(paths: Mapping[str, Iterable[str | Path]]) -> list[KnownText]:
    """The texts of files, folders and globs, given by kind; TOML files have a list `text` of objects with a `text`."""
    return [
        KnownText(kind, text, str(path))
        for kind, given in paths.items()
        for path in given
        for text in _texts(Path(path))
    ]


def train(texts: Sequence[KnownText]) -> KindClassifier:
    """The classifier for these texts. There must be some of each kind."""
    missing = [kind for kind in KINDS if not any(each.kind == kind for each in texts)]
    if missing:
        raise UsageError(
            f"there is no text of the kind {missing[0]!r} to learn from: each of {', '.join(KINDS)} needs some"
        )
    rows, kinds, weights = _examples(texts)
    model = require("sklearn.linear_model", extra="neural").LogisticRegression(C=STRENGTH, max_iter=2000)
    model.fit(rows, kinds, sample_weight=weights)
    found = {
        kind: [round(float(weight), _DECIMALS) for weight in (*row, bias)]
        for kind, row, bias in zip(model.classes_, model.coef_, model.intercept_, strict=True)
    }
    return KindClassifier({kind: tuple(found[kind]) for kind in KINDS})


def cross_validate(texts: Sequence[KnownText], *, progress: Progress = no_progress) -> KindFigures:
    """Every fifth text judged by what was learnt from the others."""
    judged: list[tuple[str, str]] = []
    for fold in range(FOLDS):
        progress("cross-validation", fold, FOLDS)
        model = train([text for place, text in enumerate(texts) if place % FOLDS != fold])
        judged += [(each.kind, model.classify(each.text).kind) for each in texts[fold::FOLDS]]
    progress("cross-validation", FOLDS, FOLDS)
    return _counted(judged)


def evaluate(model: KindClassifier, texts: Iterable[KnownText]) -> KindFigures:
    """How well a classifier recognises the kinds of these texts."""
    return _counted((each.kind, model.classify(each.text).kind) for each in texts)


def save(model: KindClassifier, folder: str | Path, about: Mapping[str, Any]) -> None:
    """Write the model folder; `about` says what it was learnt from."""
    folder = Path(folder)
    make_folder(folder)
    weights = {kind: list(model.weights[kind]) for kind in KINDS}
    with atomic_write(folder / CONFIG, follow=False) as file:
        json.dump(
            {"kind": MODEL, **about, "signs": list(SIGNS), "weights": weights}, file, indent=1, ensure_ascii=False
        )


def _texts(path: Path) -> list[str]:
    if path.suffix != ".toml":
        return [prose(document) for document in formats.open(path)]
    try:
        return [str(entry["text"]) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["text"]]
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=path) from None
    except (ValueError, KeyError, TypeError):
        raise InputError(
            "is not a list of texts: it should have entries [[text]], each with a 'text'", path=path
        ) from None


def _examples(texts: Sequence[KnownText]) -> tuple[list[list[float]], list[str], Any]:
    """The stretches of all texts as shares of signs, with their kinds and what each weighs."""
    rows: list[list[float]] = []
    kinds: list[str] = []
    weights: list[float] = []
    texts_of = Counter((each.kind, each.source) for each in texts)
    sources_of = Counter(kind for kind, _ in texts_of)
    for each in texts:
        sentences = plain_sentences(each.text)
        parts = _parts(sentences) if len(sentences) >= SHORTEST else []
        rows += [shares(part) for part in parts]
        kinds += [each.kind] * len(parts)
        alike = sources_of[each.kind] * texts_of[each.kind, each.source]
        weights += [COUNTS[each.kind] / (alike * len(parts)) for _ in parts]
    return rows, kinds, np.array(weights) * len(texts) / sum(COUNTS.values())


def _parts(sentences: Sequence[Any]) -> list[Sequence[Any]]:
    """Stretches as they are judged, and their thirds: short texts are to be told apart as well."""
    whole = stretches(sentences)
    short = [stretch[place : place + SHORTEST] for stretch in whole for place in range(0, len(stretch) - 2, SHORTEST)]
    return [*whole, *short]


def _counted(judged: Iterable[tuple[str, str]]) -> KindFigures:
    taken: dict[str, Counter[str]] = {}
    for kind, found in judged:
        taken.setdefault(kind, Counter())[found] += 1
    if not taken:
        raise UsageError("there is no text to measure on: name files with texts")
    return KindFigures(taken)
