from __future__ import annotations

from math import exp

import numpy as np
import pytest
from endings.made_stories import clozes, stories

from tacit.backbones import learning
from tacit.endings.features.story_model import StoryModel, StoryModelSizes, train
from tacit.endings.systems.msap import Msap
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError

SMALL = StoryModelSizes(words=100, seldom=2, width=12, hidden=16, dropout=0.1)


def learnt(told=None, **options):
    return train(told or stories(40), sizes=SMALL, seed=1, **{"epochs": 2, **options})


def test_probabilities_of_all_words_sum_to_one():
    model, _ = learnt(epochs=1)
    import torch

    count = len(model.words) + 3
    inputs = torch.tensor([[1, 4, 5]] * count)
    targets = torch.tensor([[4, 5, number] for number in range(count)])
    with torch.inference_mode():
        assert float(model.network(inputs, targets)[:, 2].exp().sum()) == pytest.approx(1, rel=1e-4)


def test_scores_are_sums_of_word_scores_whatever_is_scored_beside():
    model, _ = learnt(epochs=1)
    cloze = Cloze(
        "a", ("Ann lost the house keys.", "It was cold."), ("Ann was sad.", "It was a wonderful success for Ann.")
    )
    rows = model.features([cloze])
    fresh = StoryModel(model.words, model.network)
    assert np.allclose(fresh.features([*clozes(5), cloze])[-2:], rows, atol=1e-4)
    import torch

    text, ending = model.encode(cloze.text), [*model.encode(cloze.endings[0]), 2]
    row = torch.tensor([[1, *text, *ending]])
    with torch.inference_mode():
        told = model.network(row[:, :-1], row[:, 1:])[0, len(text) :]
    assert rows[0, 0] == pytest.approx(float(told.sum()), rel=1e-4)
    assert rows[0, 1] == pytest.approx(rows[0, 0] / len(ending), rel=1e-4)
    assert rows[0, 4] == pytest.approx(rows[0, 0] - rows[0, 2], rel=1e-4)


def test_it_learns_and_comes_back_from_its_folder(tmp_path):
    model, perplexity = learnt(epochs=30)
    _, before = learnt(epochs=1)
    assert perplexity < before
    model.save(tmp_path)
    loaded = StoryModel.load(tmp_path)
    assert np.allclose(loaded.features(clozes(5)), model.features(clozes(5)), atol=1e-5)
    told = stories(3)
    assert loaded.perplexity(told) == pytest.approx(model.perplexity(told))
    assert 1 < loaded.perplexity(told) < exp(10)


class Killed(Exception):
    pass


def test_a_training_that_was_killed_goes_on_to_the_same_weights(tmp_path, monkeypatch):
    monkeypatch.setattr("tacit.endings.features.story_model._BATCH", 200)
    monkeypatch.setattr(learning, "KEEP_EVERY", 0.0)
    whole, _ = learnt()

    def kill(what, done, total):
        if done == total // 2:
            raise Killed

    checkpoint = tmp_path / "checkpoint.safetensors"
    with pytest.raises(Killed):
        learnt(checkpoint=checkpoint, progress=kill)
    seen = []
    went_on, _ = learnt(checkpoint=checkpoint, progress=lambda what, done, total: seen.append(done))
    assert seen[0] > 1
    for name, value in whole.network.state_dict().items():
        assert bool((value == went_on.network.state_dict()[name]).all()), name
    with pytest.raises(InputError, match="a checkpoint of another training"):
        learnt(stories(40, seed=3), checkpoint=checkpoint)


def test_too_few_words():
    with pytest.raises(InputError, match="no word stands 2 times or more"):
        learnt([Story("a", ("One two.", "Three four!"))])


def test_msap_with_a_model_of_stories_keeps_it_in_its_folder(tmp_path):
    model, _ = learnt(epochs=1)
    model.save(tmp_path / "rnn")
    system = Msap(language_model=tmp_path / "rnn").fit(clozes(40), seed=1)
    said = system.predict(clozes(10, seed=2))
    system.save(tmp_path / "msap")
    (tmp_path / "rnn" / "config.json").unlink()
    assert np.allclose(Msap.load(tmp_path / "msap").predict(clozes(10, seed=2)), said, atol=1e-4)
