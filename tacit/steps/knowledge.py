"""What alignments teach: which tools and actions an instruction takes for granted (section 5, Table 3).

Every run of concrete words that comes from one abstract word gives phrases: words that may be blanked, with at most one
small word between two of them (*hold a grater*). Tuples of abstract word and phrase are counted over a corpus and
ranked by pointwise mutual information, PMI(a, c) = log2 p(a, c) / (p(a) p(c)).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from math import log2
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.files import atomic_write, make_folder, reason
from tacit.shapes import Within, check
from tacit.steps.task import Pair, Words

FILE = "knowledge.json"
VERSION = 1
LONGEST = 4
"""Words of the longest phrase."""
MIN_COUNT = 2


@dataclass(frozen=True, slots=True)
class Association:
    """An abstract word and a concrete phrase that comes from it: how often, and how much more often than by chance."""

    abstract: str
    concrete: str
    count: int
    pmi: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


class StepKnowledge:
    """Counted tuples of abstract words and concrete phrases, to be searched in both directions.

    >>> known = StepKnowledge(Counter({("eggs", "whisk"): 3, ("eggs", "bowl"): 1, ("onions", "cutting board"): 2}))
    >>> [(found.concrete, found.pmi) for found in known.concrete_for("eggs", min_count=1)]
    [('whisk', 0.585), ('bowl', 0.585)]
    >>> [found.abstract for found in known.abstract_for("board")]
    ['onions']
    """

    def __init__(self, counts: Counter[tuple[str, str]]) -> None:
        self.counts = counts
        self.total = sum(counts.values())
        self.abstract_counts = Counter[str]()
        self.concrete_counts = Counter[str]()
        for (abstract, concrete), count in counts.items():
            self.abstract_counts[abstract] += count
            self.concrete_counts[concrete] += count

    @classmethod
    def learn(cls, pairs: Sequence[Pair], alignments: Sequence[Sequence[int]], words: Collection[str]) -> StepKnowledge:
        """Count what is aligned, for phrases made of the given words (those that may be blanked)."""
        counts = Counter[tuple[str, str]]()
        content = _content_words(pairs)
        for pair, alignment in zip(pairs, alignments, strict=True):
            for place, span in spans(pair, alignment):
                if pair.abstract[place] in content:
                    counts.update((pair.abstract[place], " ".join(phrase)) for phrase in phrases(span, words))
        return cls(counts)

    def concrete_for(self, abstract: str, *, min_count: int = MIN_COUNT) -> list[Association]:
        """The phrases that come from an abstract word, by PMI."""
        found = [
            self._association(word, phrase, count, self.concrete_counts[phrase])
            for (word, phrase), count in self.counts.items()
            if word == abstract and count >= min_count
        ]
        return sorted(found, key=_rank)

    def abstract_for(self, concrete: str, *, min_count: int = MIN_COUNT) -> list[Association]:
        """The abstract words that phrases with the given word or words come from, by PMI."""
        wanted = f" {concrete} "
        matching = Counter[str]()
        for (word, phrase), count in self.counts.items():
            if wanted in f" {phrase} ":
                matching[word] += count
        occurrences = sum(matching.values())
        found = [
            self._association(word, concrete, count, occurrences)
            for word, count in matching.items()
            if count >= min_count
        ]
        return sorted(found, key=_rank)

    def _association(self, abstract: str, concrete: str, count: int, occurrences: int) -> Association:
        pmi = log2(count * self.total / (self.abstract_counts[abstract] * occurrences))
        return Association(abstract, concrete, count, round(pmi, 3))

    def frequent(self, *, abstract: bool, count: int) -> list[str]:
        """The most frequent abstract words, or concrete phrases."""
        counts = self.abstract_counts if abstract else self.concrete_counts
        return [word for word, _ in sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))[:count]]

    def save(self, folder: Path, *, min_count: int = 1) -> None:
        """Write the table beside a model."""
        make_folder(folder)
        rows = sorted((a, c, count) for (a, c), count in self.counts.items() if count >= min_count)
        with atomic_write(folder / FILE) as stream:
            json.dump({"kind": "steps-knowledge", "version": VERSION, "tuples": rows}, stream, ensure_ascii=False)

    @classmethod
    def load(cls, folder: Path) -> StepKnowledge:
        """The table that `save` wrote."""
        path = folder / FILE
        try:
            stored = json.loads(path.read_bytes())
            check(stored, {"version": int, "tuples": [[(str, Within(int, 1, 1 << 53))]]})
            if stored["version"] != VERSION:
                raise InputError(f"a table of version {stored['version']}, not {VERSION}", path=path)
            return cls(Counter({(str(a), str(c)): int(count) for a, c, count in stored["tuples"]}))
        except OSError as error:
            raise InputError(f"there is no table of knowledge ({reason(error)})", path=path) from None
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InputError(f"not a table of knowledge: {error}", path=path) from None


def _rank(found: Association) -> tuple[float, int, str, str]:
    return -found.pmi, -found.count, found.abstract, found.concrete


def _content_words(pairs: Iterable[Pair]) -> set[str]:
    from spacy.lang.en.stop_words import STOP_WORDS

    return {word for pair in pairs for word in pair.abstract if word.isalpha() and word not in STOP_WORDS}


def spans(pair: Pair, alignment: Sequence[int]) -> Iterator[tuple[int, Words]]:
    """Runs of concrete words that come from the same abstract place.

    >>> list(spans(Pair(("drain", "pasta"), ("get", "a", "sieve")), [0, 0, 1]))
    [(0, ('get', 'a')), (1, ('sieve',))]
    """
    for place, run in groupby(zip(alignment, pair.concrete, strict=True), key=lambda aligned: aligned[0]):
        yield place, tuple(word for _, word in run)


def phrases(span: Words, words: Collection[str]) -> Iterator[Words]:
    """The phrases of a run of words.

    >>> list(phrases(("hold", "a", "grater", "over", "the", "bowl"), {"hold", "grater", "bowl"}))
    [('hold', 'a', 'grater'), ('bowl',)]
    """
    phrase: list[str] = []
    for word, after in zip(span, (*span[1:], ""), strict=True):
        joins = word in words or (phrase and word.isalpha() and after in words and phrase[-1] in words)
        if joins and len(phrase) < LONGEST:
            phrase.append(word)
            continue
        if phrase:
            yield _trimmed(phrase, words)
        phrase = [word] if word in words else []
    if phrase:
        yield _trimmed(phrase, words)


def _trimmed(phrase: Sequence[str], words: Collection[str]) -> Words:
    """Without a small word at its end."""
    return tuple(phrase if phrase[-1] in words else phrase[:-1])
