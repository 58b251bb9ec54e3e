"""Systems whose options scikit-learn can read, change and copy."""

import importlib
import inspect

import pytest

from tacit import systems
from tacit.errors import UsageError
from tacit.learning.parameters import WithParameters


class Kettle(WithParameters):
    def __init__(self, litres=1.5, **options):
        self.litres, self.rest = litres, options


class Whistling(Kettle):
    def __init__(self, *, tune="c", **options):
        super().__init__(**options)
        self.tune = tune


class Plain(WithParameters):
    pass


def every_class():
    for system in systems.systems():
        module, _, name = system.load.partition(":")
        if not system.asks:
            yield pytest.param(getattr(importlib.import_module(module), name), id=f"{system.task} {system.name}")


def test_options_of_those_above_are_options_too():
    kettle = Whistling(tune="d", litres=2)
    assert kettle.get_params() == {"tune": "d", "litres": 2}
    assert repr(kettle) == "Whistling(tune='d', litres=2)"
    assert (Plain().get_params(), repr(Plain())) == ({}, "Plain()")


def test_what_was_learnt_is_forgotten_with_the_options():
    kettle = Whistling(tune="d")
    kettle.boiled_ = True
    assert kettle.set_params(litres=3) is kettle
    assert kettle.get_params() == {"tune": "d", "litres": 3}
    assert not hasattr(kettle, "boiled_")
    with pytest.raises(UsageError, match="Whistling has no option 'colour'; there are tune, litres"):
        kettle.set_params(colour="red")


def test_a_long_value_is_shown_in_short():
    assert repr(Kettle("x" * 100)) == "Kettle(litres='" + "x" * 58 + "…)"


@pytest.mark.parametrize("kind", every_class())
def test_every_system_can_be_copied_by_scikit_learn(kind):
    clone = pytest.importorskip("sklearn.base").clone
    assert inspect.isclass(kind)
    system = kind()
    copy = clone(system)
    assert type(copy) is kind and copy is not system
    assert repr(copy) == repr(system)
    assert repr(system).startswith(f"{kind.__name__}(") and " at 0x" not in repr(system)
    assert list(copy.get_params()) == list(system.get_params())
    assert system.set_params(**copy.get_params()) is system
