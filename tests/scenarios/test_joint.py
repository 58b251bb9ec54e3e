"""The system `tacit`: its parts on hand-made evidence, and the shipped model on a few sentences of our own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import InputError, UsageError
from tacit.scenarios.inventory import Inventory, Scenario
from tacit.scenarios.layers import assigned
from tacit.scenarios.systems.joint import Joint
from tacit.scenarios.systems.joint.decoder import Durations, likeliest_path, marginals
from tacit.scenarios.systems.joint.evidence import JointEvidence, NothingJudge, Observed
from tacit.scenarios.systems.joint.passages import PHRASES_TOGETHER, event_passages
from tacit.scenarios.systems.joint.reading import JointSettings, _looked_closer
from tacit.scenarios.systems.joint.relations import Relations
from tacit.scenarios.systems.joint.vector_model import VectorModel
from tacit.scenarios.systems.joint.word_model import WordModel
from tacit.scenarios.task import NONE, Narrative
from tacit.scenarios.train import folder_of, load

TEA = (
    "I filled the kettle with water.",
    "When the kettle boiled I poured the water over the tea bag.",
    "I let the tea steep and added milk.",
)
CAKE = (
    "I mixed flour, sugar and eggs in a bowl.",
    "I poured the batter into a cake pan.",
    "I baked the cake in the oven and frosted it.",
)
NEWS = (
    "The minister announced new tariffs on imported steel.",
    "Shares of the company fell after the quarterly report.",
    "Analysts expect the central bank to raise rates.",
)
TEXTS = [
    *(Narrative(f"tea{n}", TEA[n:] + TEA[:n], (("making tea",),) * 3) for n in range(3)),
    *(Narrative(f"cake{n}", CAKE[n:] + CAKE[:n], (("baking a cake",),) * 3) for n in range(3)),
    *(Narrative(f"news{n}", NEWS[n:] + NEWS[:n], ((),) * 3) for n in range(3)),
]
OWN = Inventory([Scenario("making tea"), Scenario("baking a cake"), Scenario("preparing a feast")])


@pytest.fixture
def trained() -> Joint:
    return tiny()


def tiny() -> Joint:
    """Trained on so little that evidence is weak: segments change easily, None's words count in full, one is enough."""
    easily = JointSettings(stay=0.6, none_sharpness=1.4, focus=0.0, least_support=1)
    return Joint(OWN, settings=easily, encoding=False).fit(TEXTS, seed=3)


def lasting(sentences: int) -> Durations:
    return Durations.of(0.95, np.zeros(sentences, dtype=np.float32))


def first_labels(system: Joint, sentences: tuple[str, ...]) -> list[str]:
    [detection] = system.detect([Narrative("new", sentences)])
    return [ranking[0].label for ranking in detection.rankings]


def test_segments_and_none_are_found_together(trained: Joint) -> None:
    [detection] = trained.detect([Narrative("new", TEA + NEWS + CAKE)])
    found = [ranking[0].label for ranking in detection.rankings]
    assert found == ["making tea"] * 3 + [NONE] * 3 + ["baking a cake"] * 3
    assert detection.starts == (0, 3, 6)


def test_an_empty_text_has_no_segment(trained: Joint) -> None:
    [detection] = trained.detect([Narrative("empty", ())])
    assert (detection.rankings, detection.starts) == ((), ())


@given(sentences=st.lists(st.text(max_size=40), min_size=1, max_size=12).map(tuple))
@settings(max_examples=30, deadline=None)
def test_whatever_the_text_each_sentence_has_a_ranking_of_probabilities(sentences: tuple[str, ...]) -> None:
    [detection] = tiny().detect([Narrative("any", sentences)])
    assert len(detection.rankings) == len(sentences)
    assert detection.starts[0] == 0
    for ranking in detection.rankings:
        assert all(0 <= scored.probability <= 1 for scored in ranking)
        assert NONE in {scored.label for scored in ranking}


def test_what_was_saved_reads_the_same(trained: Joint, tmp_path: Path) -> None:
    trained.save(tmp_path / "model")
    again = Joint.load(tmp_path / "model")
    assert first_labels(again, TEA + CAKE) == first_labels(trained, TEA + CAKE)
    assert again.labels == trained.labels


def test_same_seed_same_bytes(trained: Joint, tmp_path: Path) -> None:
    trained.save(tmp_path / "one")
    tiny().save(tmp_path / "two")
    assert (tmp_path / "one" / "config.json").read_bytes() == (tmp_path / "two" / "config.json").read_bytes()
    with np.load(tmp_path / "one" / "weights.npz") as one, np.load(tmp_path / "two" / "weights.npz") as two:
        assert all(np.array_equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize("broken", [{"labels": ["only one"]}, {"settings": {"sharpnes": 1}}, {"labels": None}])
def test_a_broken_model_folder_is_one_error(trained: Joint, tmp_path: Path, broken: dict[str, object]) -> None:
    trained.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | broken))
    with pytest.raises(InputError, match=r"not a whole model|config\.json is damaged"):
        Joint.load(tmp_path)


def test_one_label_and_one_text_are_enough_to_train() -> None:
    system = Joint(OWN, encoding=False).fit(TEXTS[:1], seed=1)
    assert system.labels == ("making tea",)
    assert first_labels(system, TEA) == ["making tea"] * 3


def test_labels_outside_the_inventory_bring_an_inventory_of_their_own() -> None:
    texts = [Narrative("a", TEA, (("brewing",),) * 3), Narrative("b", CAKE, (("patisserie",),) * 3)]
    assert Joint(encoding=False).fit(texts).labels == ("brewing", "patisserie")


def test_a_scenario_can_be_added_by_phrases(trained: Joint) -> None:
    rocket = ("We counted down and launched the rocket.", "The rocket left the launch pad and its boosters fell away.")
    assert "launching a rocket" not in first_labels(trained, rocket)
    trained.add_scenario("launching a rocket", ["count down", "the rocket leaves the launch pad", "boosters fall away"])
    assert first_labels(trained, rocket) == ["launching a rocket"] * 2
    assert first_labels(trained, TEA) == ["making tea"] * 3
    with pytest.raises(UsageError, match="label of its own"):
        trained.add_scenario("making tea", [])


def test_an_untrained_system_says_so() -> None:
    with pytest.raises(UsageError, match="learnt nothing"):
        Joint().detect([Narrative("a", TEA)])


def test_a_weak_sentence_inside_a_segment_belongs_to_it() -> None:
    strong, weak = [2.0, -2.0, -2.0], [-0.5, -0.5, 0.2]
    evidence = np.array([strong, strong, weak, strong, strong])
    assert likeliest_path(evidence, lasting(5)) == [0] * 5


def test_an_opening_sentence_makes_a_boundary_likelier() -> None:
    evidence = np.array([[1.0, -1.0, -1.0], [0.0, 1.5, -1.0], [0.0, 1.5, -1.0]])
    openings = np.array([0.0, 4.0, -4.0], dtype=np.float32)
    assert likeliest_path(evidence, lasting(3)) != [0, 1, 1]
    assert likeliest_path(evidence, Durations.of(0.95, openings)) == [0, 1, 1]


def test_probabilities_of_states_sum_to_one() -> None:
    evidence = np.array([[1.0, 0.0, -1.0], [0.0, 3.0, -1.0], [-500.0, 2.0, 0.0]])
    assert np.allclose(marginals(evidence, lasting(3)).sum(1), 1)


def test_a_general_scenario_is_kept_beside_the_specific_one_that_stands_in_its_midst() -> None:
    relations = Relations({0: frozenset({1})})
    margins = np.array([0.2, -0.8, -1.0], dtype=np.float32)
    alone = relations.kept_beside(0, {0: 0.9, 1: 0.05, 2: 0.05}, margins, neighbours=[2])
    nested = relations.kept_beside(0, {0: 0.9, 1: 0.05, 2: 0.05}, margins, neighbours=[1])
    assert alone[1] < 0.1 < 0.5 < nested[1] < nested[0]
    assert nested[2] == alone[2] == 0.05


def test_the_shipped_model_reads_sentences_of_ours() -> None:
    assert folder_of("tacit").is_dir()
    story = (
        "I sat down in the dentist's chair and she put the little mirror in my mouth.",
        "The hygienist scraped and polished my teeth and told me to floss more.",
        "The dentist found a cavity and numbed my gum before drilling.",
        "I put two slices of bread in the toaster and pushed the lever down.",
        "When the toast popped up I spread butter and jam on it.",
    )
    [detection] = load().detect([Narrative("story", story)])
    found = [assigned(ranking) for ranking in detection.rankings]
    assert found[0][0] == found[1][0] == found[2][0] == "going to the dentist"
    assert "making toasted bread" in found[4]


HE, ME = "He went home with his dog and then he fed it.", "I went home with my dog and then I fed it."


def observed(sentences: tuple[str, ...], perspective: dict[str, float]) -> Observed:
    return Observed(evidence_with(perspective), sentences, None)


def evidence_with(perspective: dict[str, float]) -> JointEvidence:
    nothing = WordModel({}, np.zeros(0, np.float32), np.zeros((0, 1), np.float32), np.zeros(1, np.float32))
    words = {word: row for row, word in enumerate(perspective)}
    weights = np.array([[weight] for weight in perspective.values()], dtype=np.float32)
    told = WordModel(words, np.ones(len(words), np.float32), weights, np.zeros(1, np.float32))
    return JointEvidence(("a",), nothing, nothing, nothing, perspective=told)


def test_a_change_of_perspective_is_relative_to_the_narrative() -> None:
    he_means_others = {"he": 4.0, "i": -4.0}
    mixed = observed((ME, ME, HE, ME), he_means_others).change
    assert mixed[2] > 0 > mixed[0]
    throughout = observed((HE, HE, HE), he_means_others).change
    assert np.allclose(throughout, observed((ME, ME, ME), he_means_others).change)


def test_without_examples_of_other_perspectives_nothing_changes() -> None:
    assert not observed((ME, HE), {}).change.any()


def test_a_judge_weighs_best_margin_words_of_none_and_perspective() -> None:
    seen = observed((ME, HE), {"he": 4.0, "i": -4.0})
    spans = [(0, 1), (0, 2)]
    rows = seen.features(spans, np.array([[0.25], [0.5]], dtype=np.float32))
    assert rows[:, 0].tolist() == [0.25, 0.5]
    assert rows[1, 2] == pytest.approx(seen.change.mean())
    judge = NothingJudge((-2.0, 0.0, 0.0), 1.0)
    assert judge.log_odds(rows).tolist() == [0.5, 0.0]


def test_a_scenario_known_by_one_vector_wins_there_and_not_at_the_centre() -> None:
    centre = np.array([0.5, 0.5, 0.5], dtype=np.float32)
    model = VectorModel(centre, np.zeros((3, 1), np.float32), np.array([-0.9], dtype=np.float32))
    grown = model.with_outcome(np.array([1.0, 0.0, 0.0], dtype=np.float32))
    at_phrases, at_centre = grown.scores(np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.5]], dtype=np.float32))
    assert at_phrases[1] == pytest.approx(0.2, abs=1e-5)
    assert at_centre[1] == pytest.approx(-1.0, abs=1e-5)


@pytest.mark.models
def test_with_the_encoder_other_words_for_the_same_are_understood(tmp_path: Path) -> None:
    system = Joint(OWN).fit(TEXTS, seed=3)
    system.save(tmp_path)
    for each in (system, Joint.load(tmp_path)):
        assert best_scenario(each, "She prepared a cuppa with leaves from Ceylon.") == "making tea"
        assert best_scenario(each, "Grandma prepared a pastry with frosting.") == "baking a cake"


def best_scenario(system: Joint, sentence: str) -> str:
    [detection] = system.detect([Narrative("new", (sentence,))])
    return next(scored.label for scored in detection.rankings[0] if scored.label != NONE)


def test_many_event_phrases_stand_in_for_several_texts() -> None:
    phrases = tuple(f"step {number}" for number in range(20))
    passages = event_passages(Inventory([Scenario("doing a lot", events=phrases), Scenario("doing nothing")]))
    assert {passage.label for passage in passages} == {"doing a lot"}
    assert sorted(sentence for passage in passages for sentence in passage.sentences[1:]) == sorted(phrases)
    assert max(len(passage.sentences) for passage in passages) <= PHRASES_TOGETHER + 1


class Fits:
    """Evidence of four sentences, the first two for one scenario and the others for another."""

    labels = ("a", "b")
    opening = none = change = np.zeros(4, dtype=np.float32)

    def __init__(self, whole: float, part: float) -> None:
        self.whole, self.part = whole, part

    def __len__(self) -> int:
        return 4

    def margins(self, spans: list[tuple[int, int]]) -> np.ndarray:
        rows = [[-1.0, self.part] if start >= 2 else [self.part, -1.0] for start, _ in spans]
        return np.array([[self.whole, -1.0] if span == (0, 4) else row for span, row in zip(spans, rows, strict=True)])


@pytest.mark.parametrize(
    ("whole", "part", "expected"),
    [(0.2, 0.9, [0, 0, 0, 0]), (-0.8, 0.9, [0, 0, 1, 1]), (-0.8, -0.6, [2, 2, 2, 2])],
)
def test_what_no_scenario_fits_as_a_whole_is_looked_at_again(whole: float, part: float, expected: list[int]) -> None:
    assert _looked_closer([0, 0, 0, 0], Fits(whole, part), JointSettings()) == expected
