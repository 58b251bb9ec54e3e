"""Settings as they are typed, and systems with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from tacit.errors import UsageError
from tacit.learning.parameters import WithParameters
from tacit.learning.settings import Setting, settings


@dataclass(frozen=True)
class Training:
    epochs: int = 3
    rate: float = 0.1


class Threshold(NamedTuple):
    least: float = 0.5


class System(WithParameters):
    def __init__(self, strength=1.0, model=None, scaled=True, training=None, threshold=None):
        self.strength, self.model, self.scaled = strength, model, scaled
        self.training = training or Training()
        self.threshold = threshold or Threshold()


def test_all_combinations_are_made_in_the_order_given():
    found = settings(["strength=0.1,1", " training.epochs = 2 , 4 "])
    assert [str(each) for each in found] == [
        "strength=0.1, training.epochs=2",
        "strength=0.1, training.epochs=4",
        "strength=1, training.epochs=2",
        "strength=1, training.epochs=4",
    ]
    assert settings([]) == [Setting()]
    assert str(Setting()) == "as it is"


def test_values_are_numbers_truth_or_words():
    [found] = settings(["a=1e-3", "b=TRUE", "c=none", "d=whole", "e=7"])
    assert dict(found.values) == {"a": 0.001, "b": True, "c": None, "d": "whole", "e": 7}


@pytest.mark.parametrize("choice", ["strength", "=1", "strength=", "strength=1,,2"])
def test_what_is_no_choice_is_said(choice):
    with pytest.raises(UsageError, match="NAME=VALUE"):
        settings([choice])


def test_an_option_is_given_once():
    with pytest.raises(UsageError, match="twice"):
        settings(["a=1", "a=2"])


def test_a_system_takes_a_setting_and_keeps_the_rest():
    [setting] = settings(["strength=2", "model=big", "training.rate=1", "threshold.least=0.2"])
    found = setting.applied(System(scaled=False))
    assert (found.strength, found.model, found.scaled) == (2, "big", False)
    assert found.training == Training(3, 1)
    assert found.threshold == Threshold(0.2)
    assert Setting().applied(Training(5)) == Training(5)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("depth=1", "there is no option 'depth' to choose; there are strength, model, scaled, training, threshold"),
        ("training.depth=1", "there is no option 'training.depth' to choose; there are epochs, rate"),
        ("strength.depth=1", "there is no option 'strength.depth' to choose; there are none"),
        ("strength=strong", "'strength' cannot be 'strong': it is 1.0 by default"),
        ("training.epochs=0.5", "'training.epochs' cannot be 0.5: it is 3 by default"),
        ("scaled=1", "cannot be 1: it is True by default"),
        ("strength=true", "cannot be True"),
    ],
)
def test_what_a_system_cannot_take_is_said(choice, words):
    [setting] = settings([choice])
    with pytest.raises(UsageError, match=words.replace(".", r"\.")):
        setting.applied(System())


def test_a_field_that_starts_as_nothing_takes_anything():
    @dataclass
    class Options:
        words: tuple = field(default=())
        model: str | None = None

    assert settings(["model=3"])[0].applied(Options()).model == 3
