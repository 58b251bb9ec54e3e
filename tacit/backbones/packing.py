"""A context and all its continuations in one sequence, so that the context is computed once.

    context  one continuation  another continuation

Each continuation looks at the context and at itself, not at its neighbours, and its positions go on from the
context's end: the model reads each as if it stood alone after the context.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.backbones.layers import additive
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Pack:
    """Tokens of a context (at least one) and of its continuations.

    >>> pack = Pack((7, 8), ((1, 2), (3,)))
    >>> pack.tokens, pack.positions, pack.owners
    ((7, 8, 1, 2, 3), (0, 1, 2, 3, 2), (0, 0, 1, 1, 2))
    """

    context: tuple[int, ...]
    continuations: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.context) + sum(map(len, self.continuations))

    @property
    def tokens(self) -> tuple[int, ...]:
        """All tokens in a row."""
        return self.context + tuple(token for continuation in self.continuations for token in continuation)

    @property
    def positions(self) -> tuple[int, ...]:
        """The place of each token in its own reading."""
        after = len(self.context)
        return (*range(after), *(after + place for part in self.continuations for place in range(len(part))))

    @property
    def owners(self) -> tuple[int, ...]:
        """0 for the context, else the number of the continuation from 1."""
        parts = [self.context, *self.continuations]
        return tuple(number for number, part in enumerate(parts) for _ in part)

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Start and end of each continuation among the tokens."""
        ends = [len(self.context)]
        for continuation in self.continuations:
            ends.append(ends[-1] + len(continuation))
        return tuple(itertools.pairwise(ends))

    def predictors(self, number: int) -> list[int]:
        """For each token of a continuation the place whose state predicts it."""
        start, end = self.spans[number]
        return [len(self.context) - 1, *range(start, end - 1)] if end > start else []


def collate(packs: Sequence[Pack]) -> tuple[Tensor, Tensor, Tensor]:
    """Tokens and positions (batch × length) and the additive mask of several packs, filled up on the right."""
    torch = require("torch", extra="neural")
    length = max(map(len, packs))
    tokens, positions, owners = (
        torch.tensor([[*row, *[filler] * (length - len(row))] for row in rows])
        for rows, filler in (
            ([pack.tokens for pack in packs], 0),
            ([pack.positions for pack in packs], 0),
            ([pack.owners for pack in packs], -1),
        )
    )
    own = owners.unsqueeze(2) == owners.unsqueeze(1)
    context = (owners == 0).unsqueeze(1) & (owners >= 0).unsqueeze(2)
    earlier = torch.ones(length, length, dtype=torch.bool).tril()
    # A row of padding sees itself, as a softmax over nothing is not a number.
    return tokens, positions, additive((own | context) & earlier | torch.eye(length, dtype=torch.bool))
