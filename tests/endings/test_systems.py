from __future__ import annotations

import numpy as np
import pytest
from endings.made_stories import clozes, stories

from tacit import systems
from tacit.endings.compare import PUBLISHED, SANITY, VARIANTS
from tacit.endings.metrics import right_choices
from tacit.endings.systems.acoli import Acoli
from tacit.endings.systems.cogcomp import Cogcomp
from tacit.endings.systems.constant import Constant
from tacit.endings.systems.ending_only import EndingOnly
from tacit.endings.systems.mflor import Mflor
from tacit.endings.systems.msap import Msap
from tacit.endings.systems.pranav_goel import PranavGoel
from tacit.endings.systems.rocnlp import Rocnlp
from tacit.endings.systems.roemmele import Roemmele, RoemmeleUnsupervised
from tacit.endings.systems.sentiment_only import SentimentOnly
from tacit.endings.systems.tbmihaylov import Tbmihaylov, TbmihaylovLstm, TbmihaylovRegression
from tacit.endings.systems.ukp import Ukp, UkpStories
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError

TRAINING, TEST = clozes(60, seed=1), clozes(30, seed=2)
FIFTY = Cloze("fifty", ("It rained.",), tuple(f"We sat there for {number} days." for number in range(50)))


@pytest.fixture(autouse=True)
def language_model(monkeypatch):
    """The language model likes endings that have as many words as their story's last sentence."""

    def features(clozes, *, progress=None):
        rows = [
            [-abs(len(ending.split()) - len(cloze.story[-1].split()))] * 3
            for cloze in clozes
            for ending in cloze.endings
        ]
        return np.array(rows, dtype=np.float32)

    monkeypatch.setattr("tacit.endings.systems.msap.language_model_features", features)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Three networks take their time."""
    monkeypatch.setattr(Tbmihaylov, "epochs", 1)


@pytest.mark.parametrize(
    "kind",
    [EndingOnly, SentimentOnly, Msap, PranavGoel, Acoli, Mflor, Rocnlp, Ukp, UkpStories,
     Tbmihaylov, TbmihaylovLstm, TbmihaylovRegression],
)  # fmt: skip
def test_a_system_learns_predicts_and_comes_back_from_its_folder_the_same(kind, tmp_path):
    system = kind().fit(TRAINING, stories(60), seed=1)
    said = system.predict(TEST)
    assert all(sum(each) == pytest.approx(1) and min(each) >= 0 for each in said)
    system.save(tmp_path / "model")
    loaded = kind.load(tmp_path / "model")
    assert np.allclose(loaded.predict(TEST), said, atol=1e-3)
    assert len(loaded.predict([FIFTY])[0]) == 50
    assert np.allclose(kind().fit(TRAINING, stories(60), seed=1).predict(TEST), said)


@pytest.mark.parametrize("kind", [SentimentOnly, PranavGoel, Acoli, Mflor, Ukp])
def test_what_looks_at_story_and_ending_tells_good_days_from_bad_ones(kind):
    said = kind().fit(TRAINING, stories(60)).predict(TEST)
    assert sum(right_choices(TEST, said)) >= 0.7 * len(TEST)


def test_rocnlp_chooses_the_ending_nearest_to_its_story():
    class Known:
        """Towers that leave word vectors as they are."""

        def __call__(self, side, rows):
            return rows / rows.norm(dim=1, keepdim=True)

    system = Rocnlp()
    system.towers_ = Known()
    story = ("The dog ran across the garden.", "It barked at the cat.")
    near, far = "The dog barked at the cat in the garden.", "Interest rates on bonds fell."
    [first], [second] = (
        system.predict([Cloze("a", story, (near, far))]),
        system.predict([Cloze("b", story, (far, near))]),
    )
    assert first[0] > 0.5 > second[0]
    assert first[0] == pytest.approx(second[1])


class Lengths:
    """Stands for the sentence encoder: what a sentence is like depends on its words' lengths."""

    def encode(self, sentences):
        rows = [np.bincount([min(len(word), 15) for word in each.split()], minlength=16) for each in sentences]
        return np.array(rows, dtype=np.float32)


def test_roemmele_learns_from_stories_of_any_length(monkeypatch, tmp_path):
    monkeypatch.setattr("tacit.backbones.encoder.load", Lengths)
    told = [
        *stories(30),
        Story("short", ("It rained hard.", "We stayed.")),
        Story("long", ("We ran.",) * 6 + ("End.",)),
    ]
    system = Roemmele(epochs=2, tuning=2).fit(TRAINING, told, seed=1)
    said = system.predict([*TEST, FIFTY])
    assert all(sum(each) == pytest.approx(1) for each in said)
    system.save(tmp_path)
    assert np.allclose(Roemmele.load(tmp_path).predict(TEST), said[:-1])


def test_roemmele_without_clozes_does_not_look_at_them(monkeypatch, tmp_path):
    monkeypatch.setattr("tacit.backbones.encoder.load", Lengths)
    system = RoemmeleUnsupervised(epochs=1).fit(TRAINING, stories(30), seed=1)
    said = system.predict(TEST)
    assert RoemmeleUnsupervised(epochs=1).fit((), stories(30), seed=1).predict(TEST) == said
    assert Roemmele(epochs=1, tuning=1).fit(TRAINING, stories(30), seed=1).predict(TEST) != said
    system.save(tmp_path)
    assert np.allclose(RoemmeleUnsupervised.load(tmp_path).predict(TEST), said)


def test_ukp_goes_on_from_what_made_up_endings_taught():
    told, plain = UkpStories().fit(TRAINING, stories(60), seed=1), Ukp().fit(TRAINING, seed=1)
    assert told.predict(TEST) != plain.predict(TEST)
    assert sum(right_choices(TEST, told.predict(TEST))) >= 0.7 * len(TEST)
    other = UkpStories().fit(TRAINING, stories(60, seed=9), seed=1)
    assert other.predict(TEST) != told.predict(TEST)


def test_tbmihaylov_multiplies_its_parts():
    whole, regression = Tbmihaylov().fit(TRAINING, seed=1), TbmihaylovRegression().fit(TRAINING)
    assert len(whole.networks_) == 3
    assert len(TbmihaylovLstm().fit(TRAINING, seed=1).networks_) == 1
    by_networks = TbmihaylovLstm.predict(whole, TEST)
    for all_, one, other in zip(whole.predict(TEST), by_networks, regression.predict(TEST), strict=True):
        product = np.array(one) * np.array(other)
        assert all_ == pytest.approx(product / product.sum())


def test_cogcomp_weighs_events_tones_and_words(monkeypatch, tmp_path):
    def events(sentences, *, progress=None):
        return [[word.strip(".") for word in each.split() if word.strip(".").endswith("ed")] for each in sentences]

    monkeypatch.setattr("tacit.endings.features.event_model.sentence_events", events)
    monkeypatch.setattr("tacit.endings.features.closings.sentence_events", events)
    system = Cogcomp().fit(TRAINING, stories(60), seed=1)
    said = system.predict(TEST)
    assert sum(right_choices(TEST, said)) >= 0.8 * len(TEST)
    system.save(tmp_path)
    assert np.allclose(Cogcomp.load(tmp_path).predict(TEST), said, atol=1e-3)


def test_style_alone_cannot_tell_them():
    said = EndingOnly().fit(TRAINING).predict(TEST)
    assert sum(right_choices(TEST, said)) <= 0.75 * len(TEST)


def test_the_constant_choice_is_the_first():
    assert Constant().fit(()).predict([FIFTY, TEST[0]]) == [(0.02,) * 50, (0.5, 0.5)]


@pytest.mark.parametrize("kind", [EndingOnly, Acoli, Tbmihaylov, Mflor, Rocnlp])
def test_a_broken_folder_is_one_sentence(kind, tmp_path):
    kind().fit(TRAINING, stories(60)).save(tmp_path)
    (tmp_path / "weights.npz").write_bytes(b"not a model")
    with pytest.raises(InputError, match="not a whole model"):
        kind.load(tmp_path)
    Constant().save(tmp_path)
    with pytest.raises(InputError, match="holds a model of the kind 'constant'"):
        kind.load(tmp_path)
    with pytest.raises(InputError, match="cannot be read as a model"):
        kind.load(tmp_path / "none")


def test_the_registry_has_the_nine_with_the_figures_of_table_4():
    known = {system.name: system for system in systems.systems("endings")}
    assert [known[name].published["accuracy"] for name in PUBLISHED] == [
        0.752, 0.744, 0.728, 0.717, 0.700, 0.672, 0.621, 0.604, 0.595,
    ]  # fmt: skip
    assert {*SANITY, *VARIANTS, "tacit"} < set(known)
    assert all(known[name].create().name == name for name in (*PUBLISHED, *VARIANTS, *SANITY))
