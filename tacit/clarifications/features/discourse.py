"""How a filler relates to its discourse and to its rivals: mentioned before, alike in meaning, common or rare."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import log

import numpy as np
import numpy.typing as npt

from tacit.backbones import vectors
from tacit.clarifications.task import Instruction
from tacit.language.english.wordlists import word_list, words

Floats = npt.NDArray[np.float32]
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_FUNCTION_WORDS = word_list("determiners", "article", "demonstrative", "possessive", "some", "each", "both") | words(
    "no one and or but if of to in on at by for with from into onto up out off over as is are be was were it you they "
    "he she we i do does not can will may should so than then when how what which who there"
)
NAMES = (
    "words",
    "is_plural",
    "rarity",
    "is_unknown",
    "in_title",
    "in_previous",
    "in_following",
    "in_sentence",
    "mentions",
    "like_title",
    "like_previous",
    "like_following",
    "like_before",
    "like_after",
    "like_next_word",
    "like_last_word",
    "like_nearest",
    "like_rivals",
    "like_nearest_rival",
    "shared_head",
)
"""What the columns of `discourse_features` say."""


def words_of(text: str) -> list[str]:
    """Its words in lower case.

    >>> words_of("3. Rinse the snap-in cup.")
    ['rinse', 'the', 'snap-in', 'cup']
    """
    return _WORD.findall(text.lower())


@cache
def stem(word: str) -> str:
    """A noun without its plural ending, roughly.

    >>> [stem(word) for word in ("cups", "boxes", "berries", "glass", "bus")]
    ['cup', 'box', 'berry', 'glass', 'bus']
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def head(filler: str) -> str:
    """The last word of a filler, or the filler itself."""
    words = words_of(filler)
    return words[-1] if words else filler.lower()


def discourse_features(instruction: Instruction) -> Floats:
    """One row a filler, with the columns `NAMES`."""
    space = vectors.load()
    parts = {
        "title": words_of(f"{instruction.title} {instruction.section}"),
        "previous": words_of(instruction.previous),
        "following": words_of(instruction.following),
        "before": words_of(instruction.before),
        "after": words_of(instruction.after),
    }
    content = {name: [word for word in words if word not in _FUNCTION_WORDS] for name, words in parts.items()}
    stems = {name: {stem(word) for word in words} for name, words in content.items()}
    means = {name: _unit(space.mean(words)) for name, words in content.items()}
    nearby = _units(space, sorted({word for words in content.values() for word in words}))
    heads = [head(filler.text) for filler in instruction.fillers]
    rivals = _units(space, heads)
    rows = []
    for number, filler in enumerate(instruction.fillers):
        own, root = rivals[number], stem(heads[number])
        others = np.delete(rivals, number, 0) @ own if len(heads) > 1 else np.zeros(1)
        mentioned = [root in stems[name] for name in ("title", "previous", "following")]
        in_sentence = root in stems["before"] or root in stems["after"]
        rows.append(
            (
                len(filler.text.split()),
                heads[number] != root,
                log(1 + space.rows.get(heads[number], len(space.rows))),
                heads[number] not in space,
                *mentioned,
                in_sentence,
                sum(mentioned) + in_sentence,
                *(float(means[name] @ own) for name in parts),
                float(_unit(space[content["after"][0]]) @ own) if content["after"] else 0.0,
                float(_unit(space[content["before"][-1]]) @ own) if content["before"] else 0.0,
                float((nearby @ own).max()) if len(nearby) else 0.0,
                float(others.mean()),
                float(others.max()),
                sum(stem(other) == root for other in heads) - 1,
            )
        )
    return np.array(rows, dtype=np.float32).reshape(-1, len(NAMES))


def _unit(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def _units(space: vectors.WordVectors, words: Iterable[str]) -> Floats:
    rows = [_unit(space[word]) for word in words]
    return np.array(rows, dtype=np.float32).reshape(-1, space.width)
