"""What a file from elsewhere must look like before anything in it is used: one checker for all manifests and settings.

A shape is a type, a `Text` of a certain form, `[shape]` for a list, `{"name": shape}` for an object with those keys
(further keys are let be; `Optional("name")` may be missing), `Named(keys, shape)` for an object with free keys,
`Within(kind, least, most)` for a number, `Items(shape, least, most)` for a list of so many, `Both(shape, shape)`, or a
tuple of shapes of which one fits. A number is a finite one.

>>> check({"format": 1, "shards": [{"key": "00ff"}]}, {"format": int, "shards": [{"key": Text("[0-9a-f]{4}")}]})
>>> check({"shards": [{"key": "../etc"}]}, {"shards": [{"key": Text("[0-9a-f]{4}")}]})
Traceback (most recent call last):
    ...
tacit.shapes.ShapeError: shards[0].key is '../etc', which is not of the form [0-9a-f]{4}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import inf, isfinite
from typing import Any


class ShapeError(ValueError):
    """Where something is not as it should be, and how it should be."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string that a regular expression matches as a whole."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Optional:
    """A key that may be missing."""

    name: str


@dataclass(frozen=True, slots=True)
class Named:
    """An object whose keys and values all have these shapes."""

    keys: Any
    values: Any


@dataclass(frozen=True, slots=True)
class AtLeastOne:
    """A list that is not empty, of this shape."""

    item: Any


@dataclass(frozen=True, slots=True)
class Items:
    """A list of `least` to `most` things of this shape."""

    item: Any
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Both:
    """What has one shape and the other."""

    one: Any
    other: Any


@dataclass(frozen=True, slots=True)
class Within:
    """A number from `least` to `most`."""

    kind: type
    least: float
    most: float = inf


Shape = Any


def numbers_of(kind: type) -> dict[str, Shape]:
    """The shape of an object with the fields of a dataclass, all of them numbers, truth values or texts.

    >>> numbers_of(Within)["least"]
    <class 'float'>
    """
    kinds = {"int": int, "float": float, "bool": bool, "str": str}
    return {field.name: kinds.get(str(field.type), object) for field in fields(kind)}


def check(value: Any, shape: Shape, at: str = "") -> None:
    """Raise a `ShapeError` that names the place where the value does not have the shape."""
    if isinstance(shape, tuple):
        _check_choice(value, shape, at)
    elif isinstance(shape, Text):
        _of(value, str, at)
        if not re.fullmatch(shape.pattern, value):
            raise ShapeError(f"{_place(at)} is {_short(value)}, which is not of the form {shape.pattern}")
    elif isinstance(shape, AtLeastOne):
        check(value, [shape.item], at)
        if not value:
            raise ShapeError(f"{_place(at)} is empty")
    elif isinstance(shape, Items):
        check(value, [shape.item], at)
        if not shape.least <= len(value) <= shape.most:
            raise ShapeError(f"{_place(at)} has {len(value)} items, not {shape.least} to {shape.most}")
    elif isinstance(shape, Both):
        check(value, shape.one, at)
        check(value, shape.other, at)
    elif isinstance(shape, Within):
        if not shape.least <= _of(value, shape.kind, at) <= shape.most:
            raise ShapeError(f"{_place(at)} is {value:.6g}, not {_range(shape)}")
    elif isinstance(shape, list):
        for number, item in enumerate(_of(value, list, at)):
            check(item, shape[0], f"{at}[{number}]")
    elif isinstance(shape, Named):
        for key, item in _of(value, dict, at).items():
            check(key, shape.keys, f"a name in {_place(at)}")
            check(item, shape.values, _joined(at, key))
    elif isinstance(shape, Mapping):
        _check_object(_of(value, dict, at), shape, at)
    else:
        _of(value, shape, at)


def _check_object(value: dict[str, Any], shape: Mapping[Any, Shape], at: str) -> None:
    for key, expected in shape.items():
        name = key.name if isinstance(key, Optional) else key
        if name in value:
            check(value[name], expected, _joined(at, name))
        elif not isinstance(key, Optional):
            raise ShapeError(f"{_place(at)} has no {name!r}")


def _check_choice(value: Any, shapes: tuple[Shape, ...], at: str) -> None:
    errors = []
    for shape in shapes:
        try:
            check(value, shape, at)
        except ShapeError as error:
            errors.append(error)
        else:
            return
    raise errors[-1]


def _of(value: Any, kind: type, at: str) -> Any:
    """The value, if it is of that type; a truth value is no number, and a whole number is a number."""
    wanted = (int, float) if kind is float else (kind,)
    if isinstance(value, wanted) and (kind not in (int, float) or _is_number(value)):
        return value
    raise ShapeError(f"{_place(at)} is {_short(value)}, not {_NAMES.get(kind, kind.__name__)}")


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def _range(shape: Within) -> str:
    bounds = f"at least {shape.least:g}" if shape.most == inf else f"from {shape.least:g} to {shape.most:g}"
    return f"{_NAMES[shape.kind]} {bounds}"


_NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
    type(None): "null",
}


def _joined(at: str, key: Any) -> str:
    name = str(key)[:40]
    return f"{at}.{name}" if at else name


def _place(at: str) -> str:
    return at or "it"


def _short(value: Any) -> str:
    shown = repr(value[:61]) if isinstance(value, str) else type(value).__name__
    return shown if len(shown) <= 60 else shown[:59] + "…"
