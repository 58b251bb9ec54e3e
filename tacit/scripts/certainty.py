"""How sure is it that a text is about a scenario? Where it is not, nothing should be said to be left out.

The scenario system says how likely each sentence is about the scenario; the scripts say more: where the sentences are
nearer to the wordings of another script, the scenario is often another one. A logistic regression over three numbers
says how likely the scenario is right; it was learnt from stories that taught the scenario system nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

import numpy as np

from tacit.documents import Annotation, Document
from tacit.scenarios.data import sentence_spans
from tacit.scripts.base import ScriptBase
from tacit.scripts.reading import Passage
from tacit.scripts.task import Script

FEATURES = ("weight", "share", "margin")
"""How many sentences, by their probability (as a logarithm), are about the scenario; their share among all scenarios
that are told near by; how much nearer the sentences are to the script's wordings than to those of any other script."""
BIAS = "bias"
WEIGHTS = {BIAS: -1.0, "weight": 1.3, "share": 2.8, "margin": 17.0}
"""Used where nothing was learnt."""
_LEAST = 0.01

Evidence = tuple[float, float, float]
"""The values of the features."""


def certainty(evidence: Evidence, weights: Mapping[str, float] | None = None) -> float:
    """How likely a text is about a scenario."""
    weights = weights or WEIGHTS
    score = weights[BIAS] + sum(weights[name] * value for name, value in zip(FEATURES, evidence, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def evidence(
    document: Document, by_label: Mapping[str, Sequence[Annotation]], label: str, around: Passage, base: ScriptBase
) -> Evidence:
    """What speaks for a scenario: `by_label` are the passages about each, `around` those about this one."""
    own = sum(_weight(document, passage) for passage in by_label[label])
    near = [
        passage
        for passages in by_label.values()
        for passage in passages
        if any(passage.span.start < end and start < passage.span.end for start, end in around.sentences)
    ]
    whole = sum(_weight(document, passage) for passage in near)
    return log(max(own, _LEAST)), own / max(whole, own, _LEAST), margin(around, base.script(label), base)


def margin(passage: Passage, script: Script, base: ScriptBase) -> float:
    """How much nearer the sentences are to a script's wordings than to those of any other script, on the average."""
    numbers = np.array([part[0] for part in passage.parts])
    starts = np.flatnonzero(np.diff(numbers, prepend=-1))  # pieces of a sentence stand together
    nearest = {
        scenario: float(np.maximum.reduceat((passage.vectors @ vectors.T).max(1), starts).mean())
        for scenario, vectors in base.vectors.items()
    }
    own = nearest.pop(script.scenario, 0.0)
    return own - max(nearest.values(), default=0.0)


def _weight(document: Document, passage: Annotation) -> float:
    """How many sentences a passage has, each by how likely it is about the scenario."""
    probability = passage.features.get("probability", 1.0)
    sentences = sum(passage.span.overlaps(each) for each in sentence_spans(document))
    return float(probability) * sentences if isinstance(probability, int | float) else float(sentences)
