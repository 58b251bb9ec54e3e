from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripts.made_scripts import LetterEncoder

from tacit.backbones import encoder
from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.language.coreference.metrics import evaluate_document
from tacit.scripts import paraphrase_sets
from tacit.scripts.clustering import average_link, cluster
from tacit.scripts.paraphrase import FEATURES, Described, Paraphrase, comparisons
from tacit.scripts.paraphrase_sets import GoldSets, evaluate_clusters, read_gold
from tacit.scripts.task import EventMention, Form


@pytest.fixture(autouse=True)
def letters(monkeypatch):
    monkeypatch.setattr(encoder, "load", LetterEncoder)


def described(phrase, position=0.0, *texts):
    return Described(Form(*phrase.split()), position, frozenset(texts or {0}))


def gold(scenario, **events):
    """Two scenarios of these have the same wordings for each event, told by different texts."""
    items, names = [], []
    for place, (event, phrases) in enumerate(events.items()):
        for number, phrase in enumerate(phrases):
            items.append(described(phrase, place / len(events), number))
            names.append(event)
    return GoldSets(scenario, tuple(items), tuple(names))


TEA = gold("making tea", boil=["boil water"] * 4, pour=["pour tea"] * 4, drink=["drink tea"] * 3)
HENS = gold("feeding chickens", scatter=["scatter grain"] * 4, count=["count hens"] * 5, lock=["lock door"] * 3)


def test_comparisons_are_as_named():
    items = [described("boil water", 0.0, 1, 2), described("boil milk", 0.5, 2), described("leave", 1, 3)]
    compared = comparisons(items)
    first = dict(zip(FEATURES, compared[0, 1], strict=True))
    assert (first["same_verb"], first["same_noun"], first["distance"], first["same_text"]) == (1, 0, 0.5, 1)
    assert 0 < first["phrase"] < 1
    assert dict(zip(FEATURES, compared[0, 2], strict=True))["same_text"] == 0
    assert np.allclose(compared, compared.transpose(1, 0, 2))


def test_weights_learnt_on_one_scenario_cluster_another():
    learnt = Paraphrase.fit([(comparisons(HENS.items), HENS.events)])
    found = cluster(TEA.items, learnt, cut=0.5)
    assert {frozenset(TEA.events[item] for item in members) for members in found} == {
        frozenset({"boil"}), frozenset({"pour"}), frozenset({"drink"})}  # fmt: skip
    probabilities = learnt.probabilities(comparisons(TEA.items))
    assert np.allclose(probabilities, probabilities.T)
    assert np.allclose(np.diag(probabilities), 1)


def test_evaluation_learns_from_other_scenarios_only():
    score = evaluate_clusters([TEA, HENS], cut=0.5)
    assert (score.n, score.sets, score.b_cubed_f1) == (23, 6, 1)
    with pytest.raises(InputError, match="at least two scenarios"):
        evaluate_clusters([TEA, TEA])


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 7).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n)] * 2)))
def test_b_cubed_is_that_of_its_definition(partitions):
    """Bagga and Baldwin 1998: the mean over items of how much of an item's cluster is right."""
    wanted, found = partitions
    items = range(len(wanted))

    def mean_overlap(one, other):
        shared = [(one[i] == one[j]) and (other[i] == other[j]) for i, j in product(items, items)]
        own = [one[i] == one[j] for i, j in product(items, items)]
        size = len(wanted)
        return sum(sum(shared[i * size : (i + 1) * size]) / sum(own[i * size : (i + 1) * size]) for i in items) / size

    def sets(labels):
        return [[i for i in items if labels[i] == label] for label in sorted(set(labels))]

    score = evaluate_document(sets(wanted), sets(found)).b_cubed
    assert score.recall == pytest.approx(mean_overlap(wanted, found))
    assert score.precision == pytest.approx(mean_overlap(found, wanted))


def test_small_and_clear_cases():
    assert average_link(np.eye(1), 0.5) == [[0]]
    assert cluster([], Paraphrase({})) == []
    assert average_link(np.eye(3), 0.5) == [[0], [1], [2]]
    assert average_link(np.ones((3, 3)), 0.5) == [[0, 1, 2]]


def test_gold_sets_are_read_without_what_is_in_none(monkeypatch):
    text = "fill the kettle\nput the kettle on\nthink of Ann"
    lines = [(0, 15, "boil", 1), (16, 33, "boil", 2), (34, 46, "RelNScrEv", 3)]
    marks = [
        Annotation.of(a, b, name, source="descript", script="7", slot=str(slot), total_slots="3")
        for a, b, name, slot in lines
    ]
    document = Document(text, metadata={"scenario": "x/making tea"}, layers=[Layer("paraphrases", marks)])
    told = [(mark, EventMention(Form("a", "b"), Span(mark.start, mark.end))) for mark in marks]
    monkeypatch.setattr(paraphrase_sets, "read_lines", lambda documents, layer: [(document, told)])
    [sets] = read_gold([document])
    assert sets.scenario == "making tea"
    assert sets.events == ("boil", "boil")
    assert [item.position for item in sets.items] == pytest.approx([1 / 6, 1 / 2])
    assert sets.items[0].phrase == "fill the kettle"
    monkeypatch.setattr(paraphrase_sets, "read_lines", lambda documents, layer: [])
    with pytest.raises(InputError, match="no gold sets"):
        read_gold([])
