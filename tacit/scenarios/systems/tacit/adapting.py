"""A trained system adapted to a few labelled texts, such as readings that somebody corrected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize

from tacit.scenarios.systems.tacit.context import Context
from tacit.scenarios.systems.tacit.evidence import Witnesses
from tacit.scenarios.systems.tacit.examples import KINDS, MOST, Encode, Examples, Floats, condensed
from tacit.scenarios.task import Narrative

PULL = 1.0
"""How strongly the network's head is held to what it was; one sentence then moves a label by one unit of log odds."""


def adapted(witnesses: Witnesses, texts: Sequence[Narrative], encode: Encode) -> Witnesses:
    """The same witnesses, to whom the sentences of the texts are examples; a network's head follows them."""
    context = None if witnesses.context is None else _with_head(witnesses.context, texts)
    return Witnesses(_with_examples(witnesses.examples, texts, encode), witnesses.linear, context)


def _with_examples(examples: Examples, texts: Sequence[Narrative], encode: Encode) -> Examples:
    sentences: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        for sentence, labels in zip(text.sentences, text.labels, strict=True):
            for label in labels:
                sentences[label].append(sentence)
    vectors, owners = [examples.vectors], [examples.label]
    for label, some in sorted(sentences.items()):
        vectors.append(condensed(np.asarray(encode(list(dict.fromkeys(some))), np.float32), MOST))
        owners.append(np.full(len(vectors[-1]), examples.labels.index(label), np.int32))
    label = np.concatenate(owners)
    new = np.full(len(label) - len(examples.label), KINDS.index("texts"), np.int32)
    kind = np.concatenate([examples.kind, new])
    order = np.lexsort((kind, label))
    return Examples(np.concatenate(vectors)[order], label[order], kind[order], examples.labels)


def _with_head(context: Context, texts: Sequence[Narrative]) -> Context:
    column = {label: number for number, label in enumerate(context.labels, 1)}
    wanted = [[column[label] for label in labels] or [0] for text in texts for labels in text.labels]
    vectors = np.concatenate(context.vectors([text.sentences for text in texts]))
    head, bias = adapted_head(context.head, context.bias, vectors, wanted)
    return Context(context.bert, head, bias, context.tokenizer, context.labels)


def adapted_head(
    head: Floats, bias: Floats, vectors: Floats, wanted: Sequence[Sequence[int]], pull: float = PULL
) -> tuple[Floats, Floats]:
    """Softmax regression from where the head stands: cross-entropy, and half the squared way from there times `pull`."""
    rows = np.concatenate([vectors, np.ones((len(vectors), 1))], axis=1).astype(np.float64)
    before = np.concatenate([head, bias[:, None]], axis=1).astype(np.float64)
    targets = np.zeros((len(rows), len(before)))
    for place, columns in enumerate(wanted):
        targets[place, list(columns)] = 1 / len(columns)

    def loss(moved: np.ndarray) -> tuple[float, np.ndarray]:
        way = moved.reshape(before.shape)
        scores = rows @ (before + way).T
        scores -= scores.max(1, keepdims=True)
        shares = scores - np.log(np.exp(scores).sum(1, keepdims=True))
        slope = (np.exp(shares) - targets).T @ rows + pull * way
        return float(-(targets * shares).sum() + pull / 2 * (way**2).sum()), slope.ravel()

    found = minimize(loss, np.zeros(before.size), jac=True, method="L-BFGS-B", options={"maxiter": 100})
    after = (before + found.x.reshape(before.shape)).astype(np.float32)
    return np.ascontiguousarray(after[:, :-1]), np.ascontiguousarray(after[:, -1])
