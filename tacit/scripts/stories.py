"""Stories whose events readers judged: what tells, what happened untold, what did not happen. They teach the reader.

A folder has stories (`*.txt`: `# id: scenario`, then a sentence on each line, perhaps with its scenarios behind a bar;
lines that begin with `told:` or `left out:` are the writer's own words and are not used here) and judgements
(`told-*.jsonl`: one object for each story with `id`, `told` as event ids with numbers of sentences, `happened` and `no`
as event ids).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tacit.errors import InputError
from tacit.extras import require
from tacit.files import reason
from tacit.scripts import omitting, recognising
from tacit.scripts.reading import Passage
from tacit.scripts.recognising import Floats, Recogniser, Wordings, pieces
from tacit.scripts.task import Script
from tacit.shapes import Named, check

FOLDS = 5
_STRENGTH = 0.5
"""Inverse of the regularisation of the logistic regressions."""
_LISTS = ("told:", "left out:")
_HEAD = re.compile(r"# (\S+): (.+)")
_SHAPE = {"id": str, "told": Named(str, [int]), "happened": [str], "no": [str]}


@dataclass(frozen=True, slots=True)
class JudgedStory:
    """A story about a scenario with a reader's judgement of the events of its script."""

    id: str
    scenario: str
    sentences: tuple[str, ...]
    told: dict[str, tuple[int, ...]]
    happened: frozenset[str]
    is_whole: bool = True
    """Is it a story of its own, with its writer's list of what it tells? Excerpts of other texts have none."""

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


def read_stories(folder: Path) -> list[JudgedStory]:
    """The stories of a folder that were judged, in order."""
    judged = {}
    for path in sorted(folder.glob("told-*.jsonl")):
        for number, line in enumerate(_read(path).splitlines(), 1):
            if line.strip():
                judgement = _judgement(line, path, number)
                judged[judgement["id"]] = judgement
    found = []
    for path in sorted(folder.glob("*.txt")):
        for id, scenario, lines in _texts(_read(path)):
            if id in judged:
                told = {event: tuple(numbers) for event, numbers in judged[id]["told"].items()}
                sentences = tuple(line.partition(" | ")[0] for line in lines if not line.startswith(_LISTS))
                is_whole = len(sentences) < len(lines)
                found.append(JudgedStory(id, scenario, sentences, told, frozenset(judged[id]["happened"]), is_whole))
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
    except (ValueError, RecursionError) as error:  # a ShapeError is a ValueError
        raise InputError(f"not a judgement: {' '.join(str(error).split())[:200]}", path=path, line=number) from None
    return dict(judgement)


def _texts(content: str) -> Iterable[tuple[str, str, list[str]]]:
    for part in re.split(r"(?m)^(?=# )", content):
        first, *rest = [line.strip() for line in part.splitlines() if line.strip()] or [""]
        if head := _HEAD.fullmatch(first):
            yield head[1], head[2], rest


Encode = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True)
class StoryCase:
    """One story as numbers: features of each sentence and event, and what readers said."""

    story: JudgedStory
    script: Script
    rows: recognising.Table
    told: omitting.Bools
    """Sentences × events."""

    def happened(self) -> omitting.Bools:
        """For each event: did it happen untold?"""
        return np.array([event.id in self.story.happened for event in self.script.events], dtype=bool)


def learn(
    stories: Sequence[JudgedStory], scripts: dict[str, Script], vectors: dict[str, Floats], encode: Encode
) -> dict[str, dict[str, float]]:
    """Weights of the recogniser and of left-out events.

    The second are learnt with told events as the recogniser finds them in stories that it has not learnt from.
    """
    cases = [
        case_of(each, Wordings(scripts[each.scenario], vectors[each.scenario]), passage_of(each, encode))
        for each in stories
        if each.scenario in scripts
    ]
    if not cases:
        raise InputError("no judged story is about a scenario with a script")
    chances: list[recognising.Table] = [np.zeros(0)] * len(cases)
    for fold in range(min(FOLDS, len(cases))):
        learnt = Recogniser(learn_recogniser([case for number, case in enumerate(cases) if number % FOLDS != fold]))
        for number in range(fold, len(cases), FOLDS):
            chances[number] = told_chances(cases[number], learnt)
    return {"recogniser": learn_recogniser(cases), "omission": learn_omission(cases, chances)}


def passage_of(story: JudgedStory, encode: Encode) -> Passage:
    """A story in pieces, encoded."""
    parts = tuple(pieces(story.text, story.places()))
    vectors = encode([story.text[start:end] for _, start, end in parts])
    return Passage(story.text, tuple(story.places()), parts, vectors)


def case_of(story: JudgedStory, wordings: Wordings, passage: Passage) -> StoryCase:
    """A story as numbers, compared with a script; of another scenario's script nothing counts as told."""
    script = wordings.script
    rows, _ = recognising.features(wordings, passage.text, passage.parts, passage.vectors)
    told = np.zeros(rows.shape[:2], dtype=bool)
    number = script.numbers() if script.scenario == story.scenario else {}
    for event, sentences in story.told.items():
        if event in number:
            told[[each - 1 for each in sentences if 1 <= each <= len(told)], number[event]] = True
    return StoryCase(story, script, rows, told)


def learn_recogniser(cases: Sequence[StoryCase]) -> dict[str, float]:
    """The weights of finding told events."""
    rows = np.concatenate([case.rows.reshape(-1, case.rows.shape[2]) for case in cases])
    return regression(rows, np.concatenate([case.told.ravel() for case in cases]), recognising.FEATURES)


def learn_omission(cases: Sequence[StoryCase], chances: Sequence[recognising.Table]) -> dict[str, float]:
    """The weights of finding left-out events; `chances` say how likely each event of each case is told."""
    rows = [
        omitting.features(case.script, told.tolist(), len(case.story.sentences))
        for case, told in zip(cases, chances, strict=True)
    ]
    return regression(np.concatenate(rows), np.concatenate([case.happened() for case in cases]), omitting.FEATURES)


def regression(rows: recognising.Table, targets: omitting.Bools, names: Sequence[str]) -> dict[str, float]:
    """The weights of a logistic regression, with the bias."""
    linear = require("sklearn.linear_model", extra="neural")
    scale = rows.std(0) + 1e-9
    model = linear.LogisticRegression(C=_STRENGTH, max_iter=2000).fit(rows / scale, targets)
    weights = dict(zip(names, map(float, model.coef_[0] / scale), strict=True))
    return {"bias": float(model.intercept_[0]), **weights}


def told_chances(case: StoryCase, recogniser: Recogniser) -> recognising.Table:
    """How likely each event is told by some sentence."""
    weights = np.array([recogniser.weights[name] for name in recognising.FEATURES])
    single = 1 / (1 + np.exp(-(case.rows @ weights + recogniser.weights[recognising.BIAS])))
    chances: recognising.Table = 1 - np.prod(1 - single, axis=0)
    return chances
