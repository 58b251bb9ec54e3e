from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from language.coreference.hand_parses import ANN, parse_of, spans
from language.coreference.random_networks import random_weights

from tacit.errors import InputError
from tacit.language import coreference
from tacit.language.coreference.features.attributes import describe
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.mention_codes import Floats
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.coreference.systems.tacit.decoding import best_antecedents, entity_marks, linked
from tacit.language.coreference.systems.tacit.network import Network, load_networks, save_networks
from tacit.language.coreference.systems.tacit.ranker import MentionRanker, RankerModel
from tacit.language.coreference.task import Mention
from tacit.language.parse import Parse


def ranker(bias: float, *seeds: int) -> MentionRanker:
    kinds = ("proper", "definite", "personal_pronoun", "speech_pronoun", "demonstrative", "bare", "indefinite")
    networks = [Network(random_weights(seed)) for seed in seeds]
    return MentionRanker.of(RankerModel(networks, Boundaries(), dict.fromkeys(kinds, bias)))


def test_the_best_antecedent_must_beat_having_none() -> None:
    anaphors, antecedents = np.array([1, 2, 2, 3], dtype=np.int32), np.array([0, 0, 1, 2], dtype=np.int32)
    scores = np.array([0.5, 0.1, 0.9, -1.0], dtype=np.float32)
    assert best_antecedents(anaphors, antecedents, scores, np.zeros(4, dtype=np.float32), [0] * 4) == [-1, 0, 1, -1]
    assert best_antecedents(anaphors, antecedents, scores, np.ones(4, dtype=np.float32), [0] * 4) == [-1, -1, -1, -1]


def test_an_entity_that_contradicts_is_passed_over_for_the_next_best() -> None:
    # he <- I <- she: what was said of the first of them counts for all of its entity.
    anaphors, antecedents = np.array([1, 2, 2], dtype=np.int32), np.array([0, 0, 1], dtype=np.int32)
    scores, none = np.array([1.0, 0.1, 0.9], dtype=np.float32), np.zeros(3, dtype=np.float32)
    male, female = 1, 2
    assert best_antecedents(anaphors, antecedents, scores, none, [male, 0, male]) == [-1, 0, 1]
    assert best_antecedents(anaphors, antecedents, scores, none, [male, 0, female]) == [-1, 0, -1]
    # Ann, he, she: "she" goes past "he" to Ann.
    scores = np.array([-1.0, 0.1, 0.9], dtype=np.float32)
    assert best_antecedents(anaphors, antecedents, scores, none, [female, male, female]) == [-1, -1, 0]


def test_marks_are_of_sex_and_of_the_number_of_pronouns() -> None:
    table = describe(ANN, detect_mentions(ANN, Boundaries()))
    assert entity_marks(table) == [2, 0, 2 | 4, 4, 2 | 4, 0, 0]  # Ann, key, She, it, her, pocket, key


def test_links_make_clusters() -> None:
    mentions = [Mention(place, place + 1, place) for place in range(5)]
    assert spans(linked(mentions, [-1, 0, -1, 1, 2])) == [[(0, 1), (1, 2), (3, 4)], [(2, 3), (4, 5)]]


def test_a_high_bias_links_nothing_and_a_low_one_everything_it_can() -> None:
    assert ranker(1000.0, 1).resolve(ANN) == []
    mentions = [span for cluster in spans(ranker(-1000.0, 1).resolve(ANN)) for span in cluster]
    assert len(mentions) == len(set(mentions)) == 7


def test_the_same_text_gives_the_same_clusters_also_with_several_networks() -> None:
    assert ranker(-0.5, 1, 2).resolve(ANN) == ranker(-0.5, 1, 2).resolve(ANN)


def test_texts_without_mentions_or_without_pairs() -> None:
    empty = Parse("", [], [], [], [], [], [], [], [], [], [])
    assert ranker(-1000.0, 1).resolve(empty) == []
    assert ranker(-1000.0, 1).resolve(parse_of("run/run/VERB/VB/0/ROOT")) == []
    assert ranker(-1000.0, 1).resolve(parse_of("Ann/Ann/PROPN/NNP/0/ROOT")) == []


def write_networks(folder: Path, weights: list[dict[str, Floats]]) -> None:
    with (folder / "weights.npz").open("wb") as stream:
        save_networks(stream, weights)


def test_networks_survive_a_file(tmp_path: Path) -> None:
    write_networks(tmp_path, [random_weights(1), random_weights(2)])
    read = load_networks(tmp_path / "weights.npz")
    assert len(read) == 2
    assert (read[1].weights["words"] == random_weights(2)["words"]).all()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x80\x04]."])
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "weights.npz").write_bytes(content)
    with pytest.raises(InputError, match=r"weights\.npz"):
        load_networks(tmp_path / "weights.npz")


def test_weights_of_other_features_are_refused(tmp_path: Path) -> None:
    weights = random_weights()
    write_networks(tmp_path, [weights | {"pair_codes": weights["pair_codes"][:-1]}])
    with pytest.raises(InputError, match="other features"):
        load_networks(tmp_path / "weights.npz")
    del weights["score"]
    write_networks(tmp_path, [weights])
    with pytest.raises(InputError, match="'score'"):
        load_networks(tmp_path / "weights.npz")


def test_weights_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    weights = random_weights()
    write_networks(tmp_path, [weights | {"hidden": weights["hidden"][:-1]}])
    with pytest.raises(InputError, match="do not fit together"):
        load_networks(tmp_path / "weights.npz")


def test_a_model_folder_can_be_loaded_and_a_broken_one_says_what_is_wrong(tmp_path: Path) -> None:
    write_networks(tmp_path, [random_weights()])
    (tmp_path / "config.json").write_text(
        json.dumps({"kind": "coreference ranker", "biases": {"ontonotes": {"proper": 1000}}})
    )
    with pytest.raises(InputError, match=r"boundaries\.json"):
        MentionRanker.load(tmp_path)
    (tmp_path / "boundaries.json").write_text(json.dumps({"ontonotes": {"L": 1.0, "R": 1.0}}))
    assert isinstance(MentionRanker.load(tmp_path).resolve(ANN), list)
    (tmp_path / "boundaries.json").write_text(json.dumps({"ontonotes": {"L": "much"}}))
    with pytest.raises(InputError, match=r"ontonotes\.L is .much., not a number"):
        MentionRanker.load(tmp_path)


def test_the_shipped_model_knows_who_found_what() -> None:
    assert spans(coreference.load("ranker").resolve(ANN)) == [
        [(0, 1), (6, 7), (10, 11)],
        [(2, 5), (8, 9), (13, 15)],
    ]
    assert coreference.load("ranker") is coreference.load("ranker")
    assert [(0, 1), (6, 7), (10, 11)] in spans(coreference.load("ranker-litbank").resolve(ANN))
