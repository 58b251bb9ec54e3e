"""Where does a story stop making sense? How well each sentence follows from those before it.

The causal language model reads the whole text once, and each sentence once more alone. A sentence that belongs to the
story gets more probable by what stands before it; one that strayed in does not. A small logistic regression turns that
gain, and how near the sentence is to earlier ones, into the probability that the sentence belongs there. It was fitted
(`coherence_training`) to stories in which one sentence was exchanged for one from a like story.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

from tacit.backbones import causal, encoder
from tacit.backbones.packing import Pack
from tacit.endings.features import Matrix
from tacit.errors import InputError
from tacit.shapes import check

WINDOW = 600
"""Tokens of the text that a sentence is judged by at most."""
NAMES = ("gain a token", "gain", "surprise a token", "nearness to the last sentence", "nearness to any earlier one")
MODEL = Path(__file__).parents[1] / "models" / "endings" / "coherence.json"


@dataclass(frozen=True, slots=True)
class Coherence:
    """How well a sentence follows from those before: the probability that it belongs there; the first has none.

    `gain` is how many nats each of its tokens becomes more probable by the sentences before. A sentence is `odd` if
    hardly any that belongs to its story is as improbable: the story stops making sense there.
    """

    sentence: int
    probability: float
    gain: float
    odd: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression over `NAMES`, and the probability below which a sentence is odd."""

    weights: tuple[float, ...]
    bias: float
    odd: float

    def probability(self, row: Sequence[float]) -> float:
        """That a sentence belongs where it stands."""
        return 1 / (1 + exp(-max(-30.0, min(30.0, float(np.dot(self.weights, row)) + self.bias))))


def coherence(sentences: Sequence[str]) -> list[Coherence]:
    """One judgement for each sentence but the first."""
    if len(sentences) < 2:
        return []
    weights = shipped()
    judged = []
    for place, row in enumerate(coherence_features(sentences).tolist(), 1):
        probability = weights.probability(row)
        judged.append(Coherence(place, round(probability, 4), round(row[0], 4), probability < weights.odd))
    return judged


def revised(judged: Sequence[Coherence], said: Sequence[float]) -> list[Coherence]:
    """The same judgements with other probabilities; where one did not change, whether it is odd does not either."""
    least = shipped().odd
    return [
        each
        if probability == each.probability
        else replace(each, probability=round(probability, 4), odd=probability < least)
        for each, probability in zip(judged, said, strict=True)
    ]


def coherence_features(sentences: Sequence[str]) -> Matrix:
    """A row of `NAMES` for each sentence but the first."""
    model = causal.load()
    tokens = [_tokens(model, sentence) for sentence in sentences]
    after, alone = _in_context(model, tokens), _alone(model, tokens)
    vectors = encoder.load().encode(sentences)
    rows = []
    for place in range(1, len(sentences)):
        count = max(1, len(tokens[place]))
        gain = float(after[place].sum() - alone[place].sum())
        near = vectors[:place] @ vectors[place]
        surprise = -float(after[place].sum()) / count
        rows.append([gain / count, gain, surprise, float(near[-1]), float(near.max())])
    return np.array(rows, dtype=np.float32)


Tokens = tuple[int, ...]


def _tokens(model: causal.CausalModel, sentence: str) -> Tokens:
    return tuple(model.tokenizer(f" {sentence}", add_special_tokens=False)["input_ids"][: WINDOW // 2])


def _in_context(model: causal.CausalModel, tokens: Sequence[Tokens]) -> list[causal.LogProbabilities]:
    """The log-probabilities of each sentence's tokens after what stands before, up to `WINDOW` tokens of it.

    Sentences are read in stretches: within one, each is the context of the next in the same pass.
    """
    found: list[causal.LogProbabilities] = []
    for first, stretch in _stretches(tokens):
        before = tuple(token for part in tokens[:first] for token in part)[-WINDOW // 2 :]
        whole = tuple(token for part in stretch for token in part)
        [[scores]] = model.scores([Pack((model.tokenizer.bos_token_id, *before), (whole,))])
        found += np.split(scores, np.cumsum([len(part) for part in stretch])[:-1])
    return found


def _alone(model: causal.CausalModel, tokens: Sequence[Tokens]) -> list[causal.LogProbabilities]:
    """The same of each sentence as the start of a text."""
    start = (model.tokenizer.bos_token_id,)
    return [scores for _, stretch in _stretches(tokens) for scores in model.scores([Pack(start, tuple(stretch))])[0]]


def _stretches(tokens: Sequence[Tokens]) -> Iterator[tuple[int, list[Tokens]]]:
    """Sentences that are read together, of half a `WINDOW` at most, and the number of the first of them."""
    first = 0
    while first < len(tokens):
        end, size = first + 1, len(tokens[first])
        while end < len(tokens) and size + len(tokens[end]) <= WINDOW // 2:
            size += len(tokens[end])
            end += 1
        yield first, list(tokens[first:end])
        first = end


@cache
def shipped() -> Weights:
    """The weights that come with tacit."""
    return read_weights(MODEL)


def read_weights(path: Path) -> Weights:
    """Weights from a JSON file."""
    try:
        plain = json.loads(path.read_bytes())
        check(plain, {"weights": dict.fromkeys(NAMES, float), "bias": float, "odd": float})
        weights = Weights(
            tuple(float(plain["weights"][name]) for name in NAMES), float(plain["bias"]), float(plain["odd"])
        )
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"holds no weights of coherence ({error})", path=path) from None
    return weights
