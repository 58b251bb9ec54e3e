"""Gold sets of paraphrases (DeScript): to learn from, and to measure how well events are told from each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tacit.documents import Annotation, Document
from tacit.errors import InputError, UsageError
from tacit.language.coreference.metrics import CoreferenceScores, evaluate_document
from tacit.scripts.base import canonical
from tacit.scripts.clustering import CUT, average_link
from tacit.scripts.mentions import read_lines
from tacit.scripts.paraphrase import FEATURES, WORDS_ONLY, Described, Paraphrase, comparisons

LAYER = "paraphrases"
NO_SET = frozenset({"RelNScrEv", "UnrelEv", "Unclear", "other"})
"""Labels for whatever is in no set; what bears one of these need not be paraphrases."""


class GoldSets(NamedTuple):
    """Descriptions from one file, and the event that each describes."""

    scenario: str
    items: tuple[Described, ...]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClusteringScore:
    """B-cubed over all descriptions; `n` counts them, `sets` the gold sets."""

    n: int
    sets: int
    b_cubed_precision: float
    b_cubed_recall: float
    b_cubed_f1: float


def check_given(paraphrases: Sequence[object], words_only: bool) -> None:
    """Refuse a word on how paraphrases are compared where none are given."""
    if words_only and not paraphrases:
        raise UsageError("`words_only` needs `paraphrases`: it says how these are compared")


def features_of(words_only: bool) -> tuple[str, ...]:
    """By what descriptions of events are compared: with the sentence encoder, or faster without."""
    return WORDS_ONLY if words_only else FEATURES


def read_gold(documents: Iterable[Document]) -> list[GoldSets]:
    """The gold sets of each document that has some."""
    found = []
    for document, lines in read_lines(documents, LAYER):
        named = [(line, mention) for line, mention in lines if line.label not in NO_SET]
        texts: dict[tuple[object, object], int] = {}
        items = []
        for line, mention in named:
            text = texts.setdefault((line.features.get("source"), line.features.get("script")), len(texts))
            items.append(Described(mention.form, _position(line), frozenset({text}), document.text_of(line)))
        if items:
            scenario = canonical(str(document.metadata.get("scenario", document.id)))
            found.append(GoldSets(scenario, tuple(items), tuple(line.label for line, _ in named)))
    if not found:
        raise InputError("there are no gold sets of paraphrases, such as those of DeScript")
    return found


def _position(line: Annotation) -> float:
    """The middle of its place among those of its sequence, or of all where the file does not say."""
    try:
        slot, slots = int(line.features["slot"]), int(line.features["total_slots"])
    except (KeyError, TypeError, ValueError):
        return 0.5
    return min(1.0, max(0.0, (slot - 0.5) / max(1, slots)))


def fit(gold: Sequence[GoldSets], *, features: Sequence[str] = FEATURES, seed: int = 0) -> Paraphrase:
    """Weights learnt from all these sets."""
    groups = [(comparisons(each.items, features), each.events) for each in gold]
    return Paraphrase.fit(groups, features=features, seed=seed)


def evaluate_clusters(
    gold: Sequence[GoldSets], *, features: Sequence[str] = FEATURES, cut: float = CUT, seed: int = 0
) -> ClusteringScore:
    """How well clusters agree with the gold sets; those of a scenario are made with weights learnt from the others."""
    if len({each.scenario for each in gold}) < 2:
        raise InputError("the gold sets must be of at least two scenarios, as those of one are learnt from the others")
    compared = [comparisons(each.items, features) for each in gold]
    total = CoreferenceScores()
    for scenario in dict.fromkeys(each.scenario for each in gold):
        groups = list(zip(gold, compared, strict=True))
        others = [(c, each.events) for each, c in groups if each.scenario != scenario]
        learnt = Paraphrase.fit(others, features=features, seed=seed)
        for each, own in groups:
            if each.scenario == scenario:
                total += evaluate_document(_sets(each.events), average_link(learnt.probabilities(own), cut))
    b_cubed = total.b_cubed
    sets = sum(len(set(each.events)) for each in gold)
    return ClusteringScore(sum(len(each.items) for each in gold), sets, b_cubed.precision, b_cubed.recall, b_cubed.f1)


def _sets(events: Sequence[str]) -> list[list[int]]:
    members: dict[str, list[int]] = defaultdict(list)
    for number, event in enumerate(events):
        members[event].append(number)
    return list(members.values())
