from __future__ import annotations

import pytest
from endings.made_stories import stories

from tacit.endings.negatives import MAKERS, make_clozes
from tacit.endings.task import Story
from tacit.errors import InputError, UsageError

TOLD = [
    Story("cat", ("The cat was hungry.", "It looked for food.", "It ate fish.")),
    Story("dog", ("The dog was hungry.", "It looked for meat.", "It ate a bone.")),
    Story("car", ("The car broke down.", "The engine smoked.", "We walked home.")),
]


def test_each_method_makes_one_cloze_a_story_with_the_right_ending_at_its_answer():
    made = make_clozes(TOLD, ["random", "backward", "nearest"], seed=1)
    assert {cloze.id for cloze in made} >= {"cat-backward", "dog-nearest", "car-random"}
    told = {story.id: story for story in TOLD}
    for cloze in made:
        name, _, _ = cloze.id.partition("-")
        assert cloze.endings[cloze.answer] == told[name].ending
        assert cloze.story == told[name].body
        assert len(set(cloze.endings)) == 2


def test_where_wrong_endings_come_from():
    wrong = {cloze.id: cloze.endings[1 - cloze.answer] for cloze in make_clozes(TOLD, ["backward", "nearest"])}
    assert wrong["cat-backward"] in TOLD[0].body
    assert wrong["cat-nearest"] == TOLD[1].ending
    assert wrong["dog-nearest"] == TOLD[0].ending


def test_together_gives_one_cloze_a_story_with_different_endings():
    made = make_clozes(stories(30), ["random", "backward", "nearest"], together=True, seed=2)
    assert [cloze.id for cloze in made] == [f"s{number}" for number in range(30)]
    assert all(len(set(cloze.endings)) == len(cloze.endings) >= 3 for cloze in made)
    assert len({cloze.answer for cloze in made}) > 1


def test_generated_endings_are_the_first_sentence_of_what_the_model_writes(monkeypatch):
    class Writer:
        def generate(self, prompt, **options):
            assert prompt == "The cat was hungry. It looked for food." or options
            return ["", "Then it slept. And woke."]

    monkeypatch.setattr("tacit.backbones.causal.load", Writer)
    made = make_clozes(TOLD, ["generated"])
    assert all(cloze.endings[1 - cloze.answer] == "Then it slept." for cloze in made)


def test_the_same_seed_makes_the_same_endings():
    assert make_clozes(TOLD, ["random"], seed=3) == make_clozes(TOLD, ["random"], seed=3)


def test_what_cannot_be_made():
    with pytest.raises(UsageError, match=f"named 'odd'; there are {', '.join(MAKERS)}"):
        make_clozes(TOLD, ["odd"])
    with pytest.raises(InputError, match="two or more"):
        make_clozes(TOLD[:1], ["random"])
