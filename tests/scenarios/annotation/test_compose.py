from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import UsageError
from tacit.scenarios.annotation.compose import LONGEST_NONE, compose
from tacit.scenarios.data import narrative_of
from tacit.scenarios.evaluate import segment_starts
from tacit.scenarios.inventory import load_inventory
from tacit.scenarios.task import Narrative

LABELS = load_inventory().labels[:8]


def text(number, label, length=3):
    return Narrative(f"{label}-{number}", tuple(f"{label} {place}." for place in range(length)), ((label,),) * length)


TEXTS = [text(number, label, 2 + number) for number in range(3) for label in LABELS]
STORIES = [
    Narrative(f"story-{number}", tuple(f"Story {number}, {place}." for place in range(20)), ((),) * 20)
    for number in range(4)
]


def test_texts_are_used_evenly_and_no_scenario_twice_in_a_document():
    documents = compose(TEXTS, segments=4, seed=1)
    assert len(documents) == 6
    used = Counter(name for document in documents for name in document.metadata["texts"])
    assert max(used.values()) <= 2
    assert len(used) >= 20  # of 24: at the end, the scenarios that are left may be too few
    for document in documents:
        labels = [passage.label for passage in document.layer("scenarios")]
        assert len(labels) == len(set(labels)) == 4


@given(st.integers(0, 1000), st.booleans(), st.integers(1, 8))
@settings(deadline=None, max_examples=25)
def test_boundaries_are_those_of_the_labels(seed, with_none, segments):
    [document] = compose(TEXTS, segments=segments, count=1, none=STORIES if with_none else (), seed=seed)
    narrative = narrative_of(document, load_inventory())
    assert segment_starts(narrative.labels) == list(document.metadata["starts"])
    assert len(document.metadata["starts"]) == (2 * segments - 1 if with_none else segments)
    assert " ".join(narrative.sentences) == document.text


def test_none_passages_stand_between_and_are_short():
    [document] = compose(TEXTS, segments=3, count=1, none=STORIES, seed=5)
    narrative = narrative_of(document, load_inventory())
    assert narrative.labels[0] and narrative.labels[-1]
    about_nothing = [sentence for sentence, gold in zip(narrative.sentences, narrative.labels) if not gold]
    assert len(about_nothing) == 2 * LONGEST_NONE
    assert all(sentence.startswith("Story") for sentence in about_nothing)


def test_the_same_seed_gives_the_same_documents():
    assert compose(TEXTS, seed=3, none=STORIES) == compose(TEXTS, seed=3, none=STORIES)
    assert compose(TEXTS, seed=3) != compose(TEXTS, seed=4)


def test_more_documents_than_texts_use_texts_again():
    assert len(compose(TEXTS, segments=8, count=10)) == 10


def test_texts_about_several_scenarios_have_no_place():
    mixed = Narrative("mixed", ("A.", "B."), ((LABELS[0],), (LABELS[1],)))
    names = {name for each in compose([*TEXTS, mixed], segments=2) for name in each.metadata["texts"]}
    assert "mixed" not in names


def test_too_few_scenarios_are_an_error():
    with pytest.raises(UsageError, match="the texts have 8"):
        compose(TEXTS, segments=9)
    with pytest.raises(UsageError, match="the texts have 0"):
        compose([], segments=1)
