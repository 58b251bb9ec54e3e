"""The words that a network knows, as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from tacit.steps.task import END, Pair

PAD, UNKNOWN, START = "<pad>", "<unk>", "<s>"
SPECIAL = (PAD, UNKNOWN, START, END)


class Vocabulary:
    """Words and their numbers; unknown words share one.

    >>> words = Vocabulary(["stir", "pan"])
    >>> words.encode(["stir", "a", "pan"]), len(words)
    ([4, 1, 5], 6)
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = (*SPECIAL, *(word for word in words if word not in SPECIAL))
        self.numbers = {word: number for number, word in enumerate(self.words)}

    @classmethod
    def learn(cls, pairs: Sequence[Pair], *, size: int, always: Collection[str] = ()) -> Vocabulary:
        """The most frequent words of both kinds of instruction, and those that are always wanted."""
        counts = Counter(word for pair in pairs for words in (pair.abstract, pair.concrete) for word in words)
        ranked = sorted(counts, key=lambda word: (word not in always, -counts[word], word))
        return cls(ranked[: max(size, len(set(always) & set(counts)))])

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self.numbers

    @property
    def unknown(self) -> int:
        """The number that all unknown words share."""
        return self.numbers[UNKNOWN]

    def encode(self, words: Iterable[str]) -> list[int]:
        """The numbers of words."""
        return [self.numbers.get(word, self.unknown) for word in words]
