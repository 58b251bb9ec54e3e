from __future__ import annotations

import numpy as np
import pytest

from tacit.endings.explain import Explanation, explain_choice
from tacit.endings.ranker_evidence import THEMES
from tacit.endings.systems.tacit import EVIDENCE


def explained(weights: dict[str, float], rows: list[dict[str, float]]) -> Explanation:
    table = np.array([[row.get(name, 0.0) for name in EVIDENCE] for row in rows], dtype=np.float32)
    given = np.array([weights.get(name, 0.0) for name in EVIDENCE])
    scores = np.exp(table @ given)
    return explain_choice(given, table, tuple((scores / scores.sum()).tolist()))


def test_every_kind_of_evidence_has_one_theme() -> None:
    assert sorted(name for names in THEMES.values() for name in names) == sorted(EVIDENCE)


def test_reasons_add_up_to_the_log_odds_of_the_choice_over_its_rival() -> None:
    weights = {EVIDENCE[0]: 2.0, "sentiment of the ending": -1.0, "overlap in words": 0.5}
    rows = [
        {EVIDENCE[0]: 1.0, "sentiment of the ending": 0.5},
        {EVIDENCE[0]: 0.2, "overlap in words": 1.0},
        {EVIDENCE[0]: -3.0},
    ]
    found = explained(weights, rows)
    assert (found.choice, found.rival) == (0, 1)
    odds = np.log(found.probabilities[0] / found.probabilities[1])
    assert sum(reason.weight for reason in found.reasons) == pytest.approx(odds, abs=0.01)
    assert [reason.about for reason in found.reasons] == ["judges", "tone", "ties"]


def test_reasons_say_whether_they_speak_for_or_against_the_choice() -> None:
    found = explained(
        {EVIDENCE[0]: 3.0, "sentiment of the ending": 1.0}, [{}, {EVIDENCE[0]: 1.0, "sentiment of the ending": -0.5}]
    )
    assert found.choice == 1
    assert found.reasons[0].words == "strongly for it: the trained judges find that it follows from the story"
    assert found.reasons[1].words == "clearly against it: its tone does not go well with the story"


def test_what_hardly_matters_is_not_said() -> None:
    assert explained({EVIDENCE[0]: 1.0}, [{EVIDENCE[0]: 0.05}, {}]).reasons == ()
