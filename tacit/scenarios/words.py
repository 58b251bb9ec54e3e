"""The words that tell a scenario (Table 9)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from tacit.errors import InputError, UsageError
from tacit.scenarios.features.content import Words, content_words
from tacit.scenarios.features.topics import TopicModel
from tacit.scenarios.task import Narrative

METHODS = ("topics", "distinctive")


def scenario_words(
    narratives: Sequence[Narrative], *, count: int = 10, method: str = "topics", seed: int = 0
) -> dict[str, list[str]]:
    """The top content words of each scenario, in alphabetical order of scenarios.

    `topics` does as the paper: an LDA model of these texts, and for each scenario the words of the topics that prevail
    in its texts more than in others. `distinctive` needs no model: the words that add most to the divergence of a
    scenario's words from those of all texts. Where all texts are about one scenario, both are its most frequent words.
    """
    if method not in METHODS:
        raise UsageError(f"there is no way {method!r} to find words; there are {', '.join(METHODS)}")
    texts = _words_by_scenario(narratives)
    if not texts:
        raise InputError("no text is about any scenario")
    if len(texts) == 1:
        found = _most_frequent(texts, count)
    else:
        found = _by_topics(texts, count, seed) if method == "topics" else _distinctive(texts, count)
    return dict(sorted(found.items()))


def _words_by_scenario(narratives: Sequence[Narrative]) -> dict[str, list[Words]]:
    """For each scenario the words of each text, as far as the text is about it."""
    sentences = [sentence for narrative in narratives for sentence in narrative.sentences]
    words = iter(content_words(sentences, cache=True))
    texts: dict[str, list[Words]] = defaultdict(list)
    for narrative in narratives:
        about: dict[str, Words] = defaultdict(tuple)
        for gold in narrative.labels:
            sentence = next(words)
            for label in gold:
                about[label] += sentence
        for label, found in about.items():
            texts[label].append(found)
    return texts


def _most_frequent(texts: dict[str, list[Words]], count: int) -> dict[str, list[str]]:
    counts = {label: Counter(word for text in group for word in text) for label, group in texts.items()}
    return {label: sorted(words, key=lambda word: (-words[word], word))[:count] for label, words in counts.items()}


def _by_topics(texts: dict[str, list[Words]], count: int, seed: int) -> dict[str, list[str]]:
    model = TopicModel.fit([text for group in texts.values() for text in group], seed=seed)
    if not model.words:
        return {label: [] for label in texts}
    shares = {label: np.mean([model.proportions(text) for text in group], axis=0) for label, group in texts.items()}
    usual = np.mean(list(shares.values()), axis=0)
    of_topic = model.counts / np.maximum(model.counts.sum(0), 1)
    found = {}
    for label, share in shares.items():
        scores = of_topic @ np.maximum(share - usual, 0)
        found[label] = [model.words[row] for row in np.argsort(-scores, kind="stable")[:count] if scores[row] > 0]
    return found


def _distinctive(texts: dict[str, list[Words]], count: int) -> dict[str, list[str]]:
    counts = {label: Counter(word for text in group for word in text) for label, group in texts.items()}
    everywhere: Counter[str] = Counter()
    for words in counts.values():
        everywhere.update(words)
    total = everywhere.total()

    def gain(word: str, words: Counter[str]) -> float:
        share = words[word] / words.total()
        return share * math.log(share * total / everywhere[word])

    found = {}
    for label, words in counts.items():
        gains = {word: gain(word, words) for word in words}
        telling = [word for word in words if gains[word] > 0]
        found[label] = sorted(telling, key=lambda word: (-gains[word], word))[:count]
    return found
