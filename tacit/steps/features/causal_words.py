"""Instructions as the causal language model reads them, and its scores of whole words.

A word is told apart by its first token: of the words that may stand in KidsCook's blanks, nineteen in twenty have one
of their own. Words that share a first token share its probability in proportion to how often training has seen them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones.causal import CausalModel
from tacit.extras import require
from tacit.steps.features.filling import Draft, Scores, normalised
from tacit.steps.task import END, Words

if TYPE_CHECKING:
    from torch import Tensor

LONGEST_ABSTRACT = 128
LONGEST = 512
"""Tokens that are read; of a longer history, the last ones."""
_ATTACHED = re.compile(r"[.,;:!?)]+|'\w*|n't")
"""What is written without a space before it."""


def spelled(word: str) -> str:
    """A word as it stands in running text, with the space before it.

    >>> spelled("pan"), spelled(".")
    (' pan', '.')
    """
    return word if _ATTACHED.fullmatch(word) else f" {word}"


class CausalWords:
    """Words and instructions as tokens.

    `before` and `between` stand around the abstract instruction; the concrete one follows, and ends with a line.
    """

    def __init__(self, model: CausalModel, *, before: str = "", between: str = "\n") -> None:
        self.model = model
        self.end = self._tokens("\n")
        self._before = [model.tokenizer.bos_token_id, *self._tokens(before)]
        self._between = self._tokens(between)
        self._known: dict[str, list[int]] = {}

    def _tokens(self, text: str) -> list[int]:
        found: list[int] = self.model.tokenizer(text, add_special_tokens=False)["input_ids"] if text else []
        return found

    def word(self, word: str) -> list[int]:
        """A word's tokens."""
        if word not in self._known:
            self._known[word] = self.end if word == END else self._tokens(spelled(word))
        return self._known[word]

    def words(self, words: Sequence[str]) -> list[int]:
        """The tokens of words in a row."""
        return [token for word in words for token in self.word(word)]

    def start(self, abstract: Words) -> list[int]:
        """Everything before the concrete instruction."""
        return [*self._before, *self.words(abstract)[:LONGEST_ABSTRACT], *self._between]

    def shares(self, candidates: Words, counts: Mapping[str, int]) -> tuple[list[int], Scores]:
        """Each candidate's first token, and the logarithm of its share of that token."""
        firsts = [self.word(word)[0] for word in candidates]
        weights = np.array([counts.get(word, 0) + 0.5 for word in candidates])
        totals: dict[int, float] = {}
        for first, weight in zip(firsts, weights, strict=True):
            totals[first] = totals.get(first, 0.0) + float(weight)
        shared = np.array([totals[first] for first in firsts])
        return firsts, np.log(weights / shared).astype(np.float32)


class CausalReading:
    """Reads drafts on from blank to blank; what was read is kept, so each word is read once."""

    def __init__(self, words: CausalWords, candidates: Words, counts: Mapping[str, int]) -> None:
        torch = require("torch", extra="neural")
        self.words = words
        firsts, self._shares = words.shares(candidates, counts)
        self._rows = words.model.model.lm_head.weight[torch.tensor(firsts)]
        self._drafts: list[Draft] = []
        self._read: list[int] = []
        self._cache: Any = None
        self._real: Tensor | None = None

    def scores(self, drafts: Sequence[Draft]) -> Scores:
        """Log-probabilities of all candidates after what stands left of each open blank."""
        torch = require("torch", extra="neural")
        with torch.inference_mode():
            states = self._advance(drafts)
            scores = (states @ self._rows.T).numpy() + self._shares
        return normalised(scores)

    def _advance(self, drafts: Sequence[Draft]) -> Tensor:
        """The state that predicts the open blank of each draft, after reading what is new."""
        if self._cache is None:
            fresh = [self.words.start(draft.template.abstract) for draft in drafts]
            self._read = [0] * len(drafts)
        else:
            self._keep_only(drafts)
            fresh = [[] for _ in drafts]
        for row, draft in enumerate(drafts):
            fresh[row] += self.words.words(draft.left[self._read[row] :])[-LONGEST:]
            self._read[row] = draft.place
        self._drafts = list(drafts)
        return self._forward(fresh)

    def _keep_only(self, drafts: Sequence[Draft]) -> None:
        torch = require("torch", extra="neural")
        places = {id(draft): row for row, draft in enumerate(self._drafts)}
        kept = [places[id(draft)] for draft in drafts]
        if len(kept) < len(self._drafts):
            self._cache.batch_select_indices(torch.tensor(kept))
            self._real = self._real[kept] if self._real is not None else None
            self._read = [self._read[row] for row in kept]

    def _forward(self, fresh: Sequence[Sequence[int]]) -> Tensor:
        torch = require("torch", extra="neural")
        from transformers import DynamicCache

        from tacit.backbones.layers import pad

        inner = self.words.model.model.model
        tokens, new = pad(fresh)
        if self._cache is None:
            self._cache = DynamicCache(config=inner.config)
            self._real = new
            positions = torch.arange(tokens.shape[1]).expand_as(tokens)
        else:
            before = self._real.sum(1, keepdim=True) if self._real is not None else 0
            positions = before + torch.arange(tokens.shape[1])
            self._real = torch.cat([self._real, new], 1)
        states = inner(
            input_ids=tokens,
            attention_mask=self._real.long(),
            position_ids=positions,
            past_key_values=self._cache,
            use_cache=True,
        ).last_hidden_state
        last = torch.tensor([len(row) - 1 for row in fresh])
        chosen: Tensor = states[torch.arange(len(fresh)), last]
        return chosen
