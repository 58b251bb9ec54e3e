"""Cloze: chains of a corpus, questions, and models that answer them."""

from collections import Counter
from dataclasses import replace
from math import log, log2
from statistics import fmean

import numpy as np
import pytest
from pytest import approx
from schemas.made_corpus import KINDS, make_corpus, stories
from schemas.made_schemas import slots
from scipy import sparse

from tacit.cloze.data import gaps, questions, read_chains, split
from tacit.cloze.evaluate import choose, contributions, rank
from tacit.cloze.systems.bigram import Bigram
from tacit.cloze.systems.chain_similarity import ChainSimilarity
from tacit.cloze.systems.frequency import Frequency
from tacit.cloze.systems.pmi import PMI
from tacit.cloze.systems.tacit.combined import VIEWS, Combined, _low_rank
from tacit.cloze.task import ClozeQuestion, ClozeSystem, EventChain, Gap
from tacit.corpus import Corpus
from tacit.corpus.manifest import write_table
from tacit.corpus.tables import COLUMNS, parquet
from tacit.errors import InputError
from tacit.schemas.features.counts import STOP_VERBS
from tacit.schemas.task import Slot

CRIME = slots("rob SUBJ", "flee SUBJ", "arrest OBJ", "charge OBJ", "sentence OBJ")
MUSIC = slots("sing SUBJ", "dance SUBJ", "play SUBJ", "cheer OBJ", "praise OBJ")


def towns(number: int) -> list[EventChain]:
    """Chains of crime and music in turn, each without one of its events."""
    chains = []
    for place in range(number):
        kind, events = (("man", CRIME), ("singer", MUSIC))[place % 2]
        chains.append(EventChain(f"d{place}", kind, events[: place % 5] + events[place % 5 + 1 :]))
    return chains


def place(system: ClozeSystem, name: str) -> int:
    return system.events[slots(name)[0]]


def test_chains_of_a_corpus_are_filtered_and_have_each_slot_once(tmp_path):
    corpus = Corpus(make_corpus(tmp_path, stories(2), KINDS))
    chains = read_chains(corpus, stop_verbs=STOP_VERBS)
    assert chains[0] == EventChain("story-0", "man", slots("rob SUBJ", "flee SUBJ", "arrest OBJ"))
    assert {chain.type for chain in chains} == {"man", "officer", "bank", "woman", "crowd"}
    crime = read_chains(corpus, where="section = 'crime'", minimum_mentions=5)
    assert [chain.type for chain in crime] == ["man", "officer"]
    assert slots("say SUBJ")[0] in crime[0].slots


def test_slots_of_one_event_have_a_fixed_order(tmp_path):
    folder = make_corpus(tmp_path, stories(1), KINDS)
    slots_of_event = [("PREP", "to"), ("OBJ", ""), ("SUBJ", "")]
    rows = [("story-0", 0, "man", 5, event, "give", *slot) for event in (0, 1) for slot in slots_of_event]
    write_table(folder, "chains", f"{0:016x}", parquet(COLUMNS["chains"], rows))
    (chain,) = read_chains(Corpus(folder))
    assert chain.slots == slots("give SUBJ", "give OBJ", "give PREP")


def test_split_keeps_documents_whole_and_does_not_depend_on_the_rest():
    chains = [EventChain(f"d{n % 40}", "man", CRIME) for n in range(120)]
    train, test = split(chains, 0.25, seed=3)
    assert len(train) + len(test) == 120
    assert not {chain.document for chain in train} & {chain.document for chain in test}
    assert 4 <= len({chain.document for chain in test}) <= 18
    tested = {chain.document for chain in test}
    some = split(chains[:30], 0.25, seed=3)[1]
    assert [chain.document for chain in some] == [c.document for c in chains[:30] if c.document in tested]


def test_questions_hold_the_right_event_once_and_none_of_the_chain():
    asked = questions(towns(40), seed=1, minimum_events=3)
    assert len(asked) == 40
    for question in asked:
        assert len(set(question.choices)) == 5
        assert not set(question.choices) & set(question.gap.context)
    assert asked == questions(towns(40), seed=1, minimum_events=3)
    assert asked != questions(towns(40), seed=2, minimum_events=3)
    assert {question.answer for question in asked} == set(range(5))


def test_a_chain_that_is_too_short_is_not_asked():
    assert list(gaps([EventChain("d", "man", CRIME[:2])], 1, minimum_events=3)) == []
    with pytest.raises(InputError, match="no chain is long enough"):
        choose(Frequency(), [])
    with pytest.raises(InputError, match="too few different events"):
        questions([EventChain("d", "man", CRIME)], 1, minimum_events=3)


def test_chains_of_one_document_are_right_and_wrong_together():
    asked = questions([replace(chain, document=f"d{n % 3}") for n, chain in enumerate(towns(7))], 1, minimum_events=3)
    accuracy = contributions(asked, [1, 0, 1, 1, 0, 0.5, 1])["accuracy"]
    assert [each.tolist() for each in accuracy.documents] == [[[3, 3]], [[0, 2]], [[1.5, 2]]]
    assert accuracy.of_all() == approx(4.5 / 7)


def test_pmi_by_hand():
    a, b, c = slots("a SUBJ", "b SUBJ", "c SUBJ")
    system = PMI(discount=False)
    system.fit([EventChain("1", "", (a, b)), EventChain("2", "", (a, b)), EventChain("3", "", (a, c))])
    scores = system.scores(Gap((a,), (), ""))
    # P(a,b) = 2/3, P(a,c) = 1/3; P(a) = 3/6, P(b) = 2/6, P(c) = 1/6
    assert scores[place(system, "b SUBJ")] == approx(log2((2 / 3) / (3 / 6 * 2 / 6)))
    assert scores[place(system, "c SUBJ")] == approx(log2((1 / 3) / (3 / 6 * 1 / 6)))
    discounted = PMI()
    discounted.fit([EventChain("1", "", (a, b)), EventChain("2", "", (a, b)), EventChain("3", "", (a, c))])
    assert discounted.scores(Gap((a,), (), ""))[place(system, "b SUBJ")] == approx(log2(4) * 2 / 3 * 2 / 3)


def test_bigrams_have_a_direction():
    a, b, c = slots("a SUBJ", "b SUBJ", "c SUBJ")
    system = Bigram()
    system.fit([EventChain(str(n), "", (a, b, c)) for n in range(5)])
    after_a = system.scores(Gap((a,), (), ""))
    assert after_a[place(system, "b SUBJ")] == approx(log(1 + 5 / 0.1))
    assert after_a[place(system, "a SUBJ")] == 0
    before_c = system.scores(Gap((), (c,), ""))
    assert before_c[place(system, "b SUBJ")] > before_c[place(system, "c SUBJ")]


@pytest.mark.parametrize("model", [PMI, Bigram, ChainSimilarity, Combined])
def test_models_of_context_beat_frequency_on_two_clean_topics(model):
    train, test = split(towns(400), 0.2, seed=1)
    asked = questions(test, seed=1, minimum_events=3)
    frequency, system = Frequency(), model()
    for one in (frequency, system):
        one.fit(train)
    # often one wrong choice is of the same topic and fits as well as the right one
    assert fmean(choose(system, asked)) > 0.6 > 0.4 > fmean(choose(frequency, asked))
    hidden = list(gaps(test, seed=1, minimum_events=3))
    assert rank(system, hidden)["mean_rank"] < rank(frequency, hidden)["mean_rank"]


def test_places_select_from_all_scores():
    system = Combined()
    system.fit(towns(100))
    gap = Gap(CRIME[:2], CRIME[3:], "man")
    assert system.scores(gap, [3, 0]) == approx(system.scores(gap)[[3, 0]])


def test_unknown_words_break_nothing():
    system = Combined()
    system.fit(towns(100))
    strange = Gap(slots("xyzzy SUBJ"), (), "unheard of")
    assert np.isfinite(system.scores(strange)).all()
    assert rank(system, [(strange, Slot("plugh", "OBJ"))])["mean_rank"] == len(system.events) + 1


def test_too_few_events_to_learn_weights_from_weigh_all_views_alike():
    system = Combined()
    system.fit([EventChain(f"d{n}", "man", CRIME) for n in range(30)])
    assert system.weights_.tolist() == [1.0] * len(VIEWS)
    assert np.isfinite(system.scores(Gap(CRIME[:2], CRIME[3:], "man"))).all()


def test_few_dimensions_repeat_where_the_start_must_be_drawn_again():
    ring = sparse.csr_matrix(np.roll(np.eye(40), 1, 0) + np.roll(np.eye(40), -1, 0))  # the start is an eigenvector
    assert np.array_equal(_low_rank(ring, 5), _low_rank(ring, 5))


class Stubborn(ClozeSystem):
    """Finds all events equally good."""

    name = "stubborn"

    def fit(self, chains):
        self.events = {slot: number for number, slot in enumerate(CRIME + MUSIC)}

    def scores(self, gap, places=slice(None)):
        return np.zeros(len(self.events))[places]


def test_ties_are_no_gain():
    system = Stubborn()
    system.fit([])
    question = ClozeQuestion(Gap(CRIME[:2], (), "man"), (*MUSIC[:4], CRIME[2]), 4)
    assert choose(system, [question]) == [approx(0.2)]
    # eight events are left when the two of the chain are not counted
    assert rank(system, [(Gap(CRIME[:2], (), "man"), CRIME[2])])["mean_rank"] == 4.5


def test_fit_does_not_depend_on_the_order_of_chains():
    one, other = PMI(), PMI()
    one.fit(towns(50))
    other.fit(towns(50)[::-1])
    gap = Gap(CRIME[:2], (), "man")
    assert one.events == other.events
    assert one.scores(gap) == approx(other.scores(gap))
    assert Counter(one.events) == Counter(other.events)
