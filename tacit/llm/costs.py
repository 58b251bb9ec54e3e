"""What asking costs: counted, limited, and told in advance."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from typing import Any

from tacit.errors import UsageError
from tacit.llm.task import Question, Raw

CHARACTERS_A_TOKEN = 3.5
"""Of English, a little less than usual, so that estimates are rather too high."""
_OVERHEAD = 16
"""Tokens that a chat template adds."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in and out, where the user has said so."""

    price_in: float | None = None
    price_out: float | None = None

    def of(self, prompt: int, completion: int) -> float | None:
        """The price of so many tokens; nothing where no price is known."""
        if self.price_in is None and self.price_out is None:
            return None
        return (prompt * (self.price_in or 0) + completion * (self.price_out or 0)) / 1_000_000


def estimated(question: Question) -> tuple[int, int]:
    """About how many tokens a question has, and how many its answer has at most."""
    return int(question.characters / CHARACTERS_A_TOKEN) + _OVERHEAD, question.max_tokens


class Budget:
    """Calls or tokens that may be spent; asked by many threads."""

    def __init__(self, calls: int | None = None, tokens: int | None = None) -> None:
        self._calls, self._tokens = calls, tokens
        self._lock = threading.Lock()

    @classmethod
    def parse(cls, text: str | None) -> Budget:
        """A number of calls, or of tokens: `200` or `50000tokens`.

        >>> Budget.parse("0")
        Traceback (most recent call last):
            ...
        tacit.errors.UsageError: a budget of '0' would ask nothing; give more, or leave `llm` out
        """
        if text is None:
            return cls()
        found = re.fullmatch(r"(\d{1,12})\s*(calls?|tokens?)?", text.strip())
        if not found:
            raise UsageError(f"a budget is a number of calls or tokens, as 200 or 50000tokens, not {text!r}")
        amount = int(found[1])
        if not amount:
            raise UsageError(f"a budget of {text!r} would ask nothing; give more, or leave `llm` out")
        return cls(tokens=amount) if (found[2] or "").startswith("token") else cls(calls=amount)

    @property
    def calls(self) -> int | None:
        """Calls that are left, where they are limited."""
        return self._calls

    def take(self, question: Question) -> bool:
        """Set aside what a question may cost at most; no where that is more than is left."""
        tokens = sum(estimated(question))
        with self._lock:
            if self._calls is not None:
                if self._calls < 1:
                    return False
                self._calls -= 1
            if self._tokens is not None:
                if self._tokens < tokens:
                    return False
                self._tokens -= tokens
            return True

    def give_back(self, question: Question, raw: Raw) -> None:
        """What was set aside and not used."""
        with self._lock:
            if self._tokens is not None:
                self._tokens += sum(estimated(question)) - raw.prompt_tokens - raw.completion_tokens


@dataclass(slots=True)
class Costs:
    """What a run has asked; `to_dict` has what is the same when the run is repeated from its answers file.

    `items` are the things that could be asked about, `consulted` those that were; `exact`, `loose` and `dropped` count
    the model's quotes by how they were found in the text.
    """

    model: str
    prices: Prices = field(default_factory=Prices)
    asked: int = 0
    answered: int = 0
    kept: int = 0
    repairs: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0
    from_file: int = 0
    seconds: float = 0.0
    items: int = 0
    consulted: int = 0
    exact: int = 0
    loose: int = 0
    dropped: int = 0

    @property
    def share_asked(self) -> float:
        """The share of all items that the model was asked about."""
        return round(self.consulted / self.items, 4) if self.items else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        price = self.prices.of(self.prompt_tokens, self.completion_tokens)
        return {
            "model": self.model,
            "asked": self.asked,
            "answered": self.answered,
            "kept": self.kept,
            "repairs": self.repairs,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "price": None if price is None else round(price, 6),
            "share_asked": self.share_asked,
            "quotes": {"exact": self.exact, "loose": self.loose, "dropped": self.dropped},
        }

    def __str__(self) -> str:
        price = self.prices.of(self.prompt_tokens, self.completion_tokens)
        paid = "" if price is None else f", price {price:.4f}"
        kept = f", {self.kept:,} left to the small system" if self.kept else ""
        share = f" about {self.share_asked:.1%} of {self.items:,} items" if self.items else ""
        dropped = f"; {self.dropped:,} quotes that are not in the text were dropped" if self.dropped else ""
        return (
            f"{self.model}: {self.asked:,} questions{share}{kept}; {self.calls:,} calls in {self.seconds:.1f} s, "
            f"{self.from_file:,} answers from the file; {self.prompt_tokens:,} tokens in, "
            f"{self.completion_tokens:,} out{paid}{dropped}"
        )
