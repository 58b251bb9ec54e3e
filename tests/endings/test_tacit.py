"""The system `tacit` from training to use, on a tiny language model."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from endings.tacit_tiny import language_model, one_thread

from tacit.backbones import causal
from tacit.endings.explain import explain
from tacit.endings.metrics import right_choices
from tacit.endings.systems.tacit import TacitEndings
from tacit.endings.systems.tacit.crossfit import JuryTraining
from tacit.endings.systems.tacit.ranker import Shape
from tacit.endings.systems.tacit.training import JudgeSchedule
from tacit.endings.systems.tacit.workshop import reading_folder
from tacit.endings.task import Cloze
from tacit.endings.train import folder_of
from tacit.errors import InputError, UsageError
from tacit.progress import stage_of

TRAINING = JuryTraining(folds=2, shape=Shape(1, 3, 2), schedule=JudgeSchedule(stories=6, epochs=2, rate=1e-2))


def clozes(count: int) -> list[Cloze]:
    """In the right ending something is seen, in the wrong one heard."""
    words = ["sun", "rain", "wind", "snow", "hail", "fog"]
    return [
        Cloze(
            str(n), (f"Day {n}", f"The {words[n % 6]} came"), (f"we heard {words[n % 5]}", f"we saw {words[n % 5]}"), 1
        )
        for n in range(count)
    ]


@pytest.fixture(autouse=True)
def _tiny_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))
    with one_thread():
        tiny = language_model()
        monkeypatch.setattr(causal, "load", lambda: tiny)
        yield


@pytest.fixture(name="trained")
def trained_system() -> TacitEndings:
    return TacitEndings(TRAINING).fit(clozes(24), seed=1)


def test_it_learns_says_so_and_survives_saving(trained: TacitEndings, tmp_path: Path) -> None:
    known = clozes(24)
    assert sum(right_choices(known, trained.out_of_fold_)) > 20
    said = trained.predict(clozes(30))
    assert sum(right_choices(clozes(30), said)) > 26
    assert all(sum(each) == pytest.approx(1) for each in said)
    trained.save(tmp_path / "model")
    np.testing.assert_allclose(TacitEndings.load(tmp_path / "model").predict(clozes(30)), said, atol=0.05)


def test_any_number_of_candidates_and_sentences(trained: TacitEndings) -> None:
    odd = Cloze("many", ("One",), tuple(f"we saw {number}" for number in range(50)))
    long = Cloze("long", ("word " * 900,), ("we saw " * 300, "we heard", "rain"))
    said = trained.predict([odd, *clozes(1), long])
    assert [len(each) for each in said] == [50, 2, 3]
    assert trained.predict([]) == []
    alone = [trained.predict([each])[0] for each in (odd, *clozes(1), long)]
    for together, single in zip(said, alone, strict=True):
        assert together == pytest.approx(single, abs=1e-3)


def test_the_same_seed_gives_the_same_system(
    trained: TacitEndings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "another"))
    again = TacitEndings(TRAINING).fit(clozes(24), seed=1)
    assert again.predict(clozes(5)) == trained.predict(clozes(5))


def steps_of(seed: int, until: str = "never") -> list[str]:
    """What a training does, which is cut when it comes to a step."""
    seen: list[str] = []

    def progress(what: str, done: int, total: int) -> None:
        seen.append(stage_of(what))
        if stage_of(what) == until:
            raise KeyboardInterrupt

    TacitEndings(TRAINING).fit(clozes(24), seed=seed, progress=progress)
    return seen


def test_what_was_learnt_once_is_not_learnt_again(trained: TacitEndings) -> None:
    assert steps_of(seed=1) == []
    again = TacitEndings(TRAINING).fit(clozes(24), seed=1)
    assert again.out_of_fold_ == trained.out_of_fold_
    assert again.predict(clozes(5)) == trained.predict(clozes(5))
    assert "training judge 1" in steps_of(seed=2)


def test_a_training_that_was_cut_goes_on(
    trained: TacitEndings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "another"))
    with pytest.raises(KeyboardInterrupt):
        steps_of(1, until="training judge 2")
    rest = steps_of(1)
    assert "training judge 1" not in rest
    assert "training judge 2" in rest
    again = TacitEndings(TRAINING).fit(clozes(24), seed=1)
    assert again.predict(clozes(5)) == trained.predict(clozes(5))


def test_a_kept_judge_that_is_broken_is_one_error(trained: TacitEndings, tmp_path: Path) -> None:
    [judge] = (tmp_path / "cache").glob("endings-judges-*/judge-1.safetensors")
    judge.write_bytes(b"not a judge")
    with pytest.raises(InputError, match="no whole judge"):
        steps_of(seed=1)


def test_old_readings_go(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for name, age in (("endings-reading-old", 2.0), ("endings-reading-new", 0.5)):
        (cache / name).mkdir(parents=True)
        then = time.time() - age * 24 * 60 * 60
        os.utime(cache / name, (then, then))
    used = reading_folder("these stories")
    assert {path.name for path in cache.iterdir()} == {"endings-reading-new", used.name}


def test_choices_are_explained(trained: TacitEndings) -> None:
    [found] = explain(trained, clozes(1))
    assert found.choice == 1
    assert found.probabilities == pytest.approx(trained.predict(clozes(1))[0])
    assert found.reasons[0].weight > 0


def test_an_untrained_system_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has not been trained"):
        TacitEndings().predict(clozes(1))
    with pytest.raises(UsageError, match="has not been trained"):
        TacitEndings().save(tmp_path)


def test_a_broken_model_is_one_error(trained: TacitEndings, tmp_path: Path) -> None:
    trained.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    for change in ({"rankers": 9}, {"rankers": "x"}, {"shape": {"width": 2}}, {"grams": 5}, {"kind": "other"}):
        (tmp_path / "config.json").write_text(json.dumps({**config, **change}))
        with pytest.raises(InputError):
            TacitEndings.load(tmp_path)


@pytest.mark.models
def test_the_shipped_model_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    system = TacitEndings.load(folder_of("tacit"))
    garden = (
        "Mia planted beans in spring.",
        "She watered them every evening.",
        "A storm broke most of the stalks.",
        "Mia tied up what was left.",
    )
    endings = (
        "She was glad to pick a few beans in August.",
        "She had never owned a garden.",
        "The fence ate the moon.",
    )
    [found] = explain(system, [Cloze("garden", garden, endings)])
    assert found.choice == 0
    assert found.probabilities[0] > 0.6
