from __future__ import annotations

import json

import pytest
from endings.made_stories import clozes

from tacit.endings.evaluate import compare, contributions, evaluate, failed_by_all, members_of, style_hard
from tacit.endings.task import Cloze
from tacit.errors import InputError

STORY = ("We cooked.", "We ate.")


def sure_of(place: int) -> tuple[float, float]:
    return (0.9, 0.1) if place == 0 else (0.1, 0.9)


def test_all_figures_of_a_perfect_system():
    made = clozes(40)
    figures = evaluate(made, [sure_of(cloze.answer) for cloze in made])
    assert (figures.n, figures.accuracy, figures.accuracy_hard) == (40, 1.0, 1.0)
    assert 0.9 < figures.accuracy_low < figures.accuracy_high == pytest.approx(1.0)
    assert figures.calibration_error == pytest.approx(0.1)
    assert json.loads(json.dumps(figures.to_dict()))["n_hard"] == figures.n_hard


def test_hard_stories_are_those_that_style_gets_wrong_or_is_unsure_of():
    # The style of these endings says nothing: happy and sad ones are right equally often.
    assert sum(style_hard(clozes(60))) > 20
    # Here it gives the answer away: right endings are long, whatever the story.
    given_away = [
        Cloze(f"s{n}", (f"Day {n}.",), ("It ended very well for all of us at last.", "Oh no."), 0) for n in range(30)
    ]
    assert not any(style_hard(given_away))


def test_accuracy_hard_counts_only_hard_stories():
    made = clozes(10)
    said = [sure_of(cloze.answer if number < 4 else 1 - cloze.answer) for number, cloze in enumerate(made)]
    figures = evaluate(made, said, hard=[number < 5 for number in range(10)])
    assert (figures.n_hard, figures.accuracy_hard, figures.accuracy) == (5, 0.8, 0.4)


def test_a_set_too_small_to_train_a_model_of_style_has_no_hard_part():
    made = clozes(5)
    figures = evaluate(made, [sure_of(0)] * 5)
    assert (figures.accuracy_hard, figures.n_hard) == (None, 0)


def test_breakdowns_by_tone_length_and_negation():
    made = [
        Cloze("a", STORY, ("It was a wonderful and happy day.", "No."), 0),
        Cloze("b", STORY, ("We didn't eat it.", "We did eat it."), 0),
        Cloze("c", STORY, ("Terrible, awful food.", "It wasn't good at all, said Ann."), 0),
    ]
    parts = evaluate(made, [sure_of(0), sure_of(1), sure_of(0)]).breakdown
    assert {name: part.accuracy for name, part in parts["sentiment"].items()} == {
        "positive": 1.0, "neutral": 0.0, "negative": 1.0,
    }  # fmt: skip
    assert {name: part.n for name, part in parts["length"].items()} == {
        "right is longer": 1, "equally long": 1, "right is shorter": 1,
    }  # fmt: skip
    assert {name: part.n for name, part in parts["negation"].items()} == {"wrong is negated": 2, "right is negated": 1}


def test_an_answer_is_needed():
    with pytest.raises(InputError, match="the story 'a' has no answer"):
        evaluate([Cloze("a", STORY, ("x", "y"))], [(0.5, 0.5)])
    with pytest.raises(InputError, match="no story"):
        evaluate([], [])


def test_pairs_of_systems_and_stories_that_all_fail():
    made = [Cloze(str(n), STORY, ("x", "y"), 0) for n in range(4)]
    said = {
        "one": [sure_of(0), sure_of(0), sure_of(1), sure_of(1)],
        "two": [sure_of(0), sure_of(1), sure_of(1), sure_of(0)],
    }
    (pair,) = compare(made, said)
    assert (pair.first, pair.second, pair.only_first, pair.only_second, pair.p) == ("one", "two", 1, 1, 1.0)
    assert [cloze.id for cloze in failed_by_all(made, said)] == ["2"]


def test_stories_that_bear_sentiment_in_body_and_in_an_ending():
    told = [
        Cloze("both", ("It was a horrible day.", "We ate."), ("We cooked.", "We were happy.")),
        Cloze("body", ("It was a horrible day.", "We ate."), ("We cooked.", "We sat there.")),
        Cloze("ending", STORY, ("We were happy.", "We were sad.")),
    ]
    assert members_of("sentiment", told) == [True, False, False]
    with pytest.raises(InputError, match="none of the 2 stories belongs to the part 'sentiment'"):
        members_of("sentiment", told[1:])


def test_what_each_story_adds_comes_to_the_figures_of_all():
    made = clozes(30)
    said = [sure_of(cloze.answer if number % 3 else 1 - cloze.answer) for number, cloze in enumerate(made)]
    figures = evaluate(made, said)
    measured = contributions(made, said)
    assert measured["accuracy"].of_all() == pytest.approx(figures.accuracy)
    assert measured["log_loss"].of_all() == pytest.approx(figures.log_loss)
