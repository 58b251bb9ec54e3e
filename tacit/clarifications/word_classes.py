"""Is a noun a person or a place? Learnt from lists: one direction in the space of word vectors for each class.

Lists of people and places are never complete. What a list's words have in common that other nouns have not is a
direction, found by least squares, and tells of any noun that has a vector.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tacit.backbones import vectors
from tacit.clarifications.lexicon import ABSTRACT, ASPECTS, FITTINGS, MEASURES, PARTS, PEOPLE
from tacit.language.english.wordlists import words

Floats = npt.NDArray[np.float64]
_PLACES = words(
    "street school home office church kitchen garden country city town beach desert farm park house hotel village "
    "island forest hospital"
)
_ROOMS = words("place room home outdoors indoors")
"""Nouns of the lists of things that are places after all."""
_TEAMS = words("team staff family")
"""Nouns of the list of people that also stand for what is no person."""
_OTHERS = words(
    "steel plastic leather cotton timber paper sugar music mathematics rice bread wine jazz milk glass iron cheese "
    "tennis history email car"
)
"""Materials, food and pastimes: what stands before a noun where a place could."""
_ANIMALS = words("cat horse bird fish cow pig rabbit mouse")
"""What lives and is no person."""
_PERSON_FROM, _PLACE_FROM = 0.45, 0.15
"""From which value on a noun is one; 1 is what those listed have on average, -1 what the others have."""
_DAMPING = 1.0


def is_person(noun: str) -> bool:
    """Is a noun (singular) for people?

    >>> [noun for noun in ("farmer", "roommate", "movie", "procedure") if is_person(noun)]
    ['farmer', 'roommate']
    """
    return noun in PEOPLE or _value(noun, _people()) >= _PERSON_FROM


def is_place(noun: str) -> bool:
    """Is a noun (singular) for a place?

    >>> [noun for noun in ("library", "mountain", "piano", "silk") if is_place(noun)]
    ['library', 'mountain']
    """
    return noun in _PLACES or _value(noun, _places()) >= _PLACE_FROM


@lru_cache(maxsize=1)
def _people() -> Floats:
    return _direction(PEOPLE - _TEAMS, ABSTRACT | FITTINGS | MEASURES | PARTS | ASPECTS | _ANIMALS)


@lru_cache(maxsize=1)
def _places() -> Floats:
    return _direction(_PLACES, (ABSTRACT | FITTINGS | MEASURES | ASPECTS | PEOPLE | _OTHERS) - _PLACES - _ROOMS - PARTS)


def _direction(members: Iterable[str], others: Iterable[str]) -> Floats:
    """The weights that give 1 to the one and -1 to the other, by least squares; both count alike."""
    inside, outside = (_units(sorted(each)) for each in (members, others))
    rows = np.concatenate([inside, outside])
    wanted = np.repeat([1.0, -1.0], [len(inside), len(outside)])
    weights = np.repeat([1 / len(inside), 1 / len(outside)], [len(inside), len(outside)]) * len(rows) / 2
    damping = _DAMPING * np.eye(rows.shape[1])
    damping[-1, -1] = 0  # the constant is free
    return np.asarray(np.linalg.solve((rows.T * weights) @ rows + damping, (rows.T * weights) @ wanted))


def _value(noun: str, direction: Floats) -> float:
    rows = _units([noun])
    return float(rows[0] @ direction) if len(rows) else -1.0


def _units(nouns: Iterable[str]) -> Floats:
    """Vectors of unit length with a constant, of the nouns that have one."""
    space = vectors.load()
    found = [np.append(space[noun] / np.linalg.norm(space[noun]), 1.0) for noun in nouns if noun in space]
    return np.array(found, dtype=np.float64).reshape(-1, space.width + 1)
