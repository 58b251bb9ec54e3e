"""Concrete instructions drawn token by token, several at once, from whatever model says what may come next.

Never endless: a text has at most so many tokens, and none may repeat four tokens in a row that it has had before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from tacit.extras import require
from tacit.steps.task import Words

if TYPE_CHECKING:
    from torch import Tensor

REPEATED = 4
"""So many tokens in a row must not come twice."""


@dataclass(slots=True)
class DrawnText:
    """A text in the making: its tokens so far, their log-probability, and whether it has ended."""

    tokens: list[int] = field(default_factory=list)
    log_probability: float = 0.0
    ended: bool = False

    @property
    def score(self) -> float:
        """Its log-probability, with that of its end if it has one, over its tokens without the end.

        Texts that have ended so count as a little less likely than by the mean; `elaborate` was measured with this.
        """
        return self.log_probability / max(1, len(self.tokens))

    def extended(self, token: int, log_probability: float, ended: bool) -> DrawnText:
        """The line with one more token; the end itself is not kept."""
        tokens = self.tokens if ended else [*self.tokens, token]
        return DrawnText(tokens, self.log_probability + log_probability, ended)


class StepReading(Protocol):
    """What a model says of the next token of several lines, `count` for each instruction."""

    @property
    def tokens(self) -> Sequence[int]:
        """Those that may come next, a column each in the scores."""

    def scores(self) -> Tensor:
        """Log-probabilities of the tokens after each line."""

    def read(self, tokens: Sequence[int]) -> None:
        """Go on by one token in each line."""

    def keep(self, rows: Sequence[int]) -> None:
        """Go on with these lines; one may be kept several times."""


class DrawingSource(Protocol):
    """A model to draw from."""

    @property
    def end(self) -> int:
        """The token that ends a text."""

    def reading(self, abstracts: Sequence[Words], count: int) -> StepReading:
        """Begin to read, `count` lines for each instruction."""

    def first(self, word: str) -> int:
        """The token that a word begins with."""

    def text(self, tokens: Sequence[int]) -> str:
        """Tokens as running text."""


class StepGenerator:
    """Draws from a model."""

    def __init__(self, source: DrawingSource) -> None:
        self._source = source

    def sample(
        self,
        abstracts: Sequence[Words],
        *,
        count: int,
        temperature: float,
        top_p: float,
        tokens: int,
        seed: int,
        hints: Sequence[Mapping[str, float]] | None = None,
    ) -> list[list[DrawnText]]:
        """Texts drawn at random for each of several instructions, as if it were the only one, but all in one pass.

        `hints` make words likelier to be drawn, by so much in their log-probability; scores are without them.
        """
        torch = require("torch", extra="neural")
        found = [[DrawnText() for _ in range(count)] for _ in abstracts]
        draws = [torch.Generator().manual_seed(seed) for _ in abstracts]
        growing = list(range(len(abstracts)))
        with torch.inference_mode():
            reader = _Reader(self._source, abstracts, count)
            raised = [self._raised(each, reader.tokens) for each in hints or [{}] * len(abstracts)]
            for _ in range(tokens):
                scores = reader.scores([line for number in growing for line in found[number]])
                for number, rows in zip(growing, torch.split(scores, count), strict=True):
                    chosen = _drawn(rows + raised[number], temperature, top_p, draws[number]).tolist()
                    found[number] = [
                        self._grown(line, row, column, reader)
                        for line, row, column in zip(found[number], rows, chosen, strict=True)
                    ]
                kept = [place for place, number in enumerate(growing) if not all(line.ended for line in found[number])]
                if not kept:
                    break
                if len(kept) < len(growing):
                    growing = [growing[place] for place in kept]
                    reader.keep([place * count + row for place in kept for row in range(count)])
                reader.read([line.tokens[-1] for number in growing for line in found[number]])
        return found

    def _raised(self, hints: Mapping[str, float], tokens: Sequence[int]) -> Tensor:
        """By how much each token is likelier: the first ones of the words hinted at."""
        torch = require("torch", extra="neural")
        strengths: dict[int, float] = {}
        for word, strength in hints.items():
            first = self._source.first(word)
            strengths[first] = max(strength, strengths.get(first, strength))
        raised: Tensor = torch.tensor([strengths.get(token, 0.0) for token in tokens])
        return raised

    def beam(self, abstract: Words, *, count: int, width: int, tokens: int) -> list[DrawnText]:
        """The best texts of a beam search, each step keeping the `width` likeliest."""
        torch = require("torch", extra="neural")
        lines = [DrawnText()]
        finished: list[DrawnText] = []
        with torch.inference_mode():
            reader = _Reader(self._source, [abstract], 1)
            for _ in range(tokens):
                scores = reader.scores(lines)
                totals = scores + torch.tensor([[line.log_probability] for line in lines])
                best = totals.flatten().topk(min(2 * width, totals.numel())).indices.tolist()
                grown = []
                for place in best:
                    row, column = divmod(place, scores.shape[1])
                    grown.append((row, self._grown(lines[row], scores[row], column, reader)))
                finished += [line for _, line in grown if line.ended]
                kept = [(row, line) for row, line in grown if not line.ended][:width]
                if len(finished) >= max(count, width) or not kept:
                    break
                lines = [line for _, line in kept]
                reader.keep([row for row, _ in kept])
                reader.read([line.tokens[-1] for line in lines])
        return sorted([*finished, *lines][: max(count, width)], key=lambda line: -line.score)[:count]

    def _grown(self, line: DrawnText, scores: Tensor, column: int, reader: _Reader) -> DrawnText:
        if line.ended:
            return line
        token = reader.tokens[column]
        return line.extended(token, float(scores[column]), token == self._source.end)

    def text(self, line: DrawnText) -> str:
        """A line as running text."""
        return self._source.text(line.tokens)


class _Reader:
    """A reading in which no line is empty or repeats a run."""

    def __init__(self, source: DrawingSource, abstracts: Sequence[Words], count: int) -> None:
        self._reading = source.reading(abstracts, count)
        self.tokens = self._reading.tokens
        self._columns = {token: column for column, token in enumerate(self.tokens)}
        self._end = source.end
        self.read, self.keep = self._reading.read, self._reading.keep

    def scores(self, lines: Sequence[DrawnText]) -> Tensor:
        """Log-probabilities of the tokens; those that would repeat a run are ruled out."""
        torch = require("torch", extra="neural")
        scores = self._reading.scores()
        for row, line in enumerate(lines):
            for token in repeating(line.tokens):
                scores[row, self._columns[token]] = -torch.inf
            if not line.tokens:  # a text has at least one word
                scores[row, self._columns[self._end]] = -torch.inf
        return scores


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
    sums = chances.cumsum(-1)
    point = torch.rand(len(scores), 1, generator=draw) * sums[:, -1:]
    return columns.gather(1, (sums <= point).sum(1, keepdim=True).clamp(max=scores.shape[1] - 1)).squeeze(1)
