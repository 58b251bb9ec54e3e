from __future__ import annotations

import numpy as np
import pytest

from tacit.endings.explain import ChoiceExplanation, explain_choice


def explained(log_odds: list[float], *views: tuple[float, float, float]) -> ChoiceExplanation:
    return explain_choice(np.array(log_odds), np.array(views, dtype=np.float32))


def test_the_judges_decide_and_speak_first() -> None:
    found = explained([0.2, 2.2], (4.0, 4.0, 4.0), (0.0, 0.0, 0.0))
    assert (found.choice, found.rival) == (1, 0)
    assert found.reasons[0].about == "judges"
    assert found.reasons[0].weight == pytest.approx(2.0)
    assert found.reasons[0].words.startswith("strongly for it: it follows from the story")
    assert all(reason.weight == -4.0 and " against it: " in reason.words for reason in found.reasons[1:])


def test_other_evidence_follows_by_its_weight() -> None:
    found = explained([1.0, 0.0], (0.3, 1.0, 0.05), (0.0, 2.0, 0.0))
    assert [reason.about for reason in found.reasons] == ["judges", "tone", "style"]
    assert [reason.words.split(":")[0] for reason in found.reasons] == [
        "clearly for it",
        "clearly against it",
        "slightly for it",
    ]


def test_the_rival_is_the_second_best_of_many() -> None:
    found = explained([0.0, 3.0, -1.0, 2.0], *[(float(n), 0.0, 0.0) for n in range(4)])
    assert (found.choice, found.rival) == (1, 3)
    assert found.to_dict()["reasons"][1] == {
        "about": "style",
        "words": "strongly against it: in style it is like wrong endings of any story",
        "weight": -2.0,
    }


def test_equal_candidates_are_still_explained() -> None:
    found = explained([0.0, 0.0], (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert found.choice == 0
    assert [reason.about for reason in found.reasons] == ["judges"]
