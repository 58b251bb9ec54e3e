"""How large a corpus of pairs is, and what its concrete side adds: the paper's Table 1 and section 2.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.errors import InputError
from tacit.steps.task import Pair, Template, Words


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """Table 1 for any pairs: `tokens` and `vocabulary` are of the concrete side, as in the paper.

    `new_types` are the different concrete words that no abstract instruction has, `new_lemmas` the same for base forms
    where those were asked for. `blanks` and `blanked_words` count what templates hide.
    """

    sequences: int
    abstract_instructions: int
    tokens: int
    vocabulary: int
    abstract_tokens: int
    abstract_vocabulary: int
    abstract_length: float
    concrete_length: float
    length_ratio: float
    new_types: int
    new_lemmas: int | None
    blanks: int
    blanked_words: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def statistics(pairs: Sequence[Pair], *, lemmas: bool = False) -> PairStatistics:
    """Count a corpus; `lemmas` has all of it parsed, which takes a while.

    >>> found = statistics([Pair(("drain", "it"), ("tip", "it", "into", "a", "sieve"))])
    >>> found.tokens, found.vocabulary, found.new_types, found.length_ratio
    (5, 5, 4, 2.5)
    """
    if not pairs:
        raise InputError("there is no pair of instructions to count")
    abstract = Counter(word for pair in pairs for word in pair.abstract)
    concrete = Counter(word for pair in pairs for word in pair.concrete)
    templates = [pair for pair in pairs if isinstance(pair, Template)]
    return PairStatistics(
        sequences=len(pairs),
        abstract_instructions=len({pair.abstract for pair in pairs}),
        tokens=concrete.total(),
        vocabulary=len(concrete),
        abstract_tokens=abstract.total(),
        abstract_vocabulary=len(abstract),
        abstract_length=abstract.total() / len(pairs),
        concrete_length=concrete.total() / len(pairs),
        length_ratio=concrete.total() / abstract.total(),
        new_types=len(concrete.keys() - abstract.keys()),
        new_lemmas=_new_lemmas(pairs) if lemmas else None,
        blanks=sum(len(template.blanks) for template in templates),
        blanked_words=sum(len(template.blanked) for template in templates),
    )


def _new_lemmas(pairs: Sequence[Pair]) -> int:
    stated = _lemmas({pair.abstract for pair in pairs})
    return len(_lemmas({pair.concrete for pair in pairs}) - stated)


def _lemmas(instructions: Iterable[Words]) -> set[str]:
    """The base forms of all words, each as it is used in its sentence."""
    from tacit.language.analysis import analyse_many

    texts = sorted(" ".join(words) for words in instructions)
    return {lemma.lower() for parse in analyse_many(texts) for lemma in parse.lemmas}
