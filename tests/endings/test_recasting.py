"""Wrong endings made from like stories."""

from __future__ import annotations

from tacit.endings.making.recasting import Recaster
from tacit.endings.task import Story


def tales() -> list[Story]:
    """Anna and Ben, Carla and Dan bake or sail; each name is seen often enough to be one."""
    told = []
    for name, pronoun in (("Anna", "She"), ("Ben", "He"), ("Carla", "She"), ("Dan", "He")):
        for number in range(4):
            what = ("baked bread in the hot oven", "sailed a boat on the windy lake")[number % 2]
            ending = (f"{name} ate slice {number} .", f"{name} came home wet after trip {number}.")[number % 2]
            told.append(
                Story(
                    f"{name}{number}",
                    (f"{name} {what}.", f"{pronoun} was happy.", f"At last {name} did it again.", ending),
                )
            )
    return told


def test_wrong_endings_are_of_the_same_people_in_the_same_voice() -> None:
    stories = {story.id: story for story in tales()}
    made = list(Recaster(tales()).clozes(16, wrong=2, seed=0))
    assert len(made) == 16
    for cloze in made:
        hero = cloze.story[0].split()[0]
        assert cloze.answer == 0
        assert cloze.endings[0].replace(".", "") == stories[cloze.id].ending.replace(" .", "").replace(".", "")
        assert len(set(cloze.endings)) == 3
        assert all(ending.startswith(f"{hero} ") for ending in cloze.endings)


def test_blanks_before_marks_do_not_tell_whose_ending_it_is() -> None:
    assert not any(" ." in ending for cloze in Recaster(tales()).clozes(16, wrong=2) for ending in cloze.endings)


def test_the_same_seed_makes_the_same_endings() -> None:
    first, again, other = (list(Recaster(tales()).clozes(10, wrong=2, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other
