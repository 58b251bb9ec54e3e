"""How good a coreference system is on a folder of gold documents, with predicted mentions and predicted parses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path

import numpy

from tacit.comparison import Measured, Rows
from tacit.language.coreference.gold import GoldDocument, read_gold
from tacit.language.coreference.metrics import CoreferenceScore, CoreferenceScores, evaluate_document
from tacit.language.coreference.task import Clusters, CoreferenceSystem
from tacit.language.parse import Parse
from tacit.progress import Progress, no_progress

PRONOUNS = ("it", "they", "them")


@dataclass(frozen=True)
class CoreferenceEvaluation:
    """Scores of a corpus; `pronouns` counts right and all links of "it", "they" and "them"."""

    n: int
    scores: CoreferenceScores
    pronouns: dict[str, tuple[int, int]]

    @property
    def pronoun_precision(self) -> float:
        """Share of these pronouns' links that are right; see `pronoun_links`."""
        right, linked = (sum(counts) for counts in zip(*self.pronouns.values(), strict=True))
        return right / linked if linked else 0.0

    def to_dict(self) -> dict[str, float | int]:
        """All figures under plain names, fractions between 0 and 1."""
        figures: dict[str, float | int] = {"n": self.n, "conll_f1": self.scores.conll_f1}
        for name in ("muc", "b_cubed", "ceaf", "lea", "mentions"):
            score: CoreferenceScore = getattr(self.scores, name)
            figures |= {f"{name}_precision": score.precision, f"{name}_recall": score.recall, f"{name}_f1": score.f1}
        figures["pronoun_precision"] = self.pronoun_precision
        for pronoun, (right, linked) in self.pronouns.items():
            figures |= {f"{pronoun}_precision": right / linked if linked else 0.0, f"{pronoun}_linked": linked}
        return figures


def evaluate(
    system: CoreferenceSystem,
    path: str | Path,
    *,
    pipeline: str | Path | None = None,
    singletons: bool = True,
    progress: Progress = no_progress,
) -> CoreferenceEvaluation:
    """Score a system on a file or folder of CoNLL documents.

    As in the reference scorer, gold clusters of one mention count; `singletons=False` leaves them out, which is
    fair to systems that never report any where a corpus (LitBank) annotates them.
    """
    return evaluate_documents(system, read_gold(path, pipeline=pipeline), singletons=singletons, progress=progress)


def evaluate_documents(
    system: CoreferenceSystem,
    documents: Iterable[GoldDocument],
    *,
    singletons: bool = True,
    progress: Progress = no_progress,
) -> CoreferenceEvaluation:
    """The same for documents that are already read and parsed."""
    return total(score_documents(system, documents, singletons=singletons, progress=progress))


def score_documents(
    system: CoreferenceSystem,
    documents: Iterable[GoldDocument],
    *,
    singletons: bool = True,
    progress: Progress = no_progress,
) -> list[CoreferenceEvaluation]:
    """The scores of each document by itself."""
    scored = []
    count = len(documents) if isinstance(documents, Sized) else 0
    for n, document in enumerate(documents, 1):
        gold = [cluster for cluster in document.clusters if singletons or len(cluster) > 1]
        found = system.resolve(document.parse)
        scores = evaluate_document(gold, [[mention.span for mention in cluster] for cluster in found])
        pronouns = dict.fromkeys(PRONOUNS, (0, 0))
        for pronoun, right in pronoun_links(document.parse, gold, found):
            before = pronouns[pronoun]
            pronouns[pronoun] = before[0] + right, before[1] + 1
        scored.append(CoreferenceEvaluation(1, scores, pronouns))
        progress("resolving", n, count)
    return scored


def total(scored: Iterable[CoreferenceEvaluation]) -> CoreferenceEvaluation:
    """The scores of several documents or corpora together."""
    n, scores = 0, CoreferenceScores()
    pronouns = dict.fromkeys(PRONOUNS, (0, 0))
    for each in scored:
        n, scores = n + each.n, scores + each.scores
        for pronoun, (right, linked) in each.pronouns.items():
            before = pronouns[pronoun]
            pronouns[pronoun] = before[0] + right, before[1] + linked
    return CoreferenceEvaluation(n, scores, pronouns)


def contributions(scored: Sequence[CoreferenceEvaluation]) -> dict[str, Measured]:
    """What each document adds to the figures, for a comparison with another system."""
    parts = ("muc", "b_cubed", "ceaf", "lea", "mentions")
    sums = [
        numpy.array([[value for part in parts for value in astuple(getattr(each.scores, part))]]) for each in scored
    ]
    links = [tuple(map(float, map(sum, zip(*each.pronouns.values(), strict=True)))) for each in scored]

    def scores(rows: Rows) -> CoreferenceScores:
        four = rows.sum(axis=0).reshape(len(parts), 4)
        return CoreferenceScores(
            **{part: CoreferenceScore(*map(float, values)) for part, values in zip(parts, four, strict=True)}
        )

    def f1(part: str) -> Measured:
        return Measured(sums, lambda rows: float(getattr(scores(rows), part).f1))

    return {
        "conll_f1": Measured(sums, lambda rows: scores(rows).conll_f1),
        **{f"{part}_f1": f1(part) for part in parts},
        "pronoun_precision": Measured.ratio([(right, linked) for right, linked in links]),
    }


def pronoun_links(parse: Parse, gold: list[list[tuple[int, int]]], found: Clusters) -> list[tuple[str, bool]]:
    """Each "it", "they" or "them" that the system linked back, and whether rightly.

    The link is the one to the nearest earlier mention of the found cluster; it is right if pronoun and antecedent
    are exactly mentions of one gold cluster. A pronoun that opens its cluster is not linked back.
    """
    chain = {span: number for number, cluster in enumerate(gold) for span in cluster}
    links = []
    for cluster in found:
        mentions = sorted(cluster)
        for before, mention in pairwise(mentions):
            word = parse.words[mention.start].lower()
            if mention.end - mention.start == 1 and word in PRONOUNS:
                links.append((word, mention.span in chain and chain[mention.span] == chain.get(before.span)))
    return links
