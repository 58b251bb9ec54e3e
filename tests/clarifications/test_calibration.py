import numpy as np
import pytest
from clarifications.lengths_system import Lengths
from clarifications.passages import shed, tea

from tacit.clarifications import Filler, Judgement, Phenomenon
from tacit.clarifications.systems.calibration import (
    BALANCE,
    Calibration,
    FillerEvidence,
    balanced_weights,
    cross_calibrated,
    cross_judged,
    evidence_of,
    judgements_of,
)
from tacit.clarifications.systems.naive_bayes import NaiveBayes
from tacit.errors import InputError

UNSURE = (Judgement(0.3, 0.3, 0.4, 3.0),) * 3


def test_each_phenomenon_has_its_own_balance():
    kinds = [Phenomenon.METONYMY] * 30 + [Phenomenon.FUSED_HEAD] * 30
    steps = [tea(phenomenon=kind).with_fillers(["it"]) for kind in kinds]
    evidence = evidence_of(steps, [UNSURE[:1]] * 60)
    with pytest.raises(InputError, match="all three classes"):
        Calibration.fit(evidence, [0] * 30 + [2] * 30, np.ones(60))
    scores = np.array([1.0] * 30 + [5.0] * 30)
    adjusted = Calibration.fit(evidence, [0] * 29 + [1] + [2] * 30, scores).apply(evidence.rows)
    assert adjusted[0, :3].argmax() == 0
    assert adjusted[-1, :3].argmax() == 2
    assert adjusted[:, :3].sum(1) == pytest.approx(np.ones(60))
    assert adjusted[[0, -1], 3] == pytest.approx([1, 5], abs=0.2)


def test_classes_of_a_phenomenon_count_in_training_as_the_balance_says():
    rare = tea(fillers=(Filler("the kettle", "PLAUSIBLE"), Filler("the jug", "PLAUSIBLE"), Filler("a fork", "NEUTRAL")))
    implausible, neutral, plausible = BALANCE
    assert balanced_weights([tea()]) == pytest.approx([3 * plausible, 3 * neutral, 3 * implausible])
    weights = balanced_weights([rare, tea(), shed()])
    of_six = [6 * plausible / 3, 6 * neutral / 2, 6 * implausible]
    assert weights[:6] == pytest.approx([of_six[0], of_six[0], of_six[1], *of_six])
    assert weights[6:] == pytest.approx(2 * np.array([plausible, implausible]) / (plausible + implausible))


def test_the_scale_of_evidence_does_not_matter():
    draw = np.random.default_rng(0)
    evidence, labels, scores = draw.normal(size=(60, 3)), [0, 1, 2] * 20, draw.uniform(1, 5, 60)
    factors = np.array([1.0, 100.0, 0.1])
    plain = Calibration.fit(FillerEvidence(evidence, 2), labels, scores).apply(evidence)
    scaled = Calibration.fit(FillerEvidence(evidence * factors + 7, 2), labels, scores).apply(evidence * factors + 7)
    assert plain == pytest.approx(scaled, abs=1e-3)


def test_hints_count_less_than_firm_evidence():
    rows = np.array([[1.0, 1.0], [0.0, 0.0], [-1.0, -1.0]] * 20)
    fitted = Calibration.fit(FillerEvidence(rows, 1), [2, 1, 0] * 20, np.array([5.0, 3.0, 1.0] * 20))
    assert abs(fitted.score[0]) > 100 * abs(fitted.score[1]) > 0


def test_no_sentence_adjusts_itself():
    """With a column for each filler that a calibration has seen, it could say its gold; of others it knows nothing."""
    steps = [tea(id=str(number)) for number in range(12)]
    fillers = 3 * len(steps)
    adjusted = cross_calibrated(steps, FillerEvidence(np.eye(fillers), fillers), folds=4, seed=1)
    assert [len(each) for each in adjusted] == [3] * len(steps)
    for judgement in (each for step in adjusted for each in step):
        assert judgement.probabilities == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=0.02)
        assert judgement.score == pytest.approx(np.mean([4.75, 3.0, 1.5]), abs=0.02)
    with pytest.raises(InputError, match="cannot be split into 30 folds"):
        cross_calibrated(steps, FillerEvidence(np.eye(fillers), fillers), folds=30)


def test_gold_of_the_sentence_itself_has_no_say():
    """Other gold for a sentence changes how others are judged, never how it is judged itself."""
    draw = np.random.default_rng(2)
    evidence = FillerEvidence(draw.normal(size=(30, 4)), 2)
    steps = [tea(id=str(number)) for number in range(10)]
    turned = tea(
        id="0", fillers=(Filler("a", "IMPLAUSIBLE", 1.0), Filler("b", "PLAUSIBLE", 5.0), Filler("c", "NEUTRAL"))
    )
    first, *others = cross_calibrated(steps, evidence, folds=5)
    again, *changed = cross_calibrated([turned, *steps[1:]], evidence, folds=5)
    assert [each.probabilities for each in again] == [each.probabilities for each in first]
    assert [each.score for each in again] == [each.score for each in first]
    assert changed != others


def test_any_system_can_be_adjusted_and_one_that_calibrates_itself_by_its_evidence():
    steps = [tea(id=str(number)) for number in range(8)] + [shed(id=str(number)) for number in range(8)]
    plain = cross_judged(NaiveBayes().fit(steps), steps, folds=4)
    assert [len(each) for each in plain] == [3] * 8 + [2] * 8
    kettle, pot, _ = cross_judged(Lengths().fit(steps), steps, folds=4)[0]
    assert kettle.score > pot.score  # of these fillers the longest is the best, and Lengths has it the other way round


def test_rows_become_judgements_by_instruction():
    rows = np.array([[0.2, 0.3, 0.5, 3.5], [0.7, 0.2, 0.1, 1.5]])
    nothing, both = judgements_of([tea().with_fillers([]), shed()], rows)
    assert nothing == ()
    assert [each.score for each in both] == [3.5, 1.5]
