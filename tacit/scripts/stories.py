"""Stories whose events readers judged: what tells, what happened untold, what did not happen. They teach the reader.

A folder has stories (`*.txt`: `# id: scenario`, then a sentence on each line; lines that begin with `told:` or `left
out:` are the writer's own words and are not used here) and judgements (`told-*.jsonl`: one object for each story with
`id`, `told` as event ids with numbers of sentences, `happened` and `no` as event ids).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tacit.errors import InputError
from tacit.extras import require
from tacit.files import reason
from tacit.scripts import omitting, recognising
from tacit.scripts.recognising import Floats, Recogniser, Wordings, pieces
from tacit.scripts.task import Script
from tacit.shapes import Named, ShapeError, check

FOLDS = 5
_STRENGTH = 0.5
"""Inverse of the regularisation of both logistic regressions."""
_HEAD = re.compile(r"# (\S+): (.+)")
_SHAPE = {"id": str, "told": Named(str, [int]), "happened": [str], "no": [str]}


@dataclass(frozen=True, slots=True)
class Story:
    """A story about a scenario with a reader's judgement of the events of its script."""

    id: str
    scenario: str
    sentences: tuple[str, ...]
    told: dict[str, tuple[int, ...]]
    happened: frozenset[str]

    @property
    def text(self) -> str:
        """The sentences in a row."""
        return " ".join(self.sentences)

    def places(self) -> list[tuple[int, int]]:
        """Where each sentence stands in the text."""
        places, start = [], 0
        for sentence in self.sentences:
            places.append((start, start + len(sentence)))
            start += len(sentence) + 1
        return places


def read_stories(folder: Path) -> list[Story]:
    """The stories of a folder that were judged, in order."""
    judged = {}
    for path in sorted(folder.glob("told-*.jsonl")):
        for number, line in enumerate(_read(path).splitlines(), 1):
            if line.strip():
                judgement = _judgement(line, path, number)
                judged[judgement["id"]] = judgement
    found = []
    for path in sorted(folder.glob("*.txt")):
        for id, scenario, sentences in _texts(_read(path)):
            if id in judged:
                told = {event: tuple(numbers) for event, numbers in judged[id]["told"].items()}
                found.append(Story(id, scenario, tuple(sentences), told, frozenset(judged[id]["happened"])))
    if not found:
        raise InputError("there are no judged stories in the folder", path=folder)
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        said = reason(error) if isinstance(error, OSError) else "not UTF-8"
        raise InputError(f"cannot be read ({said})", path=path) from None


def _judgement(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        judgement = json.loads(line)
        check(judgement, _SHAPE)
    except (ValueError, ShapeError) as error:
        raise InputError(f"not a judgement: {' '.join(str(error).split())[:200]}", path=path, line=number) from None
    return dict(judgement)


def _texts(content: str) -> Iterable[tuple[str, str, list[str]]]:
    for part in re.split(r"(?m)^(?=# )", content):
        first, *rest = [line.strip() for line in part.splitlines() if line.strip()] or [""]
        if head := _HEAD.fullmatch(first):
            yield head[1], head[2], [line for line in rest if not line.startswith(("told:", "left out:"))]


@dataclass(frozen=True)
class _Case:
    """One story as numbers: features of each sentence and event, and what readers said."""

    story: Story
    script: Script
    rows: recognising.Table
    told: omitting.Bools
    """Sentences × events."""


def learn(
    stories: Sequence[Story], scripts: dict[str, Script], vectors: dict[str, Floats], encode: Any
) -> dict[str, dict[str, float]]:
    """Weights of the recogniser and of left-out events.

    The second are learnt with told events as the recogniser finds them in stories that it has not learnt from.
    """
    cases = [_case(each, scripts, vectors, encode) for each in stories if each.scenario in scripts]
    if not cases:
        raise InputError("no judged story is about a scenario with a script")
    chances: list[recognising.Table] = [np.zeros(0)] * len(cases)
    for fold in range(min(FOLDS, len(cases))):
        learnt = Recogniser(_recogniser([case for number, case in enumerate(cases) if number % FOLDS != fold]))
        for number in range(fold, len(cases), FOLDS):
            chances[number] = _chances(cases[number], learnt)
    rows, targets = [], []
    for case, told in zip(cases, chances, strict=True):
        rows.append(omitting.features(case.script, told.tolist(), len(case.story.sentences)))
        targets += [event.id in case.story.happened for event in case.script.events]
    omission = _regression(np.concatenate(rows), np.array(targets), omitting.FEATURES)
    return {"recogniser": _recogniser(cases), "omission": omission}


def _case(story: Story, scripts: dict[str, Script], vectors: dict[str, Floats], encode: Any) -> _Case:
    script = scripts[story.scenario]
    wordings = Wordings(script, vectors[story.scenario])
    parts = pieces(story.text, story.places())
    rows, _ = recognising.features(
        wordings, story.text, parts, encode([story.text[start:end] for _, start, end in parts])
    )
    told = np.zeros(rows.shape[:2], dtype=bool)
    number = script.numbers()
    for event, sentences in story.told.items():
        if event in number:
            told[[each - 1 for each in sentences if 1 <= each <= len(told)], number[event]] = True
    return _Case(story, script, rows, told)


def _recogniser(cases: Sequence[_Case]) -> dict[str, float]:
    rows = np.concatenate([case.rows.reshape(-1, case.rows.shape[2]) for case in cases])
    return _regression(rows, np.concatenate([case.told.ravel() for case in cases]), recognising.FEATURES)


def _regression(rows: recognising.Table, targets: omitting.Bools, names: Sequence[str]) -> dict[str, float]:
    linear = require("sklearn.linear_model", extra="neural")
    scale = rows.std(0) + 1e-9
    model = linear.LogisticRegression(C=_STRENGTH, max_iter=2000).fit(rows / scale, targets)
    weights = dict(zip(names, map(float, model.coef_[0] / scale), strict=True))
    return {"bias": float(model.intercept_[0]), **weights}


def _chances(case: _Case, recogniser: Recogniser) -> recognising.Table:
    """How likely each event is told by some sentence."""
    weights = np.array([recogniser.weights[name] for name in recognising.FEATURES])
    single = 1 / (1 + np.exp(-(case.rows @ weights + recogniser.weights[recognising.BIAS])))
    chances: recognising.Table = 1 - np.prod(1 - single, axis=0)
    return chances
