import numpy as np
import pytest
from clarifications.passages import shed, tea
from clarifications.tiny_models import save_causal, save_encoder

from tacit.backbones import causal
from tacit.clarifications import Filler
from tacit.clarifications.systems.tacit import comparer, comparing
from tacit.clarifications.systems.tacit.comparing import Comparing
from tacit.errors import InputError, UsageError
from tacit.progress import stage_of


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return causal.fresh(save_causal(tmp_path_factory.mktemp("causal")))


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return str(save_encoder(tmp_path_factory.mktemp("encoder")))


@pytest.fixture(autouse=True)
def tiny(model, monkeypatch, tmp_path):
    monkeypatch.setattr(causal, "load", lambda: model)
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def steps():
    return [tea(id=str(number), before="Fill " + "with " * (number % 3)) for number in range(30)] + [shed()] * 10


@pytest.fixture
def system(steps, encoder, monkeypatch):
    monkeypatch.setattr(comparer, "_EPOCHS", 30)
    return Comparing(encoder).fit(steps, seed=1)


def test_it_learns_classes_and_scores(system, steps):
    system.calibrate(steps)
    [kettle, pot, spoon], [garden, soup] = system.judge([tea(), shed()])
    assert (kettle.label, pot.label, spoon.label) == ("PLAUSIBLE", "NEUTRAL", "IMPLAUSIBLE")
    assert (garden.label, soup.label) == ("PLAUSIBLE", "IMPLAUSIBLE")
    assert kettle.score > pot.score > spoon.score


@pytest.mark.parametrize("is_calibrated", [False, True])
def test_it_comes_back_from_its_folder(system, tmp_path, is_calibrated):
    if is_calibrated:
        system.calibrate([tea(), shed()])
    system.save(tmp_path / "model")
    again = Comparing.load(tmp_path / "model")
    for one, other in zip(system.judge([tea()])[0], again.judge([tea()])[0], strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=0.05)  # weights are stored as bytes
        assert one.score == pytest.approx(other.score, abs=0.1)


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_any_number_of_fillers_is_judged(system, count):
    judged, others = system.judge([tea().with_fillers(["the cup"] * count), tea()])
    assert (len(judged), len(others)) == (count, 3)
    assert all(sum(each.probabilities) == pytest.approx(1) for each in judged)
    assert system.judge([]) == []


def test_it_says_how_far_it_is(steps, encoder):
    told = []
    Comparing(encoder).fit(steps[:4], progress=lambda *how_far: told.append(how_far))
    ends = {stage_of(what): (done, total) for what, done, total in told}
    assert list(ends) == ["reading", "comparing", "reading for bert_markers", "bert_markers"]
    assert all(done == total for done, total in ends.values())


def test_what_was_learnt_is_not_learnt_again(system, steps, encoder, monkeypatch):
    steps_taken = []
    again = Comparing(encoder).fit(steps, seed=1, progress=lambda what, *_: steps_taken.append(stage_of(what)))
    assert "comparing" not in steps_taken
    assert again.judge([tea()]) == system.judge([tea()])


def test_labels_alone_are_enough_to_learn(steps, encoder):
    plain = [tea(fillers=tuple(Filler(each.text, each.label) for each in step.fillers)) for step in steps[:4]]
    assert len(Comparing(encoder).fit(plain).judge(plain)) == 4


def test_calibration_moves_the_balance(system, steps):
    system.calibrate(steps)
    before = system.judge([shed()])[0][0]
    harsh = [shed(fillers=tuple(Filler(each.text, "IMPLAUSIBLE", 1.0) for each in shed().fillers)) for _ in range(20)]
    system.calibrate([*harsh, tea()])
    after = system.judge([shed()])[0][0]
    assert after.implausible > before.implausible
    assert after.score < before.score


def test_what_is_not_trained_or_not_whole_is_refused(system, tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="has not been trained"):
        Comparing().judge([tea()])
    with pytest.raises(UsageError, match="nothing to save"):
        Comparing().save(tmp_path)
    system.save(tmp_path / "model")
    monkeypatch.setattr(comparing, "COUNT", 3)
    with pytest.raises(InputError, match=r"config\.json is damaged: features is"):
        Comparing.load(tmp_path / "model")


def test_evidence_has_a_row_a_filler(system):
    evidence = system.evidence([tea(), tea().with_fillers([]), shed()])
    assert len(evidence.rows) == 5
    assert np.isfinite(evidence.rows).all()
    assert system.evidence([]).rows.shape == (0, evidence.rows.shape[1])
    assert 0 < evidence.firm < evidence.rows.shape[1]
