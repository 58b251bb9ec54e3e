"""The scores, worked by hand on five chains, and against the slow reference on random ones."""

from __future__ import annotations

import random
from math import log2

import pytest
from schemas.random_chains import random_chains, random_options
from schemas.reference import Reference, type_score

from tacit.schemas.features.growth import GrowingChain
from tacit.schemas.features.scores import Scores
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.task import Slot

ROB, FLEE, BARK = Slot("rob", "SUBJ"), Slot("flee", "SUBJ"), Slot("bark", "SUBJ")
ARREST, ARRESTER = Slot("arrest", "OBJ"), Slot("arrest", "SUBJ")
UNKNOWN = Slot("sing", "SUBJ")

# Counted alone: rob 2, flee 3, arrested 3, arresting 1, bark 1, together 10.
# Counted in pairs: rob-flee 1, rob-arrest 2, flee-arrest 2, bark-flee 1, together 6.
CHAINS = [
    ("man", [ROB, FLEE, ARREST]),
    ("man", [ROB, ARREST, ROB]),
    ("woman", [FLEE, ARREST]),
    ("dog", [BARK, FLEE]),
    ("officer", [ARRESTER]),
]


def scores(**options: object) -> Scores:
    return Scores(Totals.from_chains(CHAINS), GrowthOptions(**options))  # type: ignore[arg-type]


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-9, rel=0)


def test_verbs_stand_by_frequency_then_alphabetically() -> None:
    assert scores().verbs == ["arrest", "flee", "rob", "bark"]
    assert scores().frequency.tolist() == [4, 3, 2, 1]
    assert [scores().slots[number] for number in scores().slot_numbers(0)] == [ARRESTER, ARREST]
    assert (scores().count(FLEE), scores().count(UNKNOWN)) == (3, 0)


def test_pmi_by_hand() -> None:
    assert scores().pmi(ROB, ARREST) == close(log2((2 / 6) / ((2 / 10) * (3 / 10))))
    assert scores().pmi(FLEE, ROB) == scores().pmi(ROB, FLEE) == close(log2((1 / 6) / ((2 / 10) * (3 / 10))))
    assert scores().pmi(FLEE, BARK) == close(log2((1 / 6) / ((3 / 10) * (1 / 10))))


@pytest.mark.parametrize("pair", [(ROB, BARK), (ROB, UNKNOWN), (UNKNOWN, ROB), (ROB, ROB), (ARRESTER, ARREST)])
def test_pmi_is_zero_where_a_term_is(pair: tuple[Slot, Slot]) -> None:
    assert scores().pmi(*pair) == 0.0


def test_the_discount_by_hand() -> None:
    assert scores(discount=True).pmi(ROB, ARREST) == close(log2(50 / 9) * (2 / 3) * (2 / 3))


def test_type_scores_by_hand() -> None:
    assert type_score(scores(), ROB, ARREST, "man") == close(1.0)
    assert type_score(scores(type_weight=0.5), ARREST, ROB, "man") == close(0.5)
    assert type_score(scores(), FLEE, ARREST, "woman") == close(0.0)
    for pair, kind in [((FLEE, ARREST), "dog"), ((ROB, BARK), "man"), ((ROB, ARREST), "cat"), ((ROB, UNKNOWN), "man")]:
        assert type_score(scores(), *pair, kind) == -1.0


def test_chain_similarity_by_hand() -> None:
    similarity = scores().chain_similarity
    assert similarity([ROB], ARREST) == close(log2(50 / 9) + 1)
    # As a man: L(arrest, rob) + L(arrest, flee) + L(rob, flee) = 1 + 0 + 0.
    assert similarity([ROB, FLEE], ARREST) == close(log2(50 / 9) + log2(100 / 27) + 1)
    # Never seen with the slot: nothing is added, and inside the chain there is no pair.
    assert similarity([ROB], BARK) == close(0.0)
    # As a man: 1 for rob, nothing for bark, and −1 as rob and bark were never seen with a man.
    assert similarity([ROB, BARK], ARREST) == close(log2(50 / 9) + 1 - 1)
    # As a man 0 − 1, as a dog −1 + 0.
    assert similarity([FLEE, BARK], ROB) == close(log2(25 / 9) - 1)
    assert similarity([ROB, ARREST], UNKNOWN) == close(1.0)
    assert similarity([ROB, UNKNOWN], ARREST) == close(log2(50 / 9) + 1 - 1)


def test_chain_similarity_without_types_is_the_sum_of_pmi() -> None:
    assert scores(typed=False).chain_similarity([ROB, FLEE], ARREST) == close(log2(50 / 9) + log2(100 / 27))
    assert scores(typed=False).chain_similarity([ROB, BARK], UNKNOWN) == 0.0


def test_narrative_similarity_by_hand() -> None:
    assert scores().narrative_similarity([[ROB], [FLEE]], "arrest") == close(0.3 + log2(50 / 9) + 1)
    assert scores(beta=0.1).narrative_similarity([[ROB], [FLEE]], "arrest") == close(0.1 + log2(50 / 9) + 1)
    assert scores().narrative_similarity([[ROB]], "bark") == close(0.3)
    assert scores().narrative_similarity([[BARK]], "arrest") == close(2 * 0.3)
    assert scores().narrative_similarity([], "arrest") == close(2 * 0.3)
    assert scores().narrative_similarity([[ROB]], "sing") == 0.0


def test_type_counts_are_those_of_linked_slots() -> None:
    assert scores().type_counts([ROB, FLEE, ARREST]) == {"man": 4.0, "woman": 1.0}
    assert scores().type_counts([BARK]) == {"dog": 1.0}
    assert scores().type_counts([ARRESTER]) == {}


@pytest.mark.parametrize("seed", range(30))
def test_scores_are_those_of_the_slow_reference(seed: int) -> None:
    chains, options = random_chains(seed), random_options(seed)
    fast, slow = Scores(Totals.from_chains(chains), GrowthOptions(**options)), Reference(chains, **options)
    if not slow.types:
        return
    chance = random.Random(seed)
    for _ in range(20):
        some = [chance.sample(fast.slots, chance.randint(1, min(5, len(fast.slots)))) for _ in range(3)]
        slot, verb = chance.choice(fast.slots), chance.choice(fast.verbs)
        assert fast.pmi(some[0][0], slot) == close(slow.pmi(some[0][0], slot))
        assert fast.chain_similarity(some[0], slot) == close(slow.chain_similarity(some[0], slot))
        assert fast.narrative_similarity(some, verb) == close(slow.narrative_similarity(some, verb))


def test_a_chain_that_grew_scores_like_one_made_at_once() -> None:
    fast = scores()
    grown = GrowingChain(fast, [fast.slot_number[ROB]])
    before = grown.similarity(fast.slot_number[ARREST])
    grown.add(fast.slot_number[FLEE])
    assert before == close(fast.chain_similarity([ROB], ARREST))
    assert grown.similarity(fast.slot_number[ARREST]) == close(fast.chain_similarity([ROB, FLEE], ARREST))
