import numpy as np
import pytest
from clarifications.passages import shed, tea

from tacit.clarifications import Filler, Judgement, Phenomenon
from tacit.clarifications.features.causal_scores import CausalScores
from tacit.clarifications.systems import comparing
from tacit.clarifications.systems.calibration import Calibration, cross_calibrated
from tacit.clarifications.systems.comparing import Comparing
from tacit.errors import InputError, UsageError

GOOD, BAD = {"the kettle", "garden"}, {"the spoon", "soup"}


def scored(instruction):
    """As if a language model found good fillers likelier."""
    values = np.array(
        [-2.0 if each.text in GOOD else -9.0 if each.text in BAD else -5.0 for each in instruction.fillers],
        dtype=np.float32,
    )
    return CausalScores(values, values, np.ones_like(values), 2 * values, values, values, np.zeros((len(values), 3)))


@pytest.fixture(autouse=True)
def scores(monkeypatch):
    monkeypatch.setattr(comparing, "causal_scores", lambda steps: [scored(step) for step in steps])


@pytest.fixture(scope="module")
def steps():
    return [tea(id=str(number), before="Fill " + "slowly " * (number % 3)) for number in range(30)] + [shed()] * 10


@pytest.fixture
def system(steps, monkeypatch):
    monkeypatch.setattr(comparing, "_EPOCHS", 150)
    return Comparing().fit(steps, seed=1)


def test_it_learns_classes_and_scores(system):
    [kettle, pot, spoon], [garden, soup] = system.judge([tea(), shed()])
    assert (kettle.label, pot.label, spoon.label) == ("PLAUSIBLE", "NEUTRAL", "IMPLAUSIBLE")
    assert (garden.label, soup.label) == ("PLAUSIBLE", "IMPLAUSIBLE")
    assert kettle.score > pot.score > spoon.score


def test_it_comes_back_from_its_folder(system, tmp_path):
    system.calibrate([tea(), shed()])
    system.save(tmp_path)
    again = Comparing.load(tmp_path)
    for one, other in zip(system.judge([tea()])[0], again.judge([tea()])[0], strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=0.05)  # weights are stored as bytes
        assert one.score == pytest.approx(other.score, abs=0.1)


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_any_number_of_fillers_is_judged(system, count):
    [judged] = system.judge([tea().with_fillers(["the cup"] * count)])
    assert len(judged) == count
    assert all(sum(each.probabilities) == pytest.approx(1) for each in judged)
    assert system.judge([]) == []


def test_labels_alone_are_enough_to_learn(steps):
    plain = [tea(fillers=tuple(Filler(each.text, each.label) for each in step.fillers)) for step in steps[:4]]
    assert len(Comparing().fit(plain).judge(plain)) == 4


def test_calibration_moves_the_balance(system):
    harsh = [shed(fillers=tuple(Filler(each.text, "IMPLAUSIBLE", 1.0) for each in shed().fillers)) for _ in range(20)]
    before = system.judge([shed()])[0][0]
    system.calibrate([*harsh, tea()])
    after = system.judge([shed()])[0][0]
    assert after.implausible > before.implausible
    assert after.score < before.score


def test_no_calibration_changes_nothing():
    raw = np.array([[0.2, 0.3, 0.5, 3.5], [0.7, 0.2, 0.1, 1.5], [0.1, 0.1, 0.8, 4.5]])
    assert Calibration.none().apply([tea()], raw) == pytest.approx(raw)


def test_each_phenomenon_has_its_own_balance():
    kinds = [Phenomenon.METONYMY] * 30 + [Phenomenon.FUSED_HEAD] * 30
    steps = [tea(phenomenon=kind).with_fillers(["it"]) for kind in kinds]
    raw = np.tile([0.4, 0.2, 0.4, 3.0], (60, 1))
    with pytest.raises(InputError, match="all three classes"):
        Calibration.fit(steps, raw, [0] * 30 + [2] * 30, np.ones(60))
    fitted = Calibration.fit(steps, raw, [0] * 29 + [1] + [2] * 30, np.array([1.0] * 30 + [5.0] * 30))
    adjusted = fitted.apply([steps[0], steps[-1]], raw[:2])
    assert adjusted[0].argmax() == 3
    assert adjusted[0, 0] > 0.8
    assert adjusted[1, 2] > 0.8
    assert adjusted[1, 3] > adjusted[0, 3]


def test_no_sentence_adjusts_itself():
    kinds = [Phenomenon.METONYMY, Phenomenon.FUSED_HEAD] * 12
    steps = [tea(phenomenon=kind) for kind in kinds]
    unsure = (Judgement(0.3, 0.3, 0.4, 3.0),) * 3
    adjusted = cross_calibrated(steps, [unsure] * len(steps), folds=4, seed=1)
    assert [len(each) for each in adjusted] == [3] * len(steps)
    assert adjusted[0][0].probabilities == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=0.05)
    with pytest.raises(InputError, match="cannot be split into 30 folds"):
        cross_calibrated(steps, [unsure] * len(steps), folds=30)


def test_what_is_not_trained_or_not_whole_is_refused(system, tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="has not been trained"):
        Comparing().judge([tea()])
    with pytest.raises(UsageError, match="nothing to save"):
        Comparing().save(tmp_path)
    system.save(tmp_path)
    monkeypatch.setattr(comparing, "COUNT", 3)
    with pytest.raises(InputError, match="another version"):
        Comparing.load(tmp_path)
