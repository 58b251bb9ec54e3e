"""Why a label, and what was nearly said."""

from tacit.scenarios.reasons import NearMiss, near_misses, reasons
from tacit.scenarios.task import NONE, Detection, Scored


class Counting:
    """About tea as much as it has words of tea."""

    name = "counting"

    def detect(self, narratives):
        def ranking(sentence):
            chance = sum({"kettle": 0.5, "cup": 0.3}.get(word, 0.0) for word in sentence.split())
            return (Scored("tea", chance), Scored(NONE, 1 - chance))

        return [Detection(tuple(ranking(each) for each in text.sentences), (0,)) for text in narratives]


def test_the_words_that_carry_a_label():
    sentences = ["rain fell", "my kettle and the cup", "the dog slept"]
    found = reasons(Counting(), sentences, "tea", 1, 2)
    assert [each.word for each in found] == ["kettle", "cup"]
    assert [each.weight for each in found] == [0.5, 0.3]


def test_words_of_neighbours_are_not_struck():
    assert reasons(Counting(), ["the kettle", "the dog"], "tea", 1, 2) == []


def ranking(label, chance):
    first, second = Scored(label, chance), Scored(NONE, 1 - chance)
    return (first, second) if chance >= 0.3 else (second, first)


def test_near_misses_are_runs_of_sentences():
    rankings = (
        ranking("tea", 0.2),
        ranking("tea", 0.14),
        ranking("bus", 0.2),
        ranking("tea", 0.5),
        ranking("tea", 0.05),
    )
    found = near_misses(Detection(rankings, (0,)), 0.3)
    assert found == [NearMiss("tea", 0, 2, 0.17), NearMiss("bus", 2, 3, 0.2)]
    assert near_misses(Detection((), ()), 0.3) == []
