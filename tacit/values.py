"""JSON values that cannot change: the features of an annotation, the metadata of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, TypeVar

from tacit.errors import DocumentError

T = TypeVar("T")
_KINDS: dict[type, str] = {str: "a string", list: "a list", dict: "an object", int: "a whole number"}

MAX_DEPTH = 64
"""Most levels of lists and objects inside each other; real features have two or three."""


class Features(Mapping[str, Any]):
    """An immutable, hashable mapping of JSON values: lists become tuples, objects become `Features`.

    >>> Features({"lemma": "sit", "tags": ["a", "b"]})["tags"]
    ('a', 'b')
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | Iterable[tuple[str, Any]] = (), depth: int = 0) -> None:
        pairs = items.items() if isinstance(items, Mapping) else items
        self._items: dict[str, Any] = {freeze(str(key)): freeze(value, depth) for key, value in pairs}

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


def freeze(value: Any, depth: int = 0) -> Any:
    """An immutable copy of a JSON value."""
    kind = type(value)
    if kind is str:
        check_unicode(value)
        return value
    if kind is int or kind is bool or value is None or kind is Features:
        return value
    if isinstance(value, float):
        if not isfinite(value):
            raise DocumentError(f"a feature must be a JSON value, and {value} is none")
        return value
    if depth == MAX_DEPTH:
        raise DocumentError(f"a feature may be nested at most {MAX_DEPTH} levels deep")
    if isinstance(value, Mapping):
        return Features(value, depth + 1)
    if isinstance(value, list | tuple):
        return tuple(freeze(item, depth + 1) for item in value)
    raise DocumentError(f"a feature must be a JSON value, not {type(value).__name__}")


def thaw(value: Any) -> Any:
    """The plain lists and dicts behind a frozen value."""
    if isinstance(value, Features):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value


def check_unicode(text: str) -> None:
    """Raise an error for a text with half of a surrogate pair, which could not be written to any file."""
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise DocumentError(
            f"character {error.start} of {text[:20]!r} is half of a surrogate pair, which is not Unicode text"
        ) from None


def part(plain: Any, key: str, kind: type[T]) -> T:
    """What stands under a key of a JSON object, checked; nothing of its kind where the key is missing."""
    if not isinstance(plain, dict):
        raise TypeError("it must be a JSON object")
    return checked(plain.get(key, kind()), key, kind)


def checked(value: Any, key: str, kind: type[T]) -> T:
    """The value itself, if it is of that kind; a `TypeError` that says what stands under the key otherwise."""
    if type(value) is not kind:
        raise TypeError(f"{key!r} must hold {_KINDS[kind]}")
    if isinstance(value, str):
        check_unicode(value)
    return value


def pairs(plain: Any, key: str, kind: type[T]) -> Iterator[tuple[T, T]]:
    """The pairs in the list that stands under a key, both ends checked."""
    for pair in part(plain, key, list):
        if not (isinstance(pair, list) and len(pair) == 2):
            raise TypeError(f"{key!r} must hold pairs")
        yield checked(pair[0], key, kind), checked(pair[1], key, kind)


def abridged(text: str, limit: int = 60) -> str:
    """The beginning of a text on one line, for where the whole would be too long.

    >>> abridged("Ann came in.\\nShe sat down.", 20)
    'Ann came in. She …'
    """
    line = " ".join(text[: 4 * limit].split())
    if len(line) <= limit and len(text) <= 4 * limit:
        return line
    return f"{line[: limit - 1].rpartition(' ')[0] or line[: limit - 1]} …"
