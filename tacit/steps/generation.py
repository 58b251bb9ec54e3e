"""Concrete instructions drawn from the causal language model, token by token, several at once.

Never endless: a text has at most so many tokens, and none may repeat four tokens in a row that it has had before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit.extras import require
from tacit.steps.causal_words import CausalWords
from tacit.steps.task import Words

if TYPE_CHECKING:
    from torch import Tensor

REPEATED = 4
"""So many tokens in a row must not come twice."""


@dataclass(slots=True)
class Line:
    """A text in the making: its tokens so far, their log-probability, and whether it has ended."""

    tokens: list[int] = field(default_factory=list)
    log_probability: float = 0.0
    ended: bool = False

    @property
    def score(self) -> float:
        """The mean log-probability of its tokens."""
        return self.log_probability / max(1, len(self.tokens))

    def extended(self, token: int, log_probability: float, ended: bool) -> Line:
        """The line with one more token; the end itself is not kept."""
        tokens = self.tokens if ended else [*self.tokens, token]
        return Line(tokens, self.log_probability + log_probability, ended)


class Generator:
    """Draws from the model, restricted to tokens that training has seen, and to those of the instruction."""

    def __init__(self, words: CausalWords, vocabulary: Sequence[str]) -> None:
        self._words = words
        self._usual = {token for word in vocabulary for token in words.word(word)} | set(words.end[:1])

    def sample(
        self, abstract: Words, *, count: int, temperature: float, top_p: float, tokens: int, seed: int
    ) -> list[Line]:
        """Texts drawn at random."""
        torch = require("torch", extra="neural")
        allowed = self._allowed(abstract)
        lines = [Line() for _ in range(count)]
        draw = torch.Generator().manual_seed(seed)
        with torch.inference_mode():
            reader = _Reader(self._words, abstract, allowed, count)
            for _ in range(tokens):
                scores = reader.scores(lines)
                chosen = _drawn(scores, temperature, top_p, draw)
                lines = [self._grown(line, scores[row], int(chosen[row]), allowed) for row, line in enumerate(lines)]
                if all(line.ended for line in lines):
                    break
                reader.read([line.tokens[-1] if line.tokens else int(allowed[0]) for line in lines])
        return lines

    def beam(self, abstract: Words, *, count: int, width: int, tokens: int) -> list[Line]:
        """The best texts of a beam search, each step keeping the `width` likeliest."""
        torch = require("torch", extra="neural")
        allowed = self._allowed(abstract)
        lines = [Line()]
        finished: list[Line] = []
        with torch.inference_mode():
            reader = _Reader(self._words, abstract, allowed, 1)
            for _ in range(tokens):
                scores = reader.scores(lines)
                totals = scores + torch.tensor([[line.log_probability] for line in lines])
                best = totals.flatten().topk(min(2 * width, totals.numel())).indices.tolist()
                grown = []
                for place in best:
                    row, column = divmod(place, scores.shape[1])
                    grown.append((row, self._grown(lines[row], scores[row], column, allowed)))
                finished += [line for _, line in grown if line.ended]
                kept = [(row, line) for row, line in grown if not line.ended][:width]
                if len(finished) >= max(count, width) or not kept:
                    break
                lines = [line for _, line in kept]
                reader.keep([row for row, _ in kept])
                reader.read([line.tokens[-1] for line in lines])
        return sorted([*finished, *lines][: max(count, width)], key=lambda line: -line.score)[:count]

    def _grown(self, line: Line, scores: Tensor, column: int, allowed: Tensor) -> Line:
        if line.ended:
            return line
        token = int(allowed[column])
        return line.extended(token, float(scores[column]), token == self._words.end[0])

    def _allowed(self, abstract: Words) -> Tensor:
        torch = require("torch", extra="neural")
        return torch.tensor(sorted(self._usual | set(self._words.words(abstract))))  # type: ignore[no-any-return]

    def text(self, line: Line) -> str:
        """A line as running text."""
        decoded: str = self._words.model.tokenizer.decode(line.tokens, skip_special_tokens=True)
        return " ".join(decoded.split())


class _Reader:
    """What the model says of the next token of several lines that begin alike."""

    def __init__(self, words: CausalWords, abstract: Words, allowed: Tensor, count: int) -> None:
        from transformers import DynamicCache

        torch = require("torch", extra="neural")
        self._inner = words.model.model.model
        self._allowed = allowed
        self._columns = {int(token): column for column, token in enumerate(allowed)}
        self._rows = words.model.model.lm_head.weight[allowed]
        self._end = words.end[0]
        self._cache: Any = DynamicCache(config=self._inner.config)
        states = self._run(torch.tensor([words.start(abstract)]))
        self._states = states.expand(count, -1)
        if count > 1:
            self._cache.batch_repeat_interleave(count)

    def _run(self, tokens: Tensor) -> Tensor:
        states: Tensor = self._inner(input_ids=tokens, past_key_values=self._cache, use_cache=True).last_hidden_state
        return states[:, -1]

    def scores(self, lines: Sequence[Line]) -> Tensor:
        """Log-probabilities of the allowed tokens; those that would repeat a run are ruled out."""
        torch = require("torch", extra="neural")
        scores: Tensor = (self._states @ self._rows.T).log_softmax(-1)
        for row, line in enumerate(lines):
            for token in repeating(line.tokens):
                scores[row, self._columns[token]] = -torch.inf
            if not line.tokens:  # a text has at least one word
                scores[row, self._columns[self._end]] = -torch.inf
        return scores

    def read(self, tokens: Sequence[int]) -> None:
        """Go on by one token in each line."""
        torch = require("torch", extra="neural")
        self._states = self._run(torch.tensor(tokens).unsqueeze(1))

    def keep(self, rows: Sequence[int]) -> None:
        """Go on with these lines; one may be kept several times."""
        torch = require("torch", extra="neural")
        self._cache.batch_select_indices(torch.tensor(rows))


def repeating(tokens: Sequence[int], length: int = REPEATED) -> set[int]:
    """The tokens after which the last `length` tokens would have come before.

    >>> repeating([1, 2, 3, 4, 1, 2, 3])
    {4}
    """
    if len(tokens) < length:
        return set()
    last = tuple(tokens[-(length - 1) :])
    starts = range(len(tokens) - length + 1)
    return {tokens[at + length - 1] for at in starts if tuple(tokens[at : at + length - 1]) == last}


def _drawn(scores: Tensor, temperature: float, top_p: float, draw: Any) -> Tensor:
    """A column for each row, drawn among the likeliest that make up `top_p` of the probability."""
    torch = require("torch", extra="neural")
    chances, columns = (scores / max(temperature, 1e-3)).softmax(-1).sort(-1, descending=True)
    chances = chances.masked_fill(chances.cumsum(-1) - chances > top_p, 0.0)
    return columns.gather(1, torch.multinomial(chances, 1, generator=draw)).squeeze(1)
