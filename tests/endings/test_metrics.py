from __future__ import annotations

import pytest

from tacit.endings.metrics import Bin, calibration_error, log_loss, reliability, right_choices
from tacit.endings.task import Cloze

ITEM = Cloze("a", ("One.",), ("x", "y"), 1)


def test_right_choices_and_surprisal():
    said = [(0.25, 0.75), (0.5, 0.5)]
    assert right_choices([ITEM, ITEM], said) == [True, False]
    assert log_loss([ITEM, ITEM], said) == pytest.approx(-(0.2876820724 * -1 + 0.6931471806 * -1) / 2)
    assert log_loss([ITEM], [(1.0, 0.0)]) < 30


def test_reliability_bins_choices_by_their_probability():
    said = [(0.05, 0.95), (0.98, 0.02), (0.45, 0.55), (0.0, 1.0)]
    bins = reliability([ITEM] * 4, said)
    assert [each.n for each in bins] == [1, 3]
    assert bins[0] == Bin(1, 0.55, 1.0)
    assert bins[1].accuracy == pytest.approx(2 / 3)
    assert calibration_error(bins) == pytest.approx((0.45 + 3 * abs((0.95 + 0.98 + 1) / 3 - 2 / 3)) / 4)


def test_perfect_calibration_has_no_error():
    assert calibration_error([Bin(10, 0.7, 0.7), Bin(5, 0.9, 0.9)]) == 0
