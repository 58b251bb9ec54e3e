from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from endings.made_stories import clozes, stories
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.backbones import catalogue, causal, scores
from tacit.endings.features import (
    closings,
    event_model,
    events,
    language_model,
    sentence_vectors,
    sentiment,
    surface,
    tone_model,
)
from tacit.endings.features.events import sentence_events
from tacit.endings.features.style import EndingStyle
from tacit.endings.features.word_pairs import WordPairs, word_pair_features
from tacit.endings.features.word_vectors import NAMES as SIMILARITIES
from tacit.endings.features.word_vectors import word_similarity_features
from tacit.endings.task import Cloze, Story
from tacit.learning import cache

CLOZE = Cloze("a", ("Mia lost her red glove.", "She didn't find it."), ("She bought a new glove.", "Tom sold tea."), 0)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=60))
def test_words_of_any_text_are_in_it(text):
    for word in surface.words(text):
        assert word in text.lower().replace("’", "'")


def test_surface_features_of_an_ending_that_is_tied_to_its_story_and_one_that_is_not():
    rows = surface.surface_features(CLOZE)
    assert rows.shape == (2, len(surface.NAMES))
    named = [dict(zip(surface.NAMES, row.tolist(), strict=True)) for row in rows]
    assert named[0]["words of the ending"] == 6
    assert named[0]["overlap in words"] == pytest.approx(3 / 6)  # she, glove and the full stop
    assert named[0]["overlap in content words"] == pytest.approx(1 / 3)
    assert (named[0]["pronouns known from the story"], named[1]["pronouns known from the story"]) == (1, 0)
    assert (named[0]["new names"], named[1]["negation in the ending"]) == (0, 0)


@pytest.mark.parametrize("sentence", ["She can't go.", "He never came.", "Nobody knew.", "I cannot say."])
def test_negation(sentence):
    assert surface.is_negated(sentence)
    assert not surface.is_negated("She knew the notary.")


def test_overlap_counts_n_grams_of_single_sentences():
    assert surface.overlap(["a b c", "d e"], "b c d", 2) == 0.5
    assert surface.overlap(["a"], "", 1) == 0.0


def test_sentiment_beside_the_story():
    cloze = Cloze("a", ("What a wonderful day.", "We were happy."), ("It was great fun.", "It was horrible."), 0)
    rows = sentiment.sentiment_features(cloze)
    tone, beside = sentiment.NAMES.index("sentiment of the ending"), sentiment.NAMES.index("sentiment beside the story")
    assert rows[0, tone] > 0 > rows[1, tone]
    assert rows[0, beside] > 0 > rows[1, beside]


def test_style_keeps_only_what_is_frequent_and_does_not_need_the_story():
    style = EndingStyle().fit(["She was happy."] * 5 + ["He juggled."])
    assert "she was happy" in style.grams
    assert not any("juggled" in gram for gram in style.grams)
    rows = style.transform(["She was happy.", "Zyx qwv!"])
    assert rows.shape == (2, len(style.grams) + 1)
    assert rows[0].sum() > rows[1].sum()


def test_word_pairs_are_normalised_pmi():
    told = [Story(str(n), ("The soup was hot.", "We ate soup.")) for n in range(12)]
    told += [Story(str(n + 20), ("The roof leaked.", "Rain fell.")) for n in range(12)]
    pairs = WordPairs.count(tuple(told))
    assert pairs.company(["soup"], ["hot", "roof", "soup", "unknown"]).tolist() == [[pytest.approx(1), 0, 0]]
    assert pairs.company(["unknown"], ["soup"]).tolist() == [[0]]
    cloze = Cloze("a", ("We cooked soup.",), ("It was hot.", "Rain fell."), 0)
    rows = word_pair_features(cloze, pairs)
    assert rows[0, 0] > rows[1, 0]
    again = WordPairs.from_arrays(pairs.words, pairs.to_arrays())
    assert np.allclose(word_pair_features(cloze, again), rows, atol=1e-3)


def test_word_similarity_of_words_with_and_without_vectors():
    rows = word_similarity_features(Cloze("a", ("The cat slept.",), ("The dog slept.", "Xyzzy plugh."), 0))
    assert rows.shape == (2, len(SIMILARITIES))
    assert rows[0, 0] > 0.5
    assert np.isfinite(rows).all()


def test_tones_follow_what_was_counted():
    model = tone_model.ToneModel.count(tuple(stories(80)))
    good = Cloze("a", ("It was a wonderful day.", "Everyone was friendly."), ("We smiled with joy.", "It was bad."), 0)
    rows = tone_model.tone_features(good, model)
    assert rows[0, 0] > rows[1, 0]
    assert np.exp(model._whole).sum(2) == pytest.approx(np.ones((5, 5)), abs=1e-5)
    with pytest.raises(ValueError, match="tones"):
        tone_model.ToneModel(np.zeros((2, 2, 2), dtype=np.float32))


class LengthModel:
    """Finds each token as probable as e to the minus one more than the number of words before it."""

    def pack(self, context, continuations):
        return [(len(context.split()), len(text.split())) for text in continuations]

    def scores(self, packs):
        return [[np.full(words, -1.0 - before, dtype=np.float32) for before, words in pack] for pack in packs]


def test_language_model_scores_with_and_without_the_story(monkeypatch):
    monkeypatch.setattr(causal, "load", LengthModel)
    rows = language_model.language_model_features([CLOZE])
    assert rows[0].tolist() == [-10 * 5, -10, -5, -1, -45, -9]  # after the story, alone, and the gain from it
    monkeypatch.setattr(LengthModel, "scores", None)  # a second time nothing is scored
    assert np.array_equal(language_model.language_model_features([CLOZE]), rows)
    assert scores.score([], LengthModel()) == []


def test_sentence_vectors_are_computed_once(monkeypatch):
    class Encoder:
        calls = 0

        def encode(self, sentences):
            Encoder.calls += len(sentences)
            return np.stack([np.eye(3, dtype=np.float32)[len(sentence) % 3] for sentence in sentences])

    monkeypatch.setattr("tacit.backbones.encoder.load", Encoder)
    found = sentence_vectors.sentence_vectors(["a", "bb", "a"])
    assert found.tolist() == [[0, 1, 0], [0, 0, 1], [0, 1, 0]]
    sentence_vectors.sentence_vectors(["bb", "a"])
    assert Encoder.calls == 2


def test_what_is_kept_belongs_to_the_model_that_computed_it(monkeypatch, tmp_path):
    class Encoder:
        def encode(self, sentences):
            return np.ones((len(sentences), 3), dtype=np.float32)

    parser = SimpleNamespace(meta={"lang": "en", "name": "small", "version": "1"})
    monkeypatch.setattr("tacit.backbones.encoder.load", Encoder)
    monkeypatch.setattr("tacit.backbones.parser.load", lambda: parser)
    monkeypatch.setattr(causal, "load", LengthModel)
    monkeypatch.setattr(events, "_find", lambda sentences: [b"[]"] * len(sentences))

    def stores():
        sentence_vectors.sentence_vectors(["a"])
        language_model.language_model_features([CLOZE])
        sentence_events(["a"])
        return len(cache.shelves())

    assert stores() == stores() == 3
    monkeypatch.setitem(parser.meta, "version", "2")
    assert stores() == 4
    monkeypatch.setattr(sentence_vectors, "ENCODER", replace(catalogue.ENCODER, fingerprint="other"))
    assert stores() == 5
    monkeypatch.setattr(causal, "CAUSAL", replace(catalogue.CAUSAL, fingerprint="other"))
    assert stores() == 6


@pytest.mark.models
def test_events_are_named_with_negation_and_connective():
    assert sentence_events(["But Ann didn't go home.", "Ann was happy."]) == [["<but>", "not go"], ["be happy"]]


@pytest.fixture
def verbs(monkeypatch):
    """The events of a sentence are its words in -ed."""

    def events(sentences, *, progress=None):
        return [[word.strip(".") for word in each.split() if word.strip(".").endswith("ed")] for each in sentences]

    monkeypatch.setattr(event_model, "sentence_events", events)


def test_the_event_model_learns_what_follows(verbs):
    told = [Story(f"a{n}", ("Ann cooked.", "Ann tasted.", "All smiled.")) for n in range(40)]
    told += [Story(f"b{n}", ("Ben stumbled.", "Ben limped.", "All wailed.")) for n in range(40)]
    model = event_model.learn_events(tuple(told), epochs=20)
    [(after, alone)] = model.log_probabilities(["cooked", "tasted"], ["smiled"])
    [(wrong, _)] = model.log_probabilities(["stumbled", "limped"], ["smiled"])
    assert after > alone > wrong
    cloze = Cloze("x", ("She cooked.", "She tasted."), ("He smiled.", "He wailed.", "Nothing."), 0)
    rows = event_model.event_features([cloze], model)
    assert rows[0, 0] > rows[1, 0]
    assert not rows[2].any()
    again = event_model.EventModel.from_arrays(model.events, model.to_arrays())
    assert np.array_equal(event_model.event_features([cloze], again), rows)


def test_events_never_seen_share_a_place_with_others_of_their_kind(verbs):
    model = event_model.learn_events(tuple(stories(20)), epochs=1)
    assert model.place("juggle") == model.place("yodel") != model.place("not yodel")


def test_closings_know_what_stands_last(monkeypatch):
    monkeypatch.setattr(closings, "sentence_events", lambda sentences, **_: [each.split()[-1:] for each in sentences])
    told = tuple(Story(str(n), ("Ann ran fast", "Ann ran home", "Ann was finally happy")) for n in range(20))
    model = closings.Closings.learn(told, told)
    assert model.words["finally"] > 2 > abs(model.words["ann"]) > -2 > model.words["ran"]
    assert model.events["happy"] > 0 > model.events["home"]
    rows = closings.closing_features([Cloze("x", ("Ann ran",), ("Ben was finally happy", "Ben ran home"), 0)], model)
    assert (rows[0] >= rows[1]).all()
    assert model.row("", []) == [0.0] * len(closings.NAMES)


def test_events_as_vectors_are_like_where_their_words_are(verbs):
    rows = event_model.event_vectors([Cloze("x", ("One.",), ("He smiled.", "He laughed.", "Nothing."), 0)])
    assert rows.shape[0] == 3
    assert rows[0] @ rows[1] > 0
    assert not rows[2].any()


def test_features_have_a_row_a_candidate():
    made = clozes(3)
    for cloze in made:
        assert len(surface.surface_features(cloze)) == len(sentiment.sentiment_features(cloze)) == 2
