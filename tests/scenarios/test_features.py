from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.backbones.vectors import WordVectors
from tacit.errors import InputError, UsageError
from tacit.scenarios.features.bank import BankTraining, ClassifierBank
from tacit.scenarios.features.content import content_words
from tacit.scenarios.features.passages import PassageFeatures, parse_features
from tacit.scenarios.features.tfidf import TfIdf
from tacit.scenarios.features.topics import TopicModel, TopicRecipe

TEXTS = [("kettle", "tea", "cup")] * 6 + [("bus", "ticket", "seat")] * 6 + [("dough", "oven", "flour")] * 6


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    return tmp_path / "computed.sqlite"


@pytest.mark.models
def test_content_words_are_lemmatised_nouns_and_verbs_with_particles() -> None:
    [words] = content_words(["She had quickly picked up the heavy keys and was locking the doors."])
    assert words == ("pick_up", "key", "lock", "door")


@pytest.mark.models
def test_a_particle_finds_its_verb_over_an_object() -> None:
    [words] = content_words(["He put the kettle on."])
    assert "put_on" in words


@pytest.mark.models
def test_sentences_without_words_have_no_content() -> None:
    assert content_words(["", "   ", "!!!", "\n\n"]) == [(), (), (), ()]


@pytest.mark.models
def test_a_sentence_longer_than_the_pipeline_takes_is_read_in_parts() -> None:
    [words] = content_words(["The kettle boiled. " * 1000])
    assert words.count("kettle") == 1000


@pytest.mark.models
def test_the_cache_gives_what_was_read(cache: Path) -> None:
    sentences = ["We boarded the bus.", "We paid the driver.", "We boarded the bus.", ""]
    first = content_words(sentences, cache=True)
    assert first == content_words(sentences)
    assert cache.is_file()
    assert content_words(sentences, cache=True) == first
    connection = sqlite3.connect(cache)
    assert connection.execute("SELECT count(*) FROM kept").fetchone() == (3,)
    connection.close()


@pytest.mark.models
@pytest.mark.parametrize("damage", [b"no database at all, but long enough to be mistaken for one" * 20, b""])
def test_a_broken_cache_is_done_without(cache: Path, damage: bytes) -> None:
    cache.write_bytes(damage)
    assert content_words(["We boarded the bus."], cache=True) == [("board", "bus")]


def test_tf_idf_rows_have_length_one_and_round_trip() -> None:
    tfidf = TfIdf.fit([*TEXTS, ("tea", "bus")])
    rows = tfidf.rows([("tea", "tea", "bus"), ("xyzzy",)]).toarray()
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 0])
    again = TfIdf.from_arrays(tfidf.arrays())
    assert again.words == tfidf.words
    assert np.array_equal(again.rows(TEXTS).toarray(), tfidf.rows(TEXTS).toarray())


def test_tf_idf_leaves_out_words_of_one_text_unless_there_are_no_others() -> None:
    assert TfIdf.fit([("tea", "cup"), ("tea", "bus")]).words == ["tea"]
    assert TfIdf.fit([("tea",), ("bus",)]).words == ["bus", "tea"]
    assert TfIdf.fit([(), ()]).rows([("tea",)]).toarray().sum() == 0
    assert TfIdf.fit(TEXTS).rows([]).shape[0] == 0


def topic_model() -> TopicModel:
    return TopicModel(["tea", "cup", "bus"], np.array([[9, 0], [5, 0], [0, 7]], dtype=np.uint32))


def test_features_are_named_with_commas_and_stand_in_one_order() -> None:
    assert parse_features("embedding,tfidf , tfidf") == ("tfidf", "embedding")
    for wrong in ("tf.idf", "", "lda,,"):
        with pytest.raises(UsageError, match="there are tfidf, lda, embedding"):
            parse_features(wrong)


def test_kinds_of_features_stand_side_by_side_each_of_length_one() -> None:
    vectors = WordVectors(["tea", "pick"], np.array([[3.0, 4.0], [0.0, 2.0]], dtype=np.float32))
    tfidf = TfIdf.fit(TEXTS)
    features = PassageFeatures(("tfidf", "lda", "embedding"), tfidf=tfidf, topics=topic_model(), words=vectors)
    rows = features.rows([("tea", "cup"), ("pick_up", "xyzzy"), ()]).toarray()
    assert rows.shape == (3, features.width) == (3, len(tfidf.words) + 2 + 2)
    assert rows[:, : len(tfidf.words)] == pytest.approx(tfidf.rows([("tea", "cup"), ("pick_up",), ()]).toarray())
    topics = rows[:, -4:-2]
    assert np.linalg.norm(topics, axis=1) == pytest.approx(1)
    assert topics[0, 0] > 0.9 > topics[2, 0]  # of no known word all topics are equally likely
    assert rows[:, -2:] == pytest.approx(np.array([[0.6, 0.8], [0.0, 1.0], [0.0, 0.0]]))
    assert features.rows([]).shape == (0, features.width)


def test_features_come_back_from_their_arrays() -> None:
    features = PassageFeatures.fit(("tfidf", "lda"), TEXTS, topic_model())
    again = PassageFeatures.from_arrays(("tfidf", "lda"), features.arrays(), topic_model())
    assert np.array_equal(again.rows(TEXTS).toarray(), features.rows(TEXTS).toarray())
    assert PassageFeatures.fit(("lda",), TEXTS, topic_model()).arrays() == {}


def small_bank(seed: int = 0) -> tuple[ClassifierBank, TfIdf]:
    tfidf = TfIdf.fit(TEXTS)
    targets = np.array([[number // 6 == label for label in range(3)] for number in range(len(TEXTS))])
    training = BankTraining(hidden=8, epochs=60, batch_size=6, rate=0.02)
    return ClassifierBank.fit(tfidf.rows(TEXTS), targets, training, seed=seed), tfidf


def test_each_network_learns_its_own_label() -> None:
    bank, tfidf = small_bank()
    answers = bank.probabilities(tfidf.rows([("tea", "cup"), ("bus",), ("oven", "dough")]))
    assert answers.argmax(1).tolist() == [0, 1, 2]
    assert (answers.max(1) > 0.7).all()
    assert (np.sort(answers, axis=1)[:, 1] < 0.3).all()


def test_the_same_seed_gives_the_same_networks_and_another_seed_others() -> None:
    one, other, different = (small_bank(seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(one.inner, other.inner)
    assert not np.array_equal(one.inner, different.inner)


def test_networks_trained_in_groups_are_the_networks_trained_alone() -> None:
    """Nothing may leak between the scenarios: a bank of one label equals the first of several with its seed."""
    tfidf = TfIdf.fit(TEXTS)
    targets = np.array([[number // 6 == 0] for number in range(len(TEXTS))])
    training = BankTraining(hidden=4, dropout=0.0, epochs=3, batch_size=6)
    alone = ClassifierBank.fit(tfidf.rows(TEXTS), targets, training)
    filled = ClassifierBank.fit(tfidf.rows(TEXTS), np.repeat(targets, 17, axis=1), training)
    again = ClassifierBank.fit(tfidf.rows(TEXTS), targets, training, seed=16)
    assert np.array_equal(filled.inner[:, 16:], again.inner)
    assert not np.array_equal(filled.inner[:, 16:], alone.inner)


def test_a_bank_answers_by_the_textbook_formula() -> None:
    bank, tfidf = small_bank()
    rows = tfidf.rows(TEXTS[:8]).toarray()
    for label in range(3):
        units = np.maximum(rows @ bank.inner[:, label] + bank.inner_bias[label], 0)
        logits = units @ bank.outer[label] + bank.outer_bias[label]
        assert bank.probabilities(tfidf.rows(TEXTS[:8]))[:, label] == pytest.approx(1 / (1 + np.exp(-logits)), abs=1e-5)


def test_topics_separate_what_never_stands_together() -> None:
    model = TopicModel.fit(TEXTS * 5, TopicRecipe(topics=3, iterations=100, most_texts=1.0), seed=3)
    themes = [{"kettle", "tea", "cup"}, {"bus", "ticket", "seat"}, {"dough", "oven", "flour"}]
    found = [{model.words[row] for row in np.flatnonzero(model.counts[:, topic])} for topic in range(3)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, themes))
    best = model.best_topics(("kettle", "cup", "bus"))
    assert best["kettle"][0] == best["cup"][0] != best["bus"][0]


def test_topics_are_the_same_for_the_same_seed() -> None:
    one, other = (TopicModel.fit(TEXTS, TopicRecipe(topics=4, iterations=20, most_texts=1.0), seed=5) for _ in range(2))
    assert one.words == other.words
    assert np.array_equal(one.counts, other.counts)


def test_a_word_takes_the_topic_of_the_text_it_stands_in() -> None:
    model = TopicModel(["bank", "river", "money"], np.array([[5, 5], [9, 0], [0, 9]]))
    assert model.best_topics(("bank", "river", "river"))["bank"][0] == 0
    assert model.best_topics(("bank", "money", "money"))["bank"][0] == 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["bank", "river", "money", "xyzzy"]), max_size=10))
def test_proportions_add_up_to_one(words: list[str]) -> None:
    model = TopicModel(["bank", "river", "money"], np.array([[5, 5], [9, 0], [0, 9]]))
    shares = model.proportions(tuple(words))
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert (shares >= 0).all()


@pytest.mark.parametrize("texts", [[], [()], TEXTS])
def test_topics_round_trip_through_a_folder(texts: list[tuple[str, ...]], tmp_path: Path) -> None:
    model = TopicModel.fit(texts, TopicRecipe(topics=3, iterations=10, most_texts=1.0))
    model.save(tmp_path / "model")
    again = TopicModel.load(tmp_path / "model")
    assert again.words == model.words
    assert np.array_equal(again.counts, model.counts)
    assert (again.alpha, again.eta) == (model.alpha, model.eta)


@pytest.mark.parametrize(
    ("key", "value"), [("alpha", 0), ("eta", -1), ("eta", "NaN"), ("topics", 0), ("topics", 10**12)]
)
def test_impossible_priors_and_sizes_give_one_sentence(key: str, value: object, tmp_path: Path) -> None:
    TopicModel.fit(TEXTS, TopicRecipe(topics=3, iterations=5, most_texts=1.0)).save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, key: value}))
    with pytest.raises(InputError, match=r"not a whole model of the kind 'topics'|config.json is damaged"):
        TopicModel.load(tmp_path)


def test_weights_that_are_no_numbers_are_refused() -> None:
    bank, tfidf = small_bank()
    with pytest.raises(ValueError, match="no numbers"):
        ClassifierBank.from_arrays({**bank.arrays(), "outer": bank.outer * np.nan})
    with pytest.raises(ValueError, match="fit together"):
        ClassifierBank.from_arrays({**bank.arrays(), "outer": bank.outer[:, :2]})
    with pytest.raises(ValueError, match="different words"):
        TfIdf.from_arrays({**tfidf.arrays(), "idf": np.full(len(tfidf.words), np.inf)})


@pytest.mark.parametrize("damage", ["config", "weights", "kind", "missing", "shape", "pickle"])
def test_a_broken_model_folder_gives_one_sentence(damage: str, tmp_path: Path) -> None:
    model = TopicModel.fit(TEXTS, TopicRecipe(topics=3, iterations=5, most_texts=1.0))
    model.save(tmp_path)
    if damage == "config":
        (tmp_path / "config.json").write_text('{"kind": "topics", "topics": "many"')
    elif damage == "kind":
        (tmp_path / "config.json").write_text('["topics"]')
    elif damage == "weights":
        (tmp_path / "weights.npz").write_bytes((tmp_path / "weights.npz").read_bytes()[:-40])
    elif damage == "missing":
        (tmp_path / "weights.npz").unlink()
    elif damage == "pickle":
        np.savez(tmp_path / "weights.npz", words=np.array([{"a": 1}], dtype=object))
    else:
        words = np.frombuffer(b"tea\ncup", dtype=np.uint8)
        rest = {"row_sizes": np.array([9, 9]), "topics": np.array([1]), "counts": np.array([1])}
        np.savez(tmp_path / "weights.npz", words=words, **rest)
    with pytest.raises(InputError) as caught:
        TopicModel.load(tmp_path)
    assert str(caught.value).startswith(str(tmp_path))
    assert "\n" not in str(caught.value)
