import pytest

from tacit.errors import InputError, UsageError
from tacit.scenarios import Narrative
from tacit.scenarios import words as module
from tacit.scenarios.words import scenario_words


@pytest.fixture(autouse=True)
def plain_words(monkeypatch):
    """Content words without a tagger: the words of a sentence as they stand."""
    monkeypatch.setattr(module, "content_words", lambda sentences, cache: [tuple(s.split()) for s in sentences])


def texts(label, sentence, count=12):
    return [Narrative(f"{label}-{number}", (sentence, "walk home"), ((label,), ())) for number in range(count)]


NARRATIVES = [
    *texts("making tea", "kettle boil water cup cup"),
    *texts("taking a bath", "tub soap water towel"),
    *texts("doing laundry", "washer dryer soap clothes"),
]


@pytest.mark.parametrize("method", ["topics", "distinctive"])
def test_the_words_of_a_scenario_tell_it(method):
    if method == "topics":
        pytest.importorskip("tomotopy")
    found = scenario_words(NARRATIVES, count=3, method=method, seed=1)
    assert list(found) == ["doing laundry", "making tea", "taking a bath"]
    assert "walk" not in {word for words in found.values() for word in words}
    if method == "distinctive":
        assert found["making tea"] == ["cup", "boil", "kettle"]


def test_what_cannot_be_done():
    with pytest.raises(UsageError, match="there are topics, distinctive"):
        scenario_words(NARRATIVES, method="magic")
    with pytest.raises(InputError, match="no text is about"):
        scenario_words([Narrative("a", ("It rained.",), ((),))])


@pytest.mark.parametrize("method", ["topics", "distinctive"])
def test_a_scenario_by_itself_has_its_most_frequent_words(method):
    alone = texts("making tea", "kettle boil water cup cup")
    assert scenario_words(alone, count=3, method=method) == {"making tea": ["cup", "boil", "kettle"]}


def test_words_that_are_rarer_than_elsewhere_do_not_tell_a_scenario():
    narratives = [*texts("making tea", "water cup"), *texts("taking a bath", "water water tub")]
    assert scenario_words(narratives, method="distinctive") == {
        "making tea": ["cup"],
        "taking a bath": ["tub", "water"],
    }
