"""What concrete instructions are drawn from: the causal language model, or a network of this task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tacit.extras import require
from tacit.steps.features.causal_words import CausalWords, spelled
from tacit.steps.systems.neural import NEVER_NEXT, NeuralSystem
from tacit.steps.task import END, Words

if TYPE_CHECKING:
    from torch import Tensor


class CausalSource:
    """The causal model, restricted to the tokens of a vocabulary, and to those of the instruction."""

    def __init__(self, words: CausalWords, vocabulary: Sequence[str]) -> None:
        self._words = words
        self._usual = {token for word in vocabulary for token in words.word(word)} | set(words.end[:1])

    @property
    def end(self) -> int:
        """The end of a line."""
        return self._words.end[0]

    def reading(self, abstracts: Sequence[Words], count: int) -> _CausalReading:
        """Begin to read."""
        return _CausalReading(self._words, abstracts, self._usual, count)

    def first(self, word: str) -> int:
        """The first of its tokens."""
        return self._words.word(word)[0]

    def text(self, tokens: Sequence[int]) -> str:
        """As the model's tokenizer writes them."""
        decoded: str = self._words.model.tokenizer.decode(tokens, skip_special_tokens=True)
        return " ".join(decoded.split())


class _CausalReading:
    def __init__(self, words: CausalWords, abstracts: Sequence[Words], usual: set[int], count: int) -> None:
        from transformers import DynamicCache

        torch = require("torch", extra="neural")
        self._inner = words.model.model.model
        own = [usual | set(words.words(abstract)) for abstract in abstracts]
        self.tokens = sorted(set().union(*own))
        self._barred = torch.tensor([[token not in each for token in self.tokens] for each in own])
        self._rows = words.model.model.lm_head.weight[torch.tensor(self.tokens)]
        self._cache: Any = DynamicCache(config=self._inner.config)
        starts = [words.start(abstract) for abstract in abstracts]
        longest, end = max(map(len, starts)), words.end[0]
        self._mask = torch.tensor([[0] * (longest - len(start)) + [1] * len(start) for start in starts])
        self._states = self._run(torch.tensor([[end] * (longest - len(start)) + start for start in starts]))
        if count > 1:
            self.keep([row for row in range(len(abstracts)) for _ in range(count)])

    def _run(self, tokens: Tensor) -> Tensor:
        positions = (self._mask.cumsum(1) - 1).clamp(min=0)[:, -tokens.shape[1] :]
        read = self._inner(
            input_ids=tokens,
            attention_mask=self._mask,
            position_ids=positions,
            past_key_values=self._cache,
            use_cache=True,
        )
        states: Tensor = read.last_hidden_state
        return states[:, -1]

    def scores(self) -> Tensor:
        """Only the allowed tokens share the probability."""
        torch = require("torch", extra="neural")
        scores: Tensor = (self._states @ self._rows.T).masked_fill(self._barred, -torch.inf).log_softmax(-1)
        return scores

    def read(self, tokens: Sequence[int]) -> None:
        """All lines at once; what they have read is kept."""
        torch = require("torch", extra="neural")
        self._mask = torch.nn.functional.pad(self._mask, (0, 1), value=1)
        self._states = self._run(torch.tensor(tokens).unsqueeze(1))

    def keep(self, rows: Sequence[int]) -> None:
        """With what they have read."""
        torch = require("torch", extra="neural")
        chosen = torch.tensor(rows)
        self._cache.batch_select_indices(chosen)
        self._mask, self._barred, self._states = self._mask[chosen], self._barred[chosen], self._states[chosen]


class NetworkSource:
    """A network with words of its own: a hundred times faster, but it knows no other words."""

    def __init__(self, system: NeuralSystem) -> None:
        self._system = system
        self._vocabulary = system.vocabulary_

    @property
    def end(self) -> int:
        """The end sign."""
        return self._vocabulary.numbers[END]

    def reading(self, abstracts: Sequence[Words], count: int) -> _NetworkReading:
        """Begin to read."""
        return _NetworkReading(self._system, abstracts, count)

    def first(self, word: str) -> int:
        """The word itself, or that for all unknown ones."""
        return self._vocabulary.encode([word])[0]

    def text(self, tokens: Sequence[int]) -> str:
        """Words with spaces, and signs without."""
        return "".join(spelled(self._vocabulary.words[token]) for token in tokens).strip()


class _NetworkReading:
    def __init__(self, system: NeuralSystem, abstracts: Sequence[Words], count: int) -> None:
        torch = require("torch", extra="neural")
        words = system.vocabulary_.words
        self.tokens = [number for number, word in enumerate(words) if word not in NEVER_NEXT]
        self._network = system.network_
        self._columns = torch.tensor(self.tokens)
        self._state = system.begin([abstract for abstract in abstracts for _ in range(count)])

    def scores(self) -> Tensor:
        """Without the signs that never stand in a text."""
        return self._network.next_words(self._state)[:, self._columns].log_softmax(-1)

    def read(self, tokens: Sequence[int]) -> None:
        """All lines at once."""
        torch = require("torch", extra="neural")
        self._state = self._network.advance(self._state, torch.tensor(tokens))

    def keep(self, rows: Sequence[int]) -> None:
        """With their states."""
        torch = require("torch", extra="neural")
        self._state = self._state.rows(torch.tensor(rows))
