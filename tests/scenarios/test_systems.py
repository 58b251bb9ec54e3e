from __future__ import annotations

import json
import shutil
from math import inf, log
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tacit.errors import InputError, TacitError, UsageError
from tacit.scenarios import NONE, Detection, Narrative, Scored
from tacit.scenarios.features.bank import BankTraining
from tacit.scenarios.features.topics import TopicRecipe
from tacit.scenarios.metrics import LabelCounts
from tacit.scenarios.systems.held_out import best_threshold, held_out_documents, split
from tacit.scenarios.systems.random_tfidf import RandomTfIdf
from tacit.scenarios.systems.segmented import SegmentedSystem, entropies, with_none
from tacit.scenarios.systems.sent_maj import SentenceMajority
from tacit.scenarios.systems.sent_tfidf import SentenceTfIdf
from tacit.scenarios.systems.tt_tfidf import TopicTilingTfIdf
from tacit.systems import systems

SENTENCES = {
    "making tea": ["The kettle boiled.", "I poured the tea into a cup.", "The tea was hot.", "I filled the kettle."],
    "riding a bus": ["The bus stopped.", "The driver sold me a ticket.", "I sat in the bus.", "The driver braked."],
    "baking a cake": ["I kneaded the dough.", "The oven was hot.", "Flour covered the dough.", "I opened the oven."],
}
NOTHING = ["Snow fell on the mountain.", "A letter arrived.", "The senate voted.", "Birds crossed the river."]
QUICK = BankTraining(hidden=8, epochs=40, batch_size=8, rate=0.02)


def text(id: str, label: str, shift: int = 0) -> Narrative:
    sentences = SENTENCES[label]
    return Narrative(id, tuple(sentences[shift:] + sentences[:shift]), ((label,),) * len(sentences))


def training_texts() -> list[Narrative]:
    about = [text(f"{label} {number}", label, number % 4) for number in range(8) for label in SENTENCES]
    return [*about, *(Narrative(f"nothing {n}", tuple(NOTHING), ((),) * len(NOTHING)) for n in range(3))]


def mixed_text() -> Narrative:
    tea, bus = text("", "making tea"), text("", "riding a bus")
    return Narrative(
        "mixed", (*tea.sentences, *NOTHING, *bus.sentences), (*tea.labels, *[()] * len(NOTHING), *bus.labels)
    )


def quick(kind: type[SegmentedSystem]) -> SegmentedSystem:
    if kind is TopicTilingTfIdf:
        return TopicTilingTfIdf(
            training=QUICK, topics=TopicRecipe(topics=5, iterations=50, most_texts=1.0), cache=False
        )
    return kind(training=QUICK, cache=False)


CLASSIFYING = pytest.mark.parametrize("kind", [SentenceTfIdf, RandomTfIdf, TopicTilingTfIdf])


def test_the_majority_is_the_scenario_of_most_sentences(tmp_path: Path) -> None:
    system = SentenceMajority().fit([*training_texts(), text("one more", "baking a cake")])
    system.save(tmp_path)
    for one in (system, SentenceMajority.load(tmp_path)):
        [detection] = one.detect([mixed_text()])
        assert detection.starts == (0,)
        assert len(detection.rankings) == len(mixed_text())
        assert {ranking[0].label for ranking in detection.rankings} == {"baking a cake"}
        assert sum(scored.probability for scored in detection.rankings[0]) == pytest.approx(1)


@pytest.mark.models
@CLASSIFYING
def test_passages_are_told_apart_and_models_round_trip(kind: type[SegmentedSystem], tmp_path: Path) -> None:
    system = quick(kind).fit(training_texts(), seed=1)
    texts = [*(text(label, label) for label in SENTENCES), mixed_text()]
    found = system.detect(texts)
    for label, detection in zip(SENTENCES, found, strict=False):
        named = [next(scored.label for scored in ranking if scored.label != NONE) for ranking in detection.rankings]
        assert named.count(label) >= 3
        assert NONE in {scored.label for scored in detection.rankings[0]}
    system.save(tmp_path)
    again = kind.load(tmp_path).detect(texts)
    assert [detection.starts for detection in again] == [detection.starts for detection in found]
    for one, other in zip(found, again, strict=True):
        for ranking, loaded in zip(one.rankings, other.rankings, strict=True):
            assert ranking[0].label == loaded[0].label
            assert ranking[0].probability == pytest.approx(loaded[0].probability, abs=0.01)


@pytest.mark.models
@CLASSIFYING
def test_the_same_seed_finds_the_same(kind: type[SegmentedSystem]) -> None:
    one, other = (quick(kind).fit(training_texts(), seed=4).detect([mixed_text()]) for _ in range(2))
    assert one == other


@pytest.mark.models
@CLASSIFYING
def test_any_text_and_any_labelled_training_set_will_do(kind: type[SegmentedSystem]) -> None:
    one_each = [text(label, label) for label in SENTENCES]
    system = quick(kind).fit(one_each)
    empty, word, odd = system.detect(
        [Narrative("empty", ()), Narrative("word", ("Tea",)), Narrative("odd", ("", "???", "Xyzzy."))]
    )
    assert (empty.rankings, empty.starts) == ((), ())
    assert (len(word.rankings), word.starts) == (1, (0,))
    assert len(odd.rankings) == 3


@pytest.mark.models
@pytest.mark.parametrize(
    ("kind", "features"),
    [(SentenceTfIdf, ("lda",)), (RandomTfIdf, ("tfidf", "embedding")), (TopicTilingTfIdf, ("lda",))],
)
def test_other_features_tell_passages_apart_and_round_trip(
    kind: type[SegmentedSystem], features: tuple[str, ...], tmp_path: Path
) -> None:
    topics = TopicRecipe(topics=5, iterations=100, most_texts=1.0)
    system = kind(features=features, topics=topics, training=QUICK, cache=False).fit(training_texts(), seed=1)
    texts = [text(label, label) for label in SENTENCES]
    found = system.detect(texts)
    right = [ranked[0].label == label for one, label in zip(found, SENTENCES) for ranked in _scenarios(one)]
    assert sum(right) >= 9  # of 12 sentences
    system.save(tmp_path)
    assert json.loads((tmp_path / "config.json").read_text())["features"] == list(features)
    assert (tmp_path / "topics").exists() == ("lda" in features)
    again = kind.load(tmp_path).detect(texts)
    assert [_scenarios(one)[0][0].label for one in again] == [_scenarios(one)[0][0].label for one in found]


def _scenarios(detection: Detection) -> list[list[Scored]]:
    return [[scored for scored in ranking if scored.label != NONE] for ranking in detection.rankings]


@pytest.mark.models
def test_a_folder_from_before_there_were_other_features_holds_tf_idf(trained: Path, tmp_path: Path) -> None:
    shutil.copytree(trained, tmp_path, dirs_exist_ok=True)
    config = json.loads((trained / "config.json").read_text())
    del config["features"]
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert TopicTilingTfIdf.load(tmp_path).detect([mixed_text()]) == TopicTilingTfIdf.load(trained).detect(
        [mixed_text()]
    )


@pytest.mark.models
def test_several_labels_a_sentence_are_learnt() -> None:
    texts = [
        Narrative(one.id, one.sentences, (("making tea", "riding a bus"),) * len(one)) if "tea" in one.id else one
        for one in training_texts()
    ]
    [detection] = quick(SentenceTfIdf).fit(texts).detect([Narrative("new", ("The kettle and the tea.",))])
    named = [scored.label for scored in detection.rankings[0] if scored.label != NONE]
    assert set(named[:2]) == {"making tea", "riding a bus"}


@pytest.mark.models
def test_topic_tiling_takes_the_x_it_is_given_and_else_chooses_one(tmp_path: Path) -> None:
    recipe = TopicRecipe(topics=5, iterations=20, most_texts=1.0)
    TopicTilingTfIdf(x=0.1, topics=recipe, training=QUICK, cache=False).fit(training_texts()).save(tmp_path)
    assert json.loads((tmp_path / "config.json").read_text())["x"] == 0.1
    assert TopicTilingTfIdf.load(tmp_path).x == 0.1


@pytest.mark.parametrize("system", [SentenceMajority(), SentenceTfIdf()])
def test_an_untrained_system_says_so(system: SentenceMajority | SentenceTfIdf) -> None:
    with pytest.raises(UsageError, match="has not been trained"):
        system.detect([mixed_text()])


@pytest.mark.parametrize("system", [SentenceMajority(), SentenceTfIdf(cache=False)])
def test_texts_about_nothing_teach_nothing(system: SentenceMajority | SentenceTfIdf) -> None:
    with pytest.raises(InputError, match="no training text is about any scenario"):
        system.fit([Narrative("nothing", tuple(NOTHING), ((),) * len(NOTHING))])


@pytest.mark.models
@pytest.mark.parametrize(
    ("key", "value"),
    [("labels", ["one"]), ("labels", 7), ("none_above", "high"), ("seed", None), ("training", {"layers": 9}),
     ("features", ["smell"]), ("features", []), ("features", ["lda"]),
     ("kind", "scenarios sent_tfidf"), ("window", 0), ("x", 0), ("x", [])],
)  # fmt: skip
def test_a_hostile_configuration_gives_one_sentence(key: str, value: object, trained: Path, tmp_path: Path) -> None:
    shutil.copytree(trained, tmp_path, dirs_exist_ok=True)
    config = json.loads((trained / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, key: value}))
    with pytest.raises(TacitError) as caught:
        TopicTilingTfIdf.load(tmp_path)
    assert "\n" not in str(caught.value)
    assert str(tmp_path) in str(caught.value)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    quick(TopicTilingTfIdf).fit(training_texts()).save(folder)
    return folder


def test_entropy_is_zero_for_one_label_and_log_n_for_n() -> None:
    found = entropies(np.array([[0.9, 0.0, 0.0], [0.2, 0.2, 0.2]], dtype=np.float32))
    assert found == pytest.approx([0, log(3)], abs=1e-4)


def test_a_segment_above_the_threshold_of_entropy_is_about_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Section 5.1: where the classifiers are undecided, None comes first, whatever they rank highest."""
    rankings = [(Scored("making tea", 0.9),), (Scored("riding a bus", 0.4),)]
    system = SentenceTfIdf()
    monkeypatch.setattr(system, "_ready", lambda: SimpleNamespace(none_above=1.0))
    monkeypatch.setattr(
        system,
        "_judge",
        lambda narratives: [SimpleNamespace(starts=[0, 2], lengths=[2, 1], rankings=rankings, entropies=[0.5, 1.5])],
    )
    [found] = system.detect([Narrative("a", ("One.", "Two.", "Three."))])
    assert [ranking[0].label for ranking in found.rankings] == ["making tea", "making tea", NONE]
    assert found.rankings[0][-1].label == NONE


def test_none_goes_first_or_last() -> None:
    ranking = (Scored("making tea", 0.4),)
    assert with_none(ranking, first=True) == (Scored(NONE, 1.0), *ranking)
    assert with_none(ranking, first=False) == (*ranking, Scored(NONE, 0.0))


def test_a_tenth_is_held_out_and_no_scenario_is_emptied() -> None:
    texts = [
        *(text(str(number), "making tea") for number in range(28)),
        text("bus", "riding a bus"),
        *training_texts()[-3:],
    ]
    kept, held, about_nothing = split(texts, seed=0)
    assert len(held) == 3
    assert {one.id for one in about_nothing} == {"nothing 0", "nothing 1", "nothing 2"}
    assert "bus" in {one.id for one in kept}
    assert sorted(one.id for one in (*kept, *held)) == sorted(one.id for one in texts[:-3])
    assert split(texts, seed=0) == (kept, held, about_nothing)


def test_of_many_texts_about_nothing_as_many_are_taken_as_of_others() -> None:
    many = [Narrative(str(number), tuple(NOTHING), ((),) * len(NOTHING)) for number in range(50)]
    assert len(split([*many, text("tea", "making tea"), text("bus", "riding a bus")], seed=0)[2]) == 2


def test_held_out_documents_are_merged_with_nothing_between() -> None:
    texts = [text(f"{label} {n}", label) for n in range(2) for label in SENTENCES]
    nothing = training_texts()[-1:]
    documents = held_out_documents([*texts, mixed_text()], nothing, seed=0)
    assert len(documents) == 3
    assert mixed_text() in documents
    assert all(() in document.labels for document in documents)
    assert held_out_documents([], nothing, seed=0) == []


def test_the_threshold_parts_what_is_worth_saying_from_what_is_not() -> None:
    right, wrong, missed = LabelCounts(tp=1), LabelCounts(fp=1), LabelCounts(fn=1)
    said, unsaid = [right, wrong, right, wrong, wrong], [missed, LabelCounts(), missed, LabelCounts(), LabelCounts()]
    assert best_threshold([0.1, 2.0, 0.5, 3.0, 2.5], said, unsaid) == pytest.approx(1.25)
    assert best_threshold([0.1, 0.1], [right, right], [missed, missed]) == inf
    assert best_threshold([], [], []) == inf


def test_equal_entropies_cannot_be_parted() -> None:
    right, wrong, missed = LabelCounts(tp=1), LabelCounts(fp=1), LabelCounts(fn=1)
    assert best_threshold(
        [1.0, 1.0, 2.0], [right, wrong, wrong], [missed, LabelCounts(), LabelCounts()]
    ) == pytest.approx(1.5)


def test_the_papers_systems_are_registered_in_the_order_of_its_table() -> None:
    paper = [system for system in systems("scenarios") if system.paper.startswith("Wanzare")]
    assert [system.name for system in paper] == ["sent_maj", "sent_tfidf", "random_tfidf", "tt_tfidf", "tt_tfidf_gold"]
    scores = [system.published["f1"] for system in paper]
    assert scores == sorted(scores)
    assert all(hasattr(system.create(), "fit") for system in paper)
