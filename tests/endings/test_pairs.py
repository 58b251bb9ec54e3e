"""Judges on the large encoder, on a tiny one with random weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from endings.tacit_tiny import WordTokenizer, language_model, one_thread
from endings.test_tacit import TRAINING, clozes
from transformers import MPNetConfig, MPNetModel

from tacit.backbones import causal, large_encoder
from tacit.backbones.packing import Pack
from tacit.endings.metrics import right_choices
from tacit.endings.systems.tacit import TacitEndings
from tacit.endings.systems.tacit.pair_jury import cross_fit_pairs
from tacit.endings.systems.tacit.pairs import PairRanker, PairShape, below, pair_packs
from tacit.endings.task import Cloze
from tacit.errors import InputError


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))
    with one_thread():
        model = language_model()
        sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 7, "vocab_size": 63}
        encoder = MPNetModel(MPNetConfig(**sizes, num_attention_heads=4)).eval().requires_grad_(False)
        monkeypatch.setattr(causal, "load", lambda: model)
        monkeypatch.setattr(large_encoder, "load", lambda: (encoder, WordTokenizer()))
        monkeypatch.setattr(large_encoder, "is_there", lambda: True)
        yield


@pytest.fixture(name="trained")
def trained_system() -> TacitEndings:
    return TacitEndings(replace(TRAINING, pairs=True)).fit(clozes(24), seed=1)


def test_packed_reading_is_the_encoders_own_reading_of_a_pair() -> None:
    model, _ = large_encoder.load()
    pack = Pack((0, 5, 6, 2), ((2, 7, 2), (2, 8, 9, 2)))
    together = below([pack, Pack((0, 2), ((2, 2),))], 7)[0]
    with torch.inference_mode():  # a story does not see its endings, so only what stands alone can be compared
        alone = model(torch.tensor([[0, 5, 6, 2]])).last_hidden_state[0]
    np.testing.assert_allclose(together[:4], alone, atol=1e-5)
    np.testing.assert_allclose(
        together[7:11], below([Pack(pack.context, pack.continuations[1:])], 7)[0, 4:8], atol=1e-5
    )


def test_both_juries_judge_and_survive_saving(trained: TacitEndings, tmp_path: Path) -> None:
    said = trained.predict(clozes(30))
    assert sum(right_choices(clozes(30), said)) > 26
    assert sum(right_choices(clozes(24), trained.out_of_fold_)) > 20
    trained.save(tmp_path / "model")
    loaded = TacitEndings.load(tmp_path / "model")
    assert loaded.pairs_ is not None and loaded.scales_ == pytest.approx(trained.scales_, rel=0.02)
    np.testing.assert_allclose(loaded.predict(clozes(30)), said, atol=0.05)
    assert trained.pairs_ is not None
    before = np.array(trained.pairs_.scores(clozes(5)))
    np.testing.assert_allclose(loaded.pairs_.scores(clozes(5)), before, atol=0.1 * np.ptp(before))


def test_without_the_encoder_the_first_jury_judges_alone_and_says_so(
    trained: TacitEndings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trained.save(tmp_path / "model")
    monkeypatch.setattr(large_encoder, "is_there", lambda: False)
    alone = TacitEndings.load(tmp_path / "model")
    assert alone.pairs_ is None and "tacit models get" in caplog.text
    only = TacitEndings(TRAINING).fit(clozes(24), seed=1)
    np.testing.assert_allclose(alone.predict(clozes(6)), only.predict(clozes(6)), atol=0.05)


def test_many_endings_are_read_in_parts(trained: TacitEndings) -> None:
    many = Cloze("many", ("One",), tuple(f"we saw {number}" for number in range(20)))
    assert trained.pairs_ is not None
    single = [trained.pairs_.scores([replace(many, endings=(ending,))])[0] for ending in many.endings]
    assert trained.pairs_.scores([many, *clozes(1)])[:20] == pytest.approx(single, abs=1e-4)
    assert trained.predict([]) == []
    assert all(pack.spans[0][1] - pack.spans[0][0] == 3 for pack in pair_packs([Cloze("e", ("",), ("",))]))


def test_finished_judges_are_taken_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    known, assigned = clozes(8), [0, 1] * 4
    _, first = cross_fit_pairs(known, assigned, shape=PairShape(), seed=3)
    monkeypatch.setattr("tacit.endings.systems.tacit.pair_jury.train_pair", lambda *_, **__: pytest.fail("again"))
    assert cross_fit_pairs(known, assigned, shape=PairShape(), seed=3)[1] == first


@pytest.mark.parametrize("name", ["own.hidden.weight", "own.head.weight"])
def test_weights_that_do_not_fit_are_refused(name: str) -> None:
    weights = PairRanker(PairShape()).weights()
    for wrong in ({k: v for k, v in weights.items() if k != name}, {**weights, name: weights[name][:, :3]}):
        with pytest.raises(InputError):
            PairRanker(PairShape()).load_weights(wrong)
