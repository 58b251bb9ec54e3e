"""A trained system to which a few labelled texts give examples, such as readings that somebody corrected.

The network's head is left alone: taught with fifteen texts of one writer it forgot more than it learnt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from tacit.scenarios.systems.tacit.examples import KINDS, MOST, Encode, Examples, condensed
from tacit.scenarios.task import Narrative


def with_texts(examples: Examples, texts: Sequence[Narrative], encode: Encode) -> Examples:
    """The same examples and the sentences of the texts, each under the labels that it has there."""
    sentences: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        for sentence, labels in zip(text.sentences, text.labels, strict=True):
            for label in labels:
                sentences[label].append(sentence)
    vectors, owners = [examples.vectors], [examples.label]
    for label, some in sorted(sentences.items()):
        vectors.append(condensed(np.asarray(encode(list(dict.fromkeys(some))), np.float32), MOST))
        owners.append(np.full(len(vectors[-1]), examples.labels.index(label), np.int32))
    owner = np.concatenate(owners)
    new = np.full(len(owner) - len(examples.label), KINDS.index("texts"), np.int32)
    kind = np.concatenate([examples.kind, new])
    order = np.lexsort((kind, owner))
    return Examples(np.concatenate(vectors)[order], owner[order], kind[order], examples.labels)
