"""Settings of a system to choose from, as a person types them: `strength=0.1,1` and `training.epochs=5,10`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import product
from typing import Any, TypeVar

from tacit.errors import UsageError
from tacit.learning.parameters import WithParameters

Target = TypeVar("Target")
_WORDS = {"true": True, "false": False, "none": None}


@dataclass(frozen=True, slots=True)
class Setting:
    """Some options with a value each; what is not named stays as it is."""

    values: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.values) or "as it is"

    def applied(self, target: Target) -> Target:
        """A system, or a record of options, with these values.

        An option of an option is named with a point; an unknown one is an error that lists those there are.
        """
        for name, value in self.values:
            target = _with(target, name, value, name)
        return target


def settings(choices: Sequence[str]) -> list[Setting]:
    """All combinations of options that are given as `NAME=VALUE,VALUE`; without any, the system as it is.

    >>> [str(each) for each in settings(["strength=0.1,1", "scaled=true"])]
    ['strength=0.1, scaled=True', 'strength=1, scaled=True']
    """
    options: dict[str, list[Any]] = {}
    for choice in choices:
        name, equals, values = choice.partition("=")
        if not equals or not name.strip() or not all(each.strip() for each in values.split(",")):
            raise UsageError(f"{choice!r} is no choice: write NAME=VALUE,VALUE, such as strength=0.1,1")
        if name.strip() in options:
            raise UsageError(f"the option {name.strip()!r} is given twice: write all of its values after one {name}=")
        options[name.strip()] = [_value(each.strip()) for each in values.split(",")]
    return [Setting(tuple(zip(options, values, strict=True))) for values in product(*options.values())]


def _value(text: str) -> Any:
    """A whole number, a number, true, false, none, or a word."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _with(target: Target, name: str, value: Any, whole: str) -> Target:
    first, _, rest = name.partition(".")
    known = _names(target)
    if first not in known:
        raise UsageError(f"there is no option {whole!r} to choose; there are {', '.join(known) or 'none'}")
    old = getattr(target, first)
    if rest:
        value = _with(old, rest, value, whole)
    elif not _is_like(value, old):
        raise UsageError(f"the option {whole!r} cannot be {value!r}: it is {old!r} by default")
    if isinstance(target, WithParameters):
        return target.set_params(**{first: value})
    if is_dataclass(target) and not isinstance(target, type):
        return replace(target, **{first: value})
    changed: Target = target._replace(**{first: value})  # type: ignore[attr-defined]  # a named tuple
    return changed


def _names(target: Any) -> tuple[str, ...]:
    """The options of a system, the fields of a dataclass or of a named tuple."""
    if isinstance(target, WithParameters):
        return target._get_param_names()
    if is_dataclass(target):
        return tuple(each.name for each in fields(target))
    return tuple(getattr(target, "_fields", ()))


def _is_like(value: Any, old: Any) -> bool:
    """May a value stand where another one is by default?"""
    if old is None or value is None:
        return True
    if isinstance(old, bool) or isinstance(value, bool):
        return isinstance(old, bool) and isinstance(value, bool)
    if isinstance(old, float):
        return isinstance(value, int | float)
    return isinstance(value, type(old))
