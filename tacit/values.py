"""JSON values that cannot change: the features of an annotation, the metadata of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

from tacit.errors import DocumentError


class Features(Mapping[str, Any]):
    """An immutable, hashable mapping of JSON values: lists become tuples, objects become `Features`.

    >>> Features({"lemma": "sit", "tags": ["a", "b"]})["tags"]
    ('a', 'b')
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        pairs = items.items() if isinstance(items, Mapping) else items
        self._items: dict[str, Any] = {str(key): freeze(value) for key, value in pairs}

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Features):
            return self._items == other._items
        return NotImplemented

    def __repr__(self) -> str:
        return f"Features({self._items!r})"


NO_FEATURES = Features()


def freeze(value: Any) -> Any:
    """An immutable copy of a JSON value."""
    if isinstance(value, float) and not isfinite(value):
        raise DocumentError(f"a feature must be a JSON value, and {value} is none")
    if value is None or isinstance(value, str | int | float | bool | Features):
        return value
    if isinstance(value, Mapping):
        return Features(value)
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    raise DocumentError(f"a feature must be a JSON value, not {type(value).__name__}")


def thaw(value: Any) -> Any:
    """The plain lists and dicts behind a frozen value."""
    if isinstance(value, Features):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value
