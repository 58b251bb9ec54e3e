"""What the system learns from, sorted: texts that give examples, labelled texts, and texts about nothing."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tacit.errors import InputError
from tacit.scenarios.systems.tacit.examples import neighbourhoods
from tacit.scenarios.task import Narrative

GIVING = 14
"""Texts of a scenario that give examples, the longest of our own narratives and of the others."""
KEPT_BACK = 3
"""One of so many texts is kept back from what the judge of labels is shown, to teach it."""
PASSAGE = (1, 2, 3, 4, 6, 8, 12, 16, 20, 30)
GAP = (0, 1, 2, 3, 4, 5, 6, 8)
"""Lengths of passages, and of what stands between them, in composed documents."""
COMPOSED = 250
"""The most documents that are put together."""


@dataclass(frozen=True)
class Material:
    """Texts about one scenario, texts labelled sentence by sentence, and texts about nothing."""

    single: Mapping[str, Sequence[Narrative]]
    labelled: Sequence[Narrative]
    nothing: Sequence[Narrative]

    @classmethod
    def of(cls, narratives: Iterable[Narrative]) -> Material:
        """Texts sorted by their labels."""
        single: dict[str, list[Narrative]] = defaultdict(list)
        labelled, nothing = [], []
        for text in narratives:
            kinds = set(text.labels)
            if kinds <= {()}:
                nothing.append(text)
            elif len(kinds) == 1 and len(text.labels[0]) == 1:
                single[text.labels[0][0]].append(text)
            else:
                labelled.append(text)
        return cls(dict(single), labelled, nothing)

    @property
    def giving(self) -> list[Narrative]:
        """The texts about one scenario that give examples of it."""
        found = []
        for texts in self.single.values():
            for own in (True, False):
                some = [text for text in texts if is_own(text) == own]
                found += sorted(some, key=len, reverse=True)[:GIVING]
        return found

    def documents(self, seed: int) -> list[Narrative]:
        """Labelled texts, and documents that are put together from the others: what a judge is taught with."""
        draw = Random(seed)  # noqa: S311 (not for secrets)
        return [
            *self.labelled,
            *_composed([text for some in self.single.values() for text in some], self.nothing, draw),
        ]

    def examples(
        self, labels: Iterable[str], wordings: Mapping[str, Sequence[str]], phrases: Mapping[str, Sequence[str]]
    ) -> dict[str, dict[str, list[str]]]:
        """For each label its examples of each kind."""
        found: dict[str, dict[str, list[str]]] = {label: defaultdict(list) for label in labels}
        for label, some in wordings.items():
            found[label]["wordings"] += some
        for label, some in phrases.items():
            found[label]["phrases"] += some
        for text in self.giving:
            [label] = text.labels[0]
            found[label]["narratives" if is_own(text) else "texts"] += text.sentences
            found[label]["neighbourhoods"] += neighbourhoods(text.sentences, 2)
        return {label: dict(kinds) for label, kinds in found.items()}


def is_kept_back(text: Narrative) -> bool:
    """Is a text one of those that the judge is taught with, and the rest not?"""
    return zlib.crc32(text.id.encode()) % KEPT_BACK == 0


def parted(texts: Sequence[Narrative]) -> tuple[list[Narrative], list[Narrative]]:
    """The texts that are kept back, and the others: by ids, or by places where ids keep back all or none."""
    if len(texts) < 2:
        raise InputError("one text is too few to train on: one teaches, and another one shows what was learnt")
    kept = [is_kept_back(text) for text in texts]
    if all(kept) or not any(kept):
        kept = [place % KEPT_BACK == 1 for place in range(len(texts))]
    chosen = list(zip(texts, kept, strict=True))
    return [text for text, is_kept in chosen if is_kept], [text for text, is_kept in chosen if not is_kept]


def is_own(text: Narrative) -> bool:
    """Is a text about one scenario a narrative of our own? Their ids begin with their scenario."""
    [label] = text.labels[0]
    return text.id.startswith(label.lower().replace(" ", "-"))


def _composed(texts: Sequence[Narrative], nothing: Sequence[Narrative], draw: Random) -> Iterable[Narrative]:
    """Documents of three to six stretches of different texts, with stretches about nothing between."""
    waiting = list(texts)
    draw.shuffle(waiting)
    number = 0
    while waiting and number < COMPOSED:
        sentences: list[str] = []
        labels: list[tuple[str, ...]] = []
        for _ in range(draw.randint(2, 5)):
            if waiting:
                _add(waiting.pop(), draw.choice(PASSAGE), draw, sentences, labels)
            if nothing and draw.random() < 0.7:
                _add(draw.choice(nothing), draw.choice(GAP), draw, sentences, labels)
        number += 1
        yield Narrative(f"composed-{number}", tuple(sentences), tuple(labels))


def _add(text: Narrative, length: int, draw: Random, sentences: list[str], labels: list[tuple[str, ...]]) -> None:
    length = min(length, len(text))
    start = draw.randint(0, len(text) - length)
    sentences += text.sentences[start : start + length]
    labels += text.labels[start : start + length]
