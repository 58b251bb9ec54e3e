"""The germinators against the slow reference, on random small corpora, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from schemas.random_chains import random_chains, random_options
from schemas.reference import Reference

from tacit.errors import UsageError
from tacit.schemas.features.scores import Scores
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions, preset
from tacit.schemas.systems.germinators import GERMINATORS, germinator_named
from tacit.schemas.task import Slot


@pytest.mark.parametrize("germinator", GERMINATORS)
@pytest.mark.parametrize("seed", range(50))
def test_grows_what_the_slow_reference_grows(germinator: str, seed: int) -> None:
    chains, options = random_chains(seed), random_options(seed)
    grown = germinator_named(germinator, GrowthOptions(**options)).fit(chains).schemas_
    expected = getattr(Reference(chains, **options), germinator.replace("-", "_"))()
    assert [(list(schema.events), [list(chain.slots) for chain in schema.chains]) for schema in grown] == expected


@pytest.mark.parametrize("seed", range(10))
def test_grows_what_the_reference_grows_with_the_paper_preset(seed: int) -> None:
    chains = random_chains(1000 + seed)
    reference = Reference(chains, seed=GrowthOptions().seed)
    for germinator in GERMINATORS:
        events = germinator_named(germinator, preset("paper")).events(Totals.from_chains(chains))
        assert events == [schema[0] for schema in getattr(reference, germinator.replace("-", "_"))()]


def test_the_program_joins_the_best_schema_and_looks_at_types_that_a_slot_was_seen_with() -> None:
    options = preset("program")
    assert (options.best_only, options.as_program, options.joining) == (True, True, 0.6)
    assert (preset("paper").best_only, preset("paper").as_program, preset("paper").joining) == (False, False, 0.3)
    chains = [("man", [Slot("rob", "SUBJ"), Slot("flee", "SUBJ")])] * 8
    chains += [("dog", [Slot("bark", "SUBJ"), Slot("rob", "OBJ")]), ("dog", [Slot("bark", "OBJ"), Slot("sit", "SUBJ")])]
    together = [[Slot("rob", "SUBJ"), Slot("flee", "SUBJ")], [Slot("rob", "OBJ")]]
    paper, program = (Scores(Totals.from_chains(chains), preset(name)) for name in ("paper", "program"))
    # What rob and flee share (log2 8 = 3) is no merit of bark, which neither was seen with and which no man fills.
    assert paper.chain_similarity(together[0], Slot("bark", "OBJ")) == pytest.approx(3)
    assert program.chain_similarity(together[0], Slot("bark", "OBJ")) == pytest.approx(-1)
    seen = program.chain_similarity(together[1], Slot("bark", "SUBJ"))
    assert seen == pytest.approx(paper.chain_similarity(together[1], Slot("bark", "SUBJ")))
    assert seen > 3
    assert paper.narrative_similarity(together, "bark") == pytest.approx(seen + 3)
    assert program.narrative_similarity(together, "bark") == pytest.approx(seen + 0.3)


THREE = [Slot("rob", "SUBJ"), Slot("flee", "SUBJ"), Slot("hide", "SUBJ")]
ROBBERIES = [*[("man", THREE)] * 8, ("man", [Slot("bark", "SUBJ"), Slot("rob", "OBJ")])]


def test_the_program_does_not_count_a_chain_that_a_verb_was_not_seen_with() -> None:
    together = [THREE, [Slot("rob", "OBJ")]]
    paper, program = (Scores(Totals.from_chains(ROBBERIES), preset(name)) for name in ("paper", "program"))
    held, seen = (program.chain_similarity(chain, Slot("bark", "SUBJ")) for chain in together)
    assert held == pytest.approx(9)  # 3 log2 8: men fill all three, and men bark as well
    assert seen < held
    assert paper.narrative_similarity(together, "bark") == pytest.approx(held)
    assert program.narrative_similarity(together, "bark") == pytest.approx(seen)
    assert program.narrative_similarity(together[:1], "bark") == pytest.approx(0.3)


@pytest.mark.parametrize("name", ["paper", "program"])
def test_linear_induction_scores_a_verb_by_the_chains_that_its_preset_counts(name: str) -> None:
    [schema] = germinator_named("linear", preset(name)).fit(ROBBERIES).schemas_
    assert set(schema.events) == {"rob", "flee", "hide", "bark"}
    assert schema.events[-1] == "bark"
    expected = Scores(Totals.from_chains(ROBBERIES), preset(name)).narrative_similarity(
        [THREE, [Slot("rob", "OBJ")]], "bark"
    )
    assert schema.scores[-1] == pytest.approx(expected)


STORY = [
    ("man", [Slot("rob", "SUBJ"), Slot("flee", "SUBJ"), Slot("arrest", "OBJ")]),
    ("man", [Slot("rob", "SUBJ"), Slot("arrest", "OBJ"), Slot("try", "OBJ")]),
    ("woman", [Slot("sing", "SUBJ"), Slot("dance", "SUBJ")]),
    ("dog", [Slot("bark", "SUBJ"), Slot("bite", "SUBJ"), Slot("feed", "OBJ")]),
]


def test_counter_training_keeps_the_stories_apart() -> None:
    schemas = germinator_named("counter-training").fit(STORY * 3).schemas_
    by_seed = {schema.events[0]: set(schema.events) for schema in schemas}
    assert by_seed["rob"] == {"rob", "arrest", "try", "flee"}
    assert by_seed["sing"] == {"sing", "dance"}


def test_a_schema_says_scores_chains_types_and_attested_slots() -> None:
    scores = Scores(Totals.from_chains(STORY * 3))
    grown = germinator_named("counter-training").fit(STORY * 3).schemas_
    schema = next(schema for schema in grown if schema.events[0] == "sing")
    assert schema.chains[0].slots == (Slot("sing", "SUBJ"), Slot("dance", "SUBJ"))
    assert schema.chains[0].types == {"woman": 1.0}
    assert schema.attested == schema.chains[0].slots
    assert schema.scores[0] == pytest.approx(0.3)
    assert schema.scores[1] == pytest.approx(scores.narrative_similarity([[Slot("sing", "SUBJ")]], "dance"))


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("germinator", GERMINATORS)
def test_a_verb_that_joins_scores_its_narsim(germinator: str, typed: bool) -> None:
    options, chains = GrowthOptions(typed=typed), random_chains(7)
    scores = Scores(Totals.from_chains(chains), options)
    for schema in germinator_named(germinator, options).fit(chains).schemas_:
        seed = scores.verb_number[schema.events[0]]
        started = [[scores.slots[number]] for number in scores.slot_numbers(seed)]
        for verb, score in list(zip(schema.events, schema.scores, strict=True))[1:2]:
            assert score == pytest.approx(scores.narrative_similarity(started, verb), abs=1e-9)


def test_given_seed_verbs_start_the_schemas() -> None:
    totals = Totals.from_chains(STORY)
    for germinator in GERMINATORS:
        grown = germinator_named(germinator, GrowthOptions(seed_verbs=("sing", "bark", "sing"))).events(totals)
        assert [events[0] for events in grown] == ["sing", "bark"], germinator
        assert "dance" in grown[0] or germinator == "random-walker"


@pytest.mark.parametrize("germinator", GERMINATORS)
def test_seed_verbs_that_do_not_occur_are_named(germinator: str) -> None:
    with pytest.raises(UsageError, match="no counted chain has the seed verbs marry, divorce"):
        germinator_named(germinator, GrowthOptions(seed_verbs=("marry", "rob", "divorce"))).events(
            Totals.from_chains(STORY)
        )


def test_the_walk_depends_on_the_seed_only() -> None:
    totals = Totals.from_chains(STORY * 2)
    walks = [germinator_named("random-walker", GrowthOptions(seed=seed)).events(totals) for seed in (1, 1, 2)]
    assert walks[0] == walks[1] != walks[2]


def test_a_walk_survives_weights_too_great_for_a_number() -> None:
    totals = Totals.from_chains([("man", [Slot("rob", "SUBJ"), Slot("flee", "SUBJ")])] * 4 + STORY)
    events = germinator_named("random-walker", GrowthOptions(type_weight=5000.0, number=1)).events(totals)
    assert len(events[0]) == 6 and events[0][1] in ("rob", "flee")
    assert np.isfinite(
        Scores(totals, GrowthOptions(type_weight=5000.0)).narrative_similarity([[STORY[0][1][0]]], "flee")
    )


def test_an_unknown_germinator_is_named() -> None:
    with pytest.raises(UsageError, match="there is no germinator 'magic'; there are linear, "):
        germinator_named("magic", GrowthOptions()).events(Totals.from_chains(STORY))
    with pytest.raises(UsageError, match="there is no preset 'magic'; there are paper, program, original"):
        preset("magic")


@pytest.mark.parametrize(
    "bad", [{"size": 0}, {"number": 0}, {"type_weight": -1.0}, {"beta": float("nan")}, {"seed": -1}]
)
def test_options_that_mean_nothing_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        GrowthOptions(**bad)
