from __future__ import annotations

import json

import pytest
from endings.made_stories import clozes, stories

from tacit import systems
from tacit.endings.compare import Kept, judge
from tacit.endings.systems.base import FeatureSystem
from tacit.endings.train import load, train
from tacit.errors import InputError, MissingBackboneError, UsageError


def test_a_trained_system_is_loaded_from_its_folder(tmp_path):
    made = clozes(30)
    trained = train("sentiment_only", made)
    trained.save(tmp_path / "model")
    assert load(f"sentiment_only:{tmp_path / 'model'}").predict(made) == trained.predict(made)


def test_what_cannot_be_loaded(tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="'msap' has no trained model of its own: give `train`"):
        load("msap")
    with pytest.raises(InputError, match=r"no config\.json"):
        load(f"msap:{tmp_path}")
    with pytest.raises(UsageError, match="there is no endings system 'odd'"):
        load("odd")
    monkeypatch.setattr(systems, "MODELS", tmp_path)
    with pytest.raises(MissingBackboneError, match="tacit endings train"):
        load()


def test_a_system_says_what_it_learns_from():
    with pytest.raises(UsageError, match="'ukp' learns from stories with two endings and an answer"):
        train("ukp", [], stories(5))
    with pytest.raises(UsageError, match="'mflor' learns from whole stories"):
        train("mflor", clozes(5))


def test_judging_in_folds_by_training_and_as_loaded(tmp_path):
    made = clozes(30)
    assert len(judge("sentiment_only", made, folds=3)) == 30
    trained = train("sentiment_only", made)
    trained.save(tmp_path / "model")
    assert judge("sentiment_only", made, training=made) == trained.predict(made)
    assert judge(f"sentiment_only:{tmp_path / 'model'}", made) == trained.predict(made)


def test_a_judgement_that_was_cut_goes_on_with_the_next_fold(tmp_path, monkeypatch):
    made, kept = clozes(30), Kept(tmp_path, "these")
    whole = judge("sentiment_only", made, folds=3, keep=kept.parts_of("x"))
    for path in tmp_path.glob("x.fold3-*"):
        path.unlink()
    fitted = []
    fit = FeatureSystem.fit
    monkeypatch.setattr(FeatureSystem, "fit", lambda self, *a, **b: fitted.append(1) or fit(self, *a, **b))
    assert judge("sentiment_only", made, folds=3, keep=kept.parts_of("x")) == whole
    assert len(fitted) == 1


def test_what_was_said_is_kept_for_the_same_material_only(tmp_path):
    said = [(0.25, 0.75)]
    assert Kept(tmp_path, "these stories").get("one", lambda: said) == said
    assert Kept(tmp_path, "these stories").get("one", lambda: []) == said
    assert Kept(tmp_path, "other stories").get("one", lambda: []) == []
    assert Kept(None, "these stories").get("one", lambda: []) == []
    assert len(list(tmp_path.iterdir())) == 2
    assert json.loads(next(tmp_path.glob("one-*.json")).read_text()) in ([], [[0.25, 0.75]])


def test_what_a_trained_model_said_is_kept_for_that_model_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made, kept = clozes(30), Kept(tmp_path / "said", "these stories")
    for folder in ("a/b", "a-b"):
        train("sentiment_only", made).save(tmp_path / folder)
    assert kept.get("sentiment_only:a/b", lambda: [(1.0,)]) == [(1.0,)]
    assert kept.get("sentiment_only:a/b", lambda: []) == [(1.0,)]
    assert kept.get("sentiment_only:a-b", lambda: []) == []
    train("sentiment_only", made[:20]).save(tmp_path / "a/b")
    assert kept.get("sentiment_only:a/b", lambda: [(0.5,)]) == [(0.5,)]
