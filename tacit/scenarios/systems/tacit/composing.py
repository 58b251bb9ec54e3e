"""Texts to learn from, made anew in each epoch: labelled texts as they are, and texts put together from passages.

A text about one scenario from beginning to end teaches what the scenario is about, not where a passage begins. So
stretches of such texts, of the length that passages have in weblogs, are put between stretches about nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tacit.scenarios.task import Narrative

Row = tuple[str, tuple[str, ...]]
"""A sentence with its labels."""
LONGEST = 30
"""Sentences of the longest text; longer ones are cut into several."""
PASSAGE = (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9)
"""Lengths of passages to draw from, as weblogs have them."""
GAP = (0, 0, 1, 1, 1, 2, 2, 3, 4, 6)
"""Lengths of what stands between them."""


@dataclass(frozen=True, slots=True)
class Material:
    """Texts labelled sentence by sentence, texts about one scenario, passages of wordings, and texts about nothing."""

    labelled: Sequence[Sequence[Row]]
    single: Sequence[Sequence[Row]]
    wordings: Sequence[Sequence[Row]]
    nothing: Sequence[Sequence[Row]]

    @classmethod
    def of(cls, narratives: Sequence[Narrative], wordings: Sequence[Sequence[Row]] = ()) -> Material:
        """Sort texts by what their labels are like."""
        labelled, single, nothing = [], [], []
        for narrative in narratives:
            rows = list(zip(narrative.sentences, narrative.labels, strict=True))
            kinds = {labels for _, labels in rows}
            if kinds == {()}:
                nothing.append(rows)
            elif len(kinds) == 1:
                single.append(rows)
            else:
                labelled.append(rows)
        return cls(labelled, single, wordings, nothing)

    def sentences(self) -> list[str]:
        """Every sentence once, in order."""
        groups = (self.labelled, self.single, self.wordings, self.nothing)
        return list(dict.fromkeys(text for group in groups for rows in group for text, _ in rows))

    def gaps(self) -> list[list[Row]]:
        """Runs of sentences about nothing inside labelled texts."""
        found: list[list[Row]] = []
        for rows in self.labelled:
            run: list[Row] = []
            for row in rows:
                if row[1]:
                    found += [run] if run else []
                    run = []
                else:
                    run.append(row)
            found += [run] if run else []
        return found


def epoch(material: Material, draw: Random) -> Iterator[list[Row]]:
    """All texts of one epoch, in random order."""
    texts = [*_cut_all(material.labelled), *_composed(material, draw)]
    draw.shuffle(texts)
    yield from texts


def _cut_all(texts: Sequence[Sequence[Row]]) -> Iterator[list[Row]]:
    for rows in texts:
        for start in range(0, len(rows), LONGEST):
            yield list(rows[start : start + LONGEST])


def _composed(material: Material, draw: Random) -> Iterator[list[Row]]:
    """Each text about one scenario lends a stretch, and so does a share of the wordings; between them, nothing."""
    stretches = [_stretch(rows, draw) for rows in material.single]
    stretches += [_stretch(rows, draw) for rows in material.wordings]
    draw.shuffle(stretches)
    gaps = material.gaps()
    while stretches:
        text = _gap(gaps, material.nothing, draw)
        while stretches and len(text) < LONGEST // 2:
            text += stretches.pop()
            text += _gap(gaps, material.nothing, draw)
        yield text[:LONGEST]


def _stretch(rows: Sequence[Row], draw: Random) -> list[Row]:
    length = min(len(rows), draw.choice(PASSAGE))
    start = draw.randint(0, len(rows) - length)
    return list(rows[start : start + length])


def _gap(gaps: Sequence[Sequence[Row]], nothing: Sequence[Sequence[Row]], draw: Random) -> list[Row]:
    """Sentences about nothing: from inside labelled texts rather than from stories and news."""
    length = draw.choice(GAP)
    source = gaps if gaps and (not nothing or draw.random() < 0.6) else nothing
    if not length or not source:
        return []
    return _stretch(draw.choice(source), draw)[:length]
